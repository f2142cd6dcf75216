// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/vector_cost.h"
#include "engine/workload/matrix_product.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::cost;

namespace {

constexpr double kOperation = 0.5, kAccess = 100; // pJ

/// Two lanes of two operations; memory of bytes, 8 B/cycle to read and 4 B/cycle to write.
hardware::Accelerator machine()
{
    hardware::Accelerator accelerator;
    accelerator.name = "machine";
    hardware::BufferLevel dram;
    dram.name = "DRAM";
    dram.kind = hardware::LevelKind::Dram;
    dram.readBandwidth = BytesPerCycle{8};
    dram.writeBandwidth = BytesPerCycle{4};
    dram.accessEnergy = Picojoules{kAccess};
    accelerator.levels.push_back(dram);
    accelerator.vectorUnit = {.lanes = 2, .operationsPerCycle = 2, .specialOperations = 4, .energy = {kOperation}};
    return accelerator;
}

/// Makes a graph of tensors of 8-bit elements.
struct Graph {
    workload::Network network{"network", "", {}, {}, {}};

    TensorId add(const std::string& type, const std::vector<TensorId>& inputs, std::vector<std::int64_t> shape,
                 std::int64_t parameters = 0)
    {
        workload::OperatorGraph& graph = network.graph;
        Bytes size{1};
        for (const std::int64_t extent : shape)
            size.count *= extent;
        const std::string name = type + std::to_string(graph.operators.size());
        const TensorId made = workload::append(graph, name, type, inputs, size,
                                               parameters > 0 ? std::vector{Bytes{parameters}} : std::vector<Bytes>{});
        graph.tensors[made.value].shape = std::move(shape);
        return made;
    }
    TensorId input(std::vector<std::int64_t> shape) { return add("input", {}, std::move(shape)); }
    /// One that is mapped.
    TensorId layer(TensorId of, std::vector<std::int64_t> shape)
    {
        const TensorId made = add("conv", {of}, std::move(shape));
        workload::Layer layer;
        layer.name = network.graph.operators.back().name;
        network.graph.operators.back().layers = {layer};
        return made;
    }
    VectorCosts costs(bool fuse, const hardware::Accelerator& accelerator = machine()) const
    {
        return vectorCosts(accelerator, network, fuse);
    }
};

} // namespace

class TestVectorCost : public QObject {
    Q_OBJECT
private slots:
    void everyKindDoesItsOperations_data()
    {
        QTest::addColumn<int>("operands"); // of 24 elements each
        QTest::addColumn<int>("outputs");  // elements
        QTest::addColumn<int>("window");
        QTest::addColumn<double>("operations");
        const auto row = [](const char* type, double operations, int operands = 1, int outputs = 24, int window = 0) {
            QTest::addRow("%s, %d", type, window) << operands << outputs << window << operations;
        };
        row("relu", 24);                       // max(x, 0)
        row("relu6", 48);                      // and min(x, 6)
        row("leakyrelu", 48);                  // max(x, a x)
        row("sigmoid", 24 * (4 + 1 + 4));      // exp, sum, reciprocal
        row("tanh", 24 * 4);                   // one special function
        row("silu", 24 * (4 + 1 + 4 + 1));     // sigmoid and a product
        row("gelu", 24 * (1 + 4 + 1 + 1 + 1)); // x / sqrt 2, erf, + 1, x, / 2
        row("hardswish", 24 * (2 + 2 + 1));    // a x + b, clipped, x
        row("add", 24, 2);
        row("sum", 48, 3); // of three
        row("mul", 24, 2);
        row("div", 24 * (4 + 1), 2); // reciprocal and product
        row("batchnorm", 48);
        row("layernorm", 24 * 7);
        row("rmsnorm", 24 * 4);
        row("softmax", 24 * (1 + 1 + 4 + 1 + 1)); // maximum, difference, exp, sum, product
        row("maxpool", 6 * 9, 1, 6, 9);           // 3 x 3
        row("avgpool", 6 * 4, 1, 6, 4);
        row("avgpool", 24, 1, 2); // global: all elements
        row("reducemean", 24, 1, 4);
        row("rotaryembedding", 72); // two products and a sum
        row("transpose", 0);
        row("concat", 0, 2, 48);
    }

    void everyKindDoesItsOperations()
    {
        QFETCH(int, operands);
        QFETCH(int, outputs);
        QFETCH(int, window);
        QFETCH(double, operations);
        const std::string tag = QTest::currentDataTag();
        Graph graph;
        std::vector<TensorId> inputs;
        for (int i = 0; i < operands; ++i)
            inputs.push_back(graph.input({24}));
        graph.add(tag.substr(0, tag.find(',')), inputs, {outputs});
        graph.network.graph.operators.back().window = window;
        const VectorCosts costs = graph.costs(false);
        QVERIFY(costs.sums.leftOut.empty());
        QCOMPARE(costs.operators.size(), 1U);
        QCOMPARE(costs.sums.operations, operations);
        const bool isCopy = operations == 0; // which reads what it writes
        QCOMPARE(costs.sums.read.count, isCopy ? outputs : 24 * operands);
        QCOMPARE(costs.sums.written.count, outputs);
        const auto moved = double(costs.sums.read.count + costs.sums.written.count);
        QCOMPARE(costs.sums.dataEnergy.count, moved * kAccess);
        QCOMPARE(costs.sums.energy.count, operations * kOperation + moved * kAccess);
        const double cycles =
            std::max({operations / 4, double(costs.sums.read.count) / 8, double(costs.sums.written.count) / 4});
        QCOMPARE(costs.sums.cycles.count, std::int64_t(std::ceil(cycles)));
    }

    void onePortMovesOneWayAtATime()
    {
        Graph graph;
        graph.add("relu", {graph.input({24})}, {24});
        QCOMPARE(graph.costs(false).sums.cycles.count, 6); // 24 B at 4 B/cycle
        hardware::Accelerator accelerator = machine();
        accelerator.levels[0].ports = 1;
        QCOMPARE(graph.costs(false, accelerator).sums.cycles.count, 12); // twice, at the smaller rate
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = std::nullopt;
        QCOMPARE(graph.costs(false, accelerator).sums.cycles.count, 6); // 24 operations, 4 a cycle
    }

    void theMachineLeaksWhileTheUnitWorks()
    {
        Graph graph;
        graph.add("relu", {graph.input({24})}, {24}); // 6 cycles
        hardware::Accelerator accelerator = machine();
        const Picojoules energy = graph.costs(false, accelerator).sums.energy;
        accelerator.clock = {1e9};
        accelerator.levels[0].leakage = Watts{0.5}; // 500 pJ a cycle
        QCOMPARE(graph.costs(false, accelerator).sums.energy.count, energy.count + 6 * 500);
    }

    void elementsAreAsWideAsTheMemoryKeepsThem()
    {
        Graph graph;
        graph.add("batchnorm", {graph.input({24})}, {24}, 8);
        hardware::Accelerator accelerator = machine();
        accelerator.levels[0].elementBits = {{{{4}, {16}, {32}}}}; // weights, inputs, outputs
        const VectorSums sums = graph.costs(false, accelerator).sums;
        QCOMPARE(sums.read.count, 24 * 2 + 8 / 2);
        QCOMPARE(sums.written.count, 24 * 4);
        QCOMPARE(sums.energy.count, 48 * kOperation + (24 + 8 + 24) * kAccess);
    }

    void parametersAreOperandsToo()
    {
        Graph graph;
        const TensorId a = graph.input({24}), b = graph.input({24});
        graph.add("add", {a, b}, {24}, 24);
        QCOMPARE(graph.costs(false).sums.operations, 24.0 * 2); // of three
    }

    /// conv, normalisation, activation, addition of what was there before, pooling.
    /// A tensor of 25 B without a shape: elements of 4 bit are 50, of 16 bit 13, as none is cut.
    void bytesAndWidthTellHowManyElementsThereAre()
    {
        for (const auto& [bits, elements] : {std::pair{4, 50}, {8, 25}, {16, 13}, {1, 200}}) {
            Graph graph;
            graph.add("relu", {graph.input({25})}, {25});
            for (workload::Tensor& tensor : graph.network.graph.tensors) {
                tensor.shape.clear();
                tensor.elementBits = bits;
            }
            QCOMPARE(graph.costs(false).sums.operations, double(elements));
        }
    }

    void fusedOperatorsMoveOnlyWhatIsNotOnChip()
    {
        Graph graph;
        const TensorId x = graph.input({24});
        const TensorId normal = graph.add("batchnorm", {graph.layer(x, {24})}, {24}, 8);
        const TensorId sum = graph.add("add", {normal, x}, {24});
        graph.add("maxpool", {sum}, {6});
        const VectorCosts apart = graph.costs(false), fused = graph.costs(true);
        QCOMPARE(apart.operators.size(), 3U);
        QCOMPARE(apart.sums.read.count, 24 + 8 + 48 + 24);
        QCOMPARE(apart.sums.written.count, 24 + 24 + 6);
        QCOMPARE(fused.operators.size(), 3U);
        QCOMPARE(fused.sums.operations, apart.sums.operations);
        QCOMPARE(fused.operators[0].read.count, 8);  // its parameters
        QCOMPARE(fused.operators[1].read.count, 24); // the other operand
        QCOMPARE(fused.operators[2].read.count, 0);
        QCOMPARE(fused.sums.written.count, 0);
        for (const OperatorCost& cost : fused.operators)
            QVERIFY(cost.fused);
        QCOMPARE(fused.sums.cycles.count, 24); // of operations, which bound it apart as well
        QCOMPARE(apart.sums.cycles.count, 24);
        QVERIFY(fused.sums.energy < apart.sums.energy);
    }

    /// What others read as well must be written; what no layer made is not on chip; addresses cost nothing.
    void whatIsFusedKeepsWhatOthersNeed()
    {
        Graph graph;
        const TensorId x = graph.input({24});
        graph.add("relu", {x}, {24}); // of the input
        const TensorId a = graph.layer(x, {24}), b = graph.layer(a, {24});
        const TensorId act = graph.add("relu", {a}, {24});
        graph.add("concat", {act, b}, {48});
        const VectorCosts fused = graph.costs(true);
        QCOMPARE(fused.operators.size(), 2U); // no concatenation
        QVERIFY(!fused.operators[0].fused);
        QCOMPARE(fused.operators[0].read.count, 24);
        QVERIFY(fused.operators[1].fused);
        QCOMPARE(fused.operators[1].read.count, 0);
        QCOMPARE(fused.operators[1].written.count, 24); // beside what the layer writes for `b`
        QCOMPARE(graph.costs(false).operators.size(), 3U);
    }

    /// Of a concatenation the operand made last is on chip; the others move, and what others read is written, too.
    void behindAConcatenationTheOthersMove()
    {
        for (const bool othersRead : {false, true}) {
            Graph graph;
            const TensorId a = graph.layer(graph.input({24}), {64}), b = graph.layer(a, {8});
            const TensorId both = graph.add("concat", {a, b}, {72});
            const TensorId normal = graph.add("batchnorm", {both}, {72});
            graph.layer(othersRead ? b : normal, {8});
            const VectorCosts fused = graph.costs(true);
            QCOMPARE(fused.operators.size(), 1U);
            QVERIFY(fused.operators[0].fused);
            QCOMPARE(fused.operators[0].read.count, 64);
            QCOMPARE(fused.operators[0].written.count, othersRead ? 72 : 64);
            QCOMPARE(graph.costs(false).operators[1].read.count, 72);
        }
    }

    /// A part of what is on chip is on chip, whatever its address; its place is free when nobody else reads the whole.
    void partsAndShapesOfWhatIsOnChipAreThere()
    {
        for (const bool othersRead : {false, true}) {
            Graph graph;
            const TensorId a = graph.layer(graph.input({24}), {24});
            graph.add("relu", {graph.add("split", {graph.add("reshape", {a}, {4, 6})}, {8})}, {8});
            if (othersRead)
                graph.layer(a, {8});
            const VectorCosts fused = graph.costs(true);
            QCOMPARE(fused.operators.size(), 1U);
            QCOMPARE(fused.operators[0].read.count, 0);
            QCOMPARE(fused.operators[0].written.count, othersRead ? 8 : 0);
        }
    }

    void softmaxWithinAttentionIsCosted()
    {
        Graph graph;
        graph.add("attention", {graph.input({4, 8})}, {4, 8});
        graph.network.graph.operators.back().layers =
            workload::attentionLayers("attention", {.heads = 2, .queries = 4, .keys = 4, .headSize = 4});
        const VectorCosts costs = graph.costs(false);
        QCOMPARE(costs.operators.size(), 1U);
        QCOMPARE(costs.operators[0].operations, 2 * 4 * 4 * 8.0);
        QCOMPARE(costs.sums.read.count, 32);
        QCOMPARE(graph.costs(true).sums.read.count, 0);
        hardware::Accelerator without = machine();
        without.vectorUnit.reset();
        QCOMPARE(graph.costs(false, without).sums.leftOut,
                 std::string("1 softmax of attention (the accelerator has no vector unit)"));
    }

    void softmaxBetweenTwoProductsIsCostedOnce()
    {
        const auto products =
            workload::attentionLayers("attention", {.heads = 2, .queries = 4, .keys = 4, .headSize = 4});
        Graph graph;
        TensorId last = graph.add("matmul", {graph.input({4, 8})}, {2, 4, 4});
        graph.network.graph.operators.back().layers = {products[0]};
        last = graph.add("softmax", {last}, {2, 4, 4});
        graph.add("matmul", {last}, {4, 8});
        graph.network.graph.operators.back().layers = {products[1]};
        const VectorCosts costs = graph.costs(false);
        QCOMPARE(costs.operators.size(), 1U);
        QCOMPARE(costs.operators[0].operations, 2 * 4 * 4 * 8.0);
    }

    /// What the definitions of ONNX come to, written down a second time: a slip in the table is seen.
    void everyTypeHasItsFormula()
    {
        using Of = VectorFormula::Of;
        const std::pair<VectorFormula, const char*> formulas[]{
            {{0, 1, Of::Outputs}, "exp log erf sqrt reciprocal sin cos tan atan tanh"},
            {{1, 0, Of::Outputs},
             "relu abs neg sign floor ceil round not bitwisenot cast castlike where thresholdedrelu"},
            {{1, 2, Of::Outputs}, "sigmoid softplus pow"},
            {{2, 0, Of::Outputs}, "relu6 clip leakyrelu prelu batchnorm bn hardmax"},
            {{2, 1, Of::Outputs}, "softsign"},
            {{2, 2, Of::Outputs}, "silu swish"},
            {{2, 3, Of::Outputs}, "mish"},
            {{3, 0, Of::Outputs}, "rotaryembedding lpnorm"},
            {{3, 1, Of::Outputs}, "elu"},
            {{3, 2, Of::Outputs}, "quickgelu"},
            {{4, 0, Of::Outputs}, "hardsigmoid rmsnorm simplifiedlayernorm"},
            {{4, 1, Of::Outputs}, "celu selu gelu softmax logsoftmax"},
            {{5, 0, Of::Outputs}, "hardswish quantizelinear meanvariancenorm"},
            {{5, 1, Of::Outputs}, "biasgelu"},
            {{6, 2, Of::Outputs}, "lrn"},
            {{7, 0, Of::Outputs}, "resize upsample layernorm instancenorm groupnorm"},
            {{8, 0, Of::Outputs}, "skiplayernorm"},
            {{8, 1, Of::Outputs}, "fastgelu"},
            {{1, 0, Of::Operands},
             "add sub mul min max sum and or xor equal less greater lessorequal greaterorequal bitshift bitwiseand "
             "bitwiseor bitwisexor"},
            {{1, 1, Of::Operands}, "div"},
            {{3, 1, Of::Operands}, "mod"},
            {{1, 0, Of::Inputs},
             "mean reducemean reducesum reducemax reducemin reduceprod reducelogsum argmax argmin cumsum elementwise"},
            {{2, 0, Of::Inputs}, "reducel1 reducel2 reducesumsquare"},
            {{3, 1, Of::Inputs}, "reducelogsumexp"},
            {{1, 0, Of::Window}, "maxpool avgpool"},
            {{2, 0, Of::Window}, "lppool globallppool"},
            {{0, 0, Of::Copied},
             "copy transpose permute pad expand tile gather gatherelements gathernd reorg depthtospace spacetodepth "
             "trilu reversesequence"},
            {{0, 0, Of::Placed}, "concat split slice"},
            {{0, 0, Of::Nothing}, "reshape flatten squeeze unsqueeze identity dropout"},
        };
        for (const auto& [formula, types] : formulas)
            for (const QString& type : QString::fromLatin1(types).split(QLatin1Char(' ')))
                QVERIFY2(vectorFormula(type.toStdString()) == formula, qPrintable(type));
        QVERIFY(!vectorFormula("nonmaxsuppression"));
    }

    void gatesOfRecurrentLayersAreListed()
    {
        for (const char* type : {"lstm", "gru", "rnn", "conv"}) {
            Graph graph;
            graph.layer(graph.input({24}), {24});
            graph.network.graph.operators.back().type = type;
            const bool isRecurrent = std::string_view(type) != "conv";
            QCOMPARE(graph.costs(false).uncosted.size(), isRecurrent ? 1U : 0U);
            QVERIFY(!isRecurrent || graph.costs(false).uncosted[0].reason == "their gates are not costed");
        }
    }

    void whatIsNotCostedIsListed()
    {
        Graph graph;
        const TensorId x = graph.add("relu", {graph.layer(graph.input({24}), {24})}, {24});
        graph.add("relu", {graph.add("nonmaxsuppression", {graph.add("reshape", {x}, {4, 6})}, {8})}, {8});
        QCOMPARE(graph.costs(false).sums.leftOut, std::string("1 nonmaxsuppression (no formula says what they cost)"));
        QCOMPARE(graph.costs(false).sums.operators, 2);
        hardware::Accelerator without = machine();
        without.vectorUnit.reset();
        const VectorCosts none = graph.costs(false, without);
        QCOMPARE(none.sums.leftOut, std::string("1 nonmaxsuppression (no formula says what they cost); 2 relu (the "
                                                "accelerator has no vector unit)"));
        QCOMPARE(none.sums.operators, 0);
        QCOMPARE(none.sums.cycles.count, 0);
        QVERIFY(!vectorCosts(machine(), {"list", "", {}, {tests::convolution("a", 1, 2, 3, 4)}}, false)
                     .sums.leftOut.empty());
    }
};

QTEST_APPLESS_MAIN(TestVectorCost)
#include "tst_vector_cost.moc"
