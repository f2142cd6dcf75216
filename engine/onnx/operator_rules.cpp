// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/operator_rules.h"

#include "engine/onnx/operator_parts.h"
#include "engine/onnx/refusal.h"

#include <algorithm>
#include <map>
#include <span>

namespace nestloom::onnx {

namespace {

using enum workload::NodeOutcome;

constexpr std::string_view kElementwise = "elementwise, no layers";
constexpr std::string_view kNormalisation = "normalisation, no layers";
constexpr std::string_view kPooling = "pooling, no layers";
constexpr std::string_view kReduction = "reduction, no layers";
constexpr std::string_view kInterpolation = "interpolation, no layers";
constexpr std::string_view kQuantisation = "change of number format, no layers";
constexpr std::string_view kForwarded = "the same elements in the same order: its input is used in its place";
constexpr std::string_view kFromShapes = "computed from shapes alone";
constexpr std::string_view kIndexed = "copies the elements that indices point at";
constexpr std::string_view kCopies = "copies elements";

constexpr OperatorRule kRules[]{
    {"Conv ConvInteger QLinearConv", Mapped, "", convolutionShape, convolutionLayers},
    {"ConvTranspose", Mapped, "", transposedConvolutionShape, transposedConvolutionLayers},
    {"Gemm MatMul MatMulInteger QLinearMatMul", Mapped, "", matrixProductShape, matrixProductLayers},
    {"Einsum", Mapped, "", einsumShape, einsumLayers},
    {"LSTM GRU RNN", Mapped, "", recurrentShape, recurrentLayers},
    {"Attention", Mapped, "", attentionShape, attentionLayers},

    {"MaxPool AveragePool LpPool", Planned, kPooling, poolShape},
    {"GlobalMaxPool GlobalAveragePool GlobalLpPool", Planned, kPooling},

    {"BatchNormalization InstanceNormalization GroupNormalization RMSNormalization LRN LpNormalization "
     "MeanVarianceNormalization Softmax LogSoftmax Hardmax",
     Planned, kNormalisation, sameShape},
    {"LayerNormalization SimplifiedLayerNormalization", Planned, kNormalisation, layerNormalizationShape},

    {"ReduceMean ReduceSum ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp "
     "ReduceSumSquare",
     Planned, kReduction, reduceShape},
    {"ArgMax ArgMin", Planned, kReduction},
    {"TopK", Planned, "sorts, no layers", libraryShape, nullptr, nullptr, true},
    {"CumSum", Planned, kReduction, sameShape, nullptr, nullptr, true},

    {"Relu LeakyRelu Elu Selu Celu Gelu Mish Swish HardSwish HardSigmoid Sigmoid Tanh Softplus Softsign "
     "ThresholdedRelu Shrink Erf Exp Log Sqrt Reciprocal Neg Abs Floor Ceil Round Sign Sin Cos Tan Atan Not BitwiseNot",
     Planned, kElementwise, sameShape, nullptr, elementwiseCopies},
    {"Clip", Planned, kElementwise, sameShape, nullptr, elementwiseCopies, true},
    {"PRelu", Planned, kElementwise, sameShape},
    {"Add Sub Mul Div Pow Mod Min Max Sum Mean BitShift BitwiseAnd BitwiseOr BitwiseXor", Planned, kElementwise,
     broadcastShape, nullptr, broadcastCopies},
    {"And Or Xor Equal Less Greater LessOrEqual GreaterOrEqual", Planned, kElementwise, comparisonShape},
    {"Where", Planned, kElementwise},
    {"Cast", Planned, kQuantisation, castShape, nullptr, keptCopies},
    {"CastLike", Planned, kQuantisation, castShape, nullptr, keptCopies, true},
    {"QuantizeLinear", Planned, kQuantisation, quantizeShape, nullptr, elementwiseCopies},
    {"DynamicQuantizeLinear", Planned, kQuantisation},
    {"Resize Upsample", Planned, kInterpolation, resizeShape, nullptr, nullptr, true},

    {"Transpose", DataMovement, kCopies, libraryShape, nullptr, transposedCopies},
    {"Concat", DataMovement, kCopies, concatShape, nullptr, joinedCopies},
    {"Split", DataMovement, kCopies, splitShape, nullptr, nullptr, true},
    {"Slice", DataMovement, kCopies, sliceShape, nullptr, slicedCopies, true},
    {"Pad", DataMovement, kCopies, padShape, nullptr, nullptr, true},
    {"Expand", DataMovement, kCopies, libraryShape, nullptr, stretchedCopies, true},
    {"Tile", DataMovement, kCopies, libraryShape, nullptr, tiledCopies, true},
    {"DepthToSpace SpaceToDepth", DataMovement, kCopies, libraryShape, nullptr, rearrangedCopies},
    {"Trilu ReverseSequence", DataMovement, kCopies, sameShape, nullptr, nullptr, true},
    {"Gather", DataMovement, kIndexed, libraryShape, nullptr, pickedCopies},
    {"GatherElements", DataMovement, kIndexed},
    {"GatherND", DataMovement, kIndexed, gatherNdShape},
    {"Scatter ScatterElements ScatterND", DataMovement, kIndexed, sameShape},

    {"Identity", Folded, kForwarded, sameShape, nullptr, elementwiseCopies},
    {"Dropout", Folded, "does nothing at inference", dropoutShape, nullptr, elementwiseCopies},
    {"Reshape", Folded, kForwarded, reshapeShape, nullptr, keptCopies},
    {"Flatten Squeeze Unsqueeze", Folded, kForwarded, libraryShape, nullptr, keptCopies},
    {"DequantizeLinear", Folded, "its input is used as it is stored", dequantizeShape, nullptr, elementwiseCopies},
    {"Constant", Folded, "a constant", constantShape},
    {"Shape", Folded, kFromShapes, shapeShape},
    {"Size", Folded, kFromShapes, sizeShape},
    {"ConstantOfShape", Folded, kFromShapes, constantOfShapeShape},
    {"Range", Folded, kFromShapes, rangeShape},
};

// Operators of com.microsoft, which ONNX Runtime writes when it fuses or quantises.
constexpr OperatorRule kMicrosoftRules[]{
    {"Attention MultiHeadAttention GroupQueryAttention", Mapped, "", attentionShape, attentionLayers},
    {"FusedConv", Mapped, "", convolutionShape, convolutionLayers},
    {"FusedMatMul", Mapped, "", matrixProductShape, matrixProductLayers},
    {"QLinearAdd QLinearMul", Planned, kElementwise, quantizedBinaryShape},
    {"Gelu FastGelu QuickGelu", Planned, kElementwise, sameShape, nullptr, elementwiseCopies},
    {"QLinearSigmoid QLinearLeakyRelu BiasGelu", Planned, kElementwise, sameShape},
    {"SkipLayerNormalization", Planned, kNormalisation, sameShape},
};

using Rules = std::map<std::string_view, const OperatorRule*>; // by type

Rules byType(std::span<const OperatorRule> rules)
{
    Rules result;
    for (const OperatorRule& rule : rules)
        for (const std::string_view type : namesIn(rule.types))
            result[type] = &rule;
    return result;
}

} // namespace

const OperatorRule* findRule(std::string_view domain, std::string_view type)
{
    static const Rules standard = byType(kRules), microsoft = byType(kMicrosoftRules), none;
    const Rules& rules = domain.empty() || domain == "ai.onnx" ? standard
                         : domain == "com.microsoft"           ? microsoft
                                                               : none;
    const auto rule = rules.find(type);
    return rule == rules.end() ? nullptr : rule->second;
}

std::vector<TensorInfo> outputsOf(const NodeView& node, const OperatorRule* rule)
{
    std::vector<TensorInfo> outputs = rule ? rule->shapes(node) : libraryShape(node);
    for (std::size_t i = 1; rule && outputs.empty() && i < node.inputCount(); ++i)
        if (node.hasInput(i))
            node.constantIntegers(i); // refuses the input whose content libonnx misses
    if (outputs.empty())
        refuse("its shape depends on what is computed");
    const bool isMoved = rule && (rule->outcome == DataMovement || rule->outcome == Folded);
    for (TensorInfo& info : outputs) {
        checkInfo(info);
        if (isMoved && node.hasInput(0) && info.type == node.input(0).type)
            info.storedBits = node.input(0).storedBits;
    }
    if (rule && rule->copies) {
        const Shape copies = rule->copies(node, outputs.front().shape);
        if (std::ranges::any_of(copies, [](std::int64_t count) { return count > 1; }))
            outputs.front().copies = copies;
    }
    return outputs;
}

} // namespace nestloom::onnx
