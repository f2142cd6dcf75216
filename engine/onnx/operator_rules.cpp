// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/operator_rules.h"

#include <algorithm>
#include <iterator>

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
    {"Conv", Mapped, "", convolutionShape, convolutionLayers},
    {"ConvInteger", Mapped, "", convolutionShape, convolutionLayers},
    {"QLinearConv", Mapped, "", convolutionShape, convolutionLayers},
    {"ConvTranspose", Mapped, "", transposedConvolutionShape, transposedConvolutionLayers},
    {"Gemm", Mapped, "", gemmShape, matrixProductLayers},
    {"MatMul", Mapped, "", matrixProductShape, matrixProductLayers},
    {"MatMulInteger", Mapped, "", matrixProductShape, matrixProductLayers},
    {"QLinearMatMul", Mapped, "", matrixProductShape, matrixProductLayers},
    {"Einsum", Mapped, "", einsumShape, einsumLayers},
    {"LSTM", Mapped, "", recurrentShape, recurrentLayers},
    {"GRU", Mapped, "", recurrentShape, recurrentLayers},
    {"RNN", Mapped, "", recurrentShape, recurrentLayers},
    {"Attention", Mapped, "", attentionShape, attentionLayers},

    {"MaxPool", Planned, kPooling, poolShape},
    {"AveragePool", Planned, kPooling, poolShape},
    {"LpPool", Planned, kPooling, poolShape},
    {"GlobalMaxPool", Planned, kPooling, globalPoolShape},
    {"GlobalAveragePool", Planned, kPooling, globalPoolShape},
    {"GlobalLpPool", Planned, kPooling, globalPoolShape},

    {"BatchNormalization", Planned, kNormalisation, sameShape},
    {"InstanceNormalization", Planned, kNormalisation, sameShape},
    {"GroupNormalization", Planned, kNormalisation, sameShape},
    {"LayerNormalization", Planned, kNormalisation, layerNormalizationShape},
    {"SimplifiedLayerNormalization", Planned, kNormalisation, layerNormalizationShape},
    {"RMSNormalization", Planned, kNormalisation, sameShape},
    {"LRN", Planned, kNormalisation, sameShape},
    {"LpNormalization", Planned, kNormalisation, sameShape},
    {"MeanVarianceNormalization", Planned, kNormalisation, sameShape},
    {"Softmax", Planned, kNormalisation, sameShape},
    {"LogSoftmax", Planned, kNormalisation, sameShape},
    {"Hardmax", Planned, kNormalisation, sameShape},

    {"ReduceMean", Planned, kReduction, reduceShape},
    {"ReduceSum", Planned, kReduction, reduceShape},
    {"ReduceMax", Planned, kReduction, reduceShape},
    {"ReduceMin", Planned, kReduction, reduceShape},
    {"ReduceProd", Planned, kReduction, reduceShape},
    {"ReduceL1", Planned, kReduction, reduceShape},
    {"ReduceL2", Planned, kReduction, reduceShape},
    {"ReduceLogSum", Planned, kReduction, reduceShape},
    {"ReduceLogSumExp", Planned, kReduction, reduceShape},
    {"ReduceSumSquare", Planned, kReduction, reduceShape},
    {"ArgMax", Planned, kReduction, argShape},
    {"ArgMin", Planned, kReduction, argShape},
    {"TopK", Planned, "sorts, no layers", topKShape, nullptr, true},
    {"CumSum", Planned, kReduction, sameShape, nullptr, true},

    {"Relu", Planned, kElementwise, elementwiseShape},
    {"LeakyRelu", Planned, kElementwise, elementwiseShape},
    {"PRelu", Planned, kElementwise, sameShape},
    {"Elu", Planned, kElementwise, elementwiseShape},
    {"Selu", Planned, kElementwise, elementwiseShape},
    {"Celu", Planned, kElementwise, elementwiseShape},
    {"Gelu", Planned, kElementwise, elementwiseShape},
    {"Mish", Planned, kElementwise, elementwiseShape},
    {"Swish", Planned, kElementwise, elementwiseShape},
    {"HardSwish", Planned, kElementwise, elementwiseShape},
    {"HardSigmoid", Planned, kElementwise, elementwiseShape},
    {"Sigmoid", Planned, kElementwise, elementwiseShape},
    {"Tanh", Planned, kElementwise, elementwiseShape},
    {"Softplus", Planned, kElementwise, elementwiseShape},
    {"Softsign", Planned, kElementwise, elementwiseShape},
    {"ThresholdedRelu", Planned, kElementwise, elementwiseShape},
    {"Shrink", Planned, kElementwise, elementwiseShape},
    {"Clip", Planned, kElementwise, elementwiseShape, nullptr, true},
    {"Erf", Planned, kElementwise, elementwiseShape},
    {"Exp", Planned, kElementwise, elementwiseShape},
    {"Log", Planned, kElementwise, elementwiseShape},
    {"Sqrt", Planned, kElementwise, elementwiseShape},
    {"Reciprocal", Planned, kElementwise, elementwiseShape},
    {"Neg", Planned, kElementwise, elementwiseShape},
    {"Abs", Planned, kElementwise, elementwiseShape},
    {"Floor", Planned, kElementwise, elementwiseShape},
    {"Ceil", Planned, kElementwise, elementwiseShape},
    {"Round", Planned, kElementwise, elementwiseShape},
    {"Sign", Planned, kElementwise, elementwiseShape},
    {"Sin", Planned, kElementwise, elementwiseShape},
    {"Cos", Planned, kElementwise, elementwiseShape},
    {"Tan", Planned, kElementwise, elementwiseShape},
    {"Atan", Planned, kElementwise, elementwiseShape},
    {"Not", Planned, kElementwise, elementwiseShape},
    {"BitwiseNot", Planned, kElementwise, elementwiseShape},
    {"Add", Planned, kElementwise, broadcastShape},
    {"Sub", Planned, kElementwise, broadcastShape},
    {"Mul", Planned, kElementwise, broadcastShape},
    {"Div", Planned, kElementwise, broadcastShape},
    {"Pow", Planned, kElementwise, broadcastShape},
    {"Mod", Planned, kElementwise, broadcastShape},
    {"Min", Planned, kElementwise, broadcastShape},
    {"Max", Planned, kElementwise, broadcastShape},
    {"Sum", Planned, kElementwise, broadcastShape},
    {"Mean", Planned, kElementwise, broadcastShape},
    {"BitShift", Planned, kElementwise, broadcastShape},
    {"BitwiseAnd", Planned, kElementwise, broadcastShape},
    {"BitwiseOr", Planned, kElementwise, broadcastShape},
    {"BitwiseXor", Planned, kElementwise, broadcastShape},
    {"And", Planned, kElementwise, comparisonShape},
    {"Or", Planned, kElementwise, comparisonShape},
    {"Xor", Planned, kElementwise, comparisonShape},
    {"Equal", Planned, kElementwise, comparisonShape},
    {"Less", Planned, kElementwise, comparisonShape},
    {"Greater", Planned, kElementwise, comparisonShape},
    {"LessOrEqual", Planned, kElementwise, comparisonShape},
    {"GreaterOrEqual", Planned, kElementwise, comparisonShape},
    {"Where", Planned, kElementwise, whereShape},
    {"Cast", Planned, kQuantisation, castShape},
    {"CastLike", Planned, kQuantisation, castShape, nullptr, true},
    {"QuantizeLinear", Planned, kQuantisation, quantizeShape},
    {"DynamicQuantizeLinear", Planned, kQuantisation, dynamicQuantizeShape},
    {"Resize", Planned, kInterpolation, resizeShape, nullptr, true},
    {"Upsample", Planned, kInterpolation, resizeShape, nullptr, true},

    {"Transpose", DataMovement, kCopies, transposeShape},
    {"Concat", DataMovement, kCopies, concatShape},
    {"Split", DataMovement, kCopies, splitShape, nullptr, true},
    {"Slice", DataMovement, kCopies, sliceShape, nullptr, true},
    {"Pad", DataMovement, kCopies, padShape, nullptr, true},
    {"Expand", DataMovement, kCopies, expandShape, nullptr, true},
    {"Tile", DataMovement, kCopies, tileShape, nullptr, true},
    {"DepthToSpace", DataMovement, kCopies, depthToSpaceShape},
    {"SpaceToDepth", DataMovement, kCopies, spaceToDepthShape},
    {"Trilu", DataMovement, kCopies, sameShape, nullptr, true},
    {"Gather", DataMovement, kIndexed, gatherShape},
    {"GatherElements", DataMovement, kIndexed, gatherElementsShape},
    {"GatherND", DataMovement, kIndexed, gatherNdShape},
    {"Scatter", DataMovement, kIndexed, sameShape},
    {"ScatterElements", DataMovement, kIndexed, sameShape},
    {"ScatterND", DataMovement, kIndexed, sameShape},
    {"ReverseSequence", DataMovement, kCopies, sameShape, nullptr, true},

    {"Identity", Folded, kForwarded, elementwiseShape},
    {"Dropout", Folded, "does nothing at inference", dropoutShape},
    {"Reshape", Folded, kForwarded, reshapeShape},
    {"Flatten", Folded, kForwarded, flattenShape},
    {"Squeeze", Folded, kForwarded, squeezeShape},
    {"Unsqueeze", Folded, kForwarded, unsqueezeShape},
    {"DequantizeLinear", Folded, "its input is used as it is stored", dequantizeShape},
    {"Constant", Folded, "a constant", constantShape},
    {"Shape", Folded, kFromShapes, shapeShape},
    {"Size", Folded, kFromShapes, sizeShape},
    {"ConstantOfShape", Folded, kFromShapes, constantOfShapeShape},
    {"Range", Folded, kFromShapes, rangeShape},
};

// Operators of com.microsoft, which ONNX Runtime writes when it fuses or quantises.
constexpr OperatorRule kMicrosoftRules[]{
    {"Attention", Mapped, "", attentionShape, attentionLayers},
    {"MultiHeadAttention", Mapped, "", attentionShape, attentionLayers},
    {"GroupQueryAttention", Mapped, "", attentionShape, attentionLayers},
    {"FusedConv", Mapped, "", convolutionShape, convolutionLayers},
    {"FusedMatMul", Mapped, "", matrixProductShape, matrixProductLayers},
    {"QLinearAdd", Planned, kElementwise, quantizedBinaryShape},
    {"QLinearMul", Planned, kElementwise, quantizedBinaryShape},
    {"QLinearSigmoid", Planned, kElementwise, sameShape},
    {"QLinearLeakyRelu", Planned, kElementwise, sameShape},
    {"Gelu", Planned, kElementwise, elementwiseShape},
    {"FastGelu", Planned, kElementwise, elementwiseShape},
    {"BiasGelu", Planned, kElementwise, sameShape},
    {"QuickGelu", Planned, kElementwise, elementwiseShape},
    {"SkipLayerNormalization", Planned, kNormalisation, sameShape},
};

template <typename Rules>
const OperatorRule* find(const Rules& rules, std::string_view type)
{
    const auto rule =
        std::find_if(std::begin(rules), std::end(rules), [&](const OperatorRule& r) { return r.type == type; });
    return rule == std::end(rules) ? nullptr : &*rule;
}

} // namespace

const OperatorRule* findRule(std::string_view domain, std::string_view type)
{
    if (domain.empty() || domain == "ai.onnx")
        return find(kRules, type);
    return domain == "com.microsoft" ? find(kMicrosoftRules, type) : nullptr;
}

} // namespace nestloom::onnx
