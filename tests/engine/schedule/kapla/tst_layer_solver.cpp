// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_search.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/schedule/kapla/boosted_stumps.h"
#include "engine/schedule/kapla/layer_engine.h"
#include "engine/schedule/kapla/layer_solver.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/scheme_estimate.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

DataLayout inputLayout(const Machine& machine, const Layer& layer, std::int64_t batch)
{
    DataLayout inputs;
    const auto add = [&](Range channels, std::int64_t height, std::int64_t width) {
        inputs.push_back({FmapRange{{{0, batch}, channels, {0, height}, {0, width}}}, machine.memory,
                          projected({}, machine.memory)});
    };
    const std::int64_t in = made(layer.kind) == TensorRole::Inputs ? 0 : layer.inputChannels;
    if (in > 0)
        add({0, in}, layer.inputHeight(), layer.inputWidth());
    if (made(layer.kind) != TensorRole::Outputs)
        add({in, in + layer.outputChannels}, layer.outputHeight, layer.outputWidth);
    return inputs;
}

void addLayers()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("shape");
    const char* shapes[] = {"3x3", "1x1 stride 2", "fully connected", "depthwise", "pooling", "element-wise"};
    const char* passes[] = {"forward", "gradient of inputs", "gradient of weights"};
    for (int shape = 0; shape < 6; ++shape)
        for (int pass = 0; pass < 3; ++pass)
            if (pass < 2 || shape < 4)
                QTest::newRow(
                    qPrintable(QStringLiteral("%1, %2").arg(QLatin1String(shapes[shape]), QLatin1String(passes[pass]))))
                    << pass << shape;
}

Layer layerOf(int pass, int shape)
{
    const std::array<Layer, 6> layers{convolution(16, 24, 8, 3), convolution(32, 16, 6, 1, 2), fullyConnected(64, 48),
                                      depthwise(16, 8, 3),       pooling(16, 4, 2, 2),         elementWise(16, 8, 2)};
    Layer layer = layers[std::size_t(shape)];
    layer.kind = LayerKind(int(layer.kind) + 3 * pass);
    return layer;
}

} // namespace

class LayerSolverTest : public QObject {
    Q_OBJECT
private slots:
    void isCloseToTheExhaustiveSearch_data() { addLayers(); }
    void isCloseToTheExhaustiveSearch()
    {
        QFETCH(const int, kind);
        QFETCH(const int, shape);
        const auto machine = machineOf(tests::smallNodes());
        QVERIFY(machine);
        const Layer layer = layerOf(kind, shape);
        const DataLayout inputs = inputLayout(*machine, layer, 4);
        LayerSearch search(*machine, layer, 4, {}, Goal::Energy);
        const auto best = search.best(wholeMachine(*machine), {}, inputs);
        LayerSolver solver(*machine, layer, 4, {}, Goal::Energy, {});
        const auto ours = solver.best(wholeMachine(*machine), {}, inputs);
        QVERIFY(best && ours);
        QVERIFY2(ours->cost.total() < 1.05 * best->cost.total(),
                 qPrintable(QString::number(ours->cost.total() / best->cost.total())));
        // What it says it costs is what the model says.
        const auto again =
            evaluate(*machine, wholeMachine(*machine), layer, 4, ours->partition, ours->loops, ours->blocking, inputs);
        QVERIFY(again);
        QCOMPARE(again->total(), ours->cost.total());
        QCOMPARE(again->cycles(), ours->cost.cycles());
    }

    void theWeightsAreWhatAGradientOfWeightsAddsUp()
    {
        // Half of the batch at a time, all channels in one: the gradient is written once, but read and written again
        // when the batch is the outermost loop around channels that do not stay.
        Blocking blocking;
        blocking.factors[0] = {2, 1, 4};
        blocking.position[0] = {0, 1, 2}; // input channels inside, batch outside
        const Fetches forward = fetchesOf(LayerKind::Convolution, blocking);
        const Fetches gradient = fetchesOf(LayerKind::ConvolutionWeights, blocking);
        QCOMPARE(forward[0][TensorRole::Weights], std::int64_t(4));
        QCOMPARE(gradient[0][TensorRole::Weights], std::int64_t(7)); // written 4 times, read again 3 times
        QCOMPARE(forward[0][TensorRole::Inputs], gradient[0][TensorRole::Inputs]);
    }

    void exhaustiveCachingFindsWhatTheSweepFinds_data() { addLayers(); }
    void exhaustiveCachingFindsWhatTheSweepFinds()
    {
        QFETCH(const int, kind);
        QFETCH(const int, shape);
        Machine machine = *machineOf(tests::smallNodes());
        machine.costs.idle = 0; // the sweep leaves it out
        const Layer layer = layerOf(kind, shape);
        Placement placement = wholeMachine(machine);
        placement.nodes = rectangle(RegionKind::Nodes, {1, 1});
        for (const UnitLoops& loops : rowStationary(shareOf({}, layer, 4), machine.array)) {
            const BlockingProblem problem = blockingProblem(machine, placement, {}, loops);
            SweepEffort effort;
            std::int64_t evaluated = 0;
            const auto swept = sweep(problem, {}, Goal::Energy, effort);
            const auto all = cacheExhaustively(problem, {}, {}, evaluated);
            const auto greedy = cacheBottomUp(problem, {}, {}, evaluated);
            QCOMPARE(all.has_value(), swept.has_value());
            if (!swept)
                continue;
            QVERIFY(std::abs(all->cost - swept->accessCost) <= 1e-9 * swept->accessCost);
            QVERIFY(greedy && greedy->cost >= all->cost * (1 - 1e-9));
            QVERIFY2(greedy->cost <= 1.2 * all->cost, qPrintable(QString::number(greedy->cost / all->cost)));
        }
    }

    void keepsTheFactorsOfAConstraint()
    {
        const auto machine = machineOf(tests::smallNodes());
        const Layer layer = convolution(16, 16, 8, 3);
        LayerSolver solver(*machine, layer, 4, {}, Goal::Energy, {});
        const auto found = solver.best(wholeMachine(*machine), {{0, 2, 2}}, inputLayout(*machine, layer, 4));
        QVERIFY(found);
        QCOMPARE(found->blocking.factors[0][1], std::int64_t(2));
        QCOMPARE(found->blocking.factors[0][2], std::int64_t(2));
        // The batch is the outermost loop, then the one that is passed on.
        QVERIFY(found->blocking.position[0][2] > found->blocking.position[0][1]);
    }

    void stumpsLearnASum()
    {
        std::vector<Sample> samples;
        std::vector<double> values;
        for (int i = 0; i < 64; ++i) {
            Sample sample{};
            sample[0] = i % 8;
            sample[1] = i / 8;
            samples.push_back(sample);
            values.push_back(2 * sample[0] - sample[1]);
        }
        BoostedStumps stumps;
        stumps.fit(samples, values, 200, 0.3);
        for (std::size_t i = 0; i < samples.size(); ++i)
            QVERIFY(std::abs(stumps.predict(samples[i]) - values[i]) < 0.5);
        stumps.fit({}, {});
        QCOMPARE(stumps.predict(samples[0]), 0.0);
    }

    void schemesThatAreWorseOrOnlyFinerWait()
    {
        const auto scheme = [](std::vector<double> accesses, double cost, std::vector<std::int64_t> numbers) {
            return SchemeEstimate{std::move(numbers), {}, {cost, 0}, std::move(accesses)};
        };
        SegmentSchemes schemes({scheme({5, 1}, 3, {8, 1}), scheme({2, 5}, 2, {2, 1}), scheme({1, 5}, 1, {1, 2}),
                                scheme({1, 5}, 1, {2, 2})},
                               Goal::Energy);
        QCOMPARE(schemes.pareto(), std::size_t(3)); // both equal ones, and the other trade-off
        QCOMPARE(schemes.first(), std::size_t(2));
        for (const std::vector<std::int64_t>& numbers : {std::vector<std::int64_t>{1, 2}, {8, 1}, {2, 2}, {2, 1}})
            QCOMPARE(schemes.next()->numbers, numbers);
        QVERIFY(!schemes.next());
    }

    void registersDoNotTakeMoreThanBuffersHold()
    {
        // Large registers around a small buffer: filling them first would leave no room.
        hardware::Accelerator accelerator = tests::smallNodes();
        accelerator.levels[1].capacity = Bytes{512};
        accelerator.levels[2].capacity = Bytes{4096};
        const Machine machine = *machineOf(accelerator);
        const Layer layer = convolution(8, 32, 4, 3);
        LayerSolver solver(machine, layer, 1, {}, Goal::Energy, {});
        QVERIFY(solver.best(wholeMachine(machine), {}, inputLayout(machine, layer, 1)) != nullptr);
    }

    void whatFitsNoWayIsSeenBeforeItIsSolved()
    {
        const Machine machine = *machineOf(tests::smallNodes());
        const Layer layer = convolution(16, 16, 8, 3);
        const Placement placement = wholeMachine(machine);
        LayerSolver solver(machine, layer, 4, {}, Goal::Energy, {});
        int refused = 0, solved = 0;
        for (const std::int64_t batch : {1, 2, 4})
            for (const std::int64_t outputs : {1, 2, 4, 16}) {
                const TopConstraint constraint{{1, outputs, batch}};
                const bool found = solver.best(placement, constraint, inputLayout(machine, layer, 4)) != nullptr;
                refused += !solver.mayFit(placement, constraint);
                solved += found;
                QVERIFY(solver.mayFit(placement, constraint) || !found);
            }
        QVERIFY(refused > 0 && solved > 0);
    }
};

QTEST_GUILESS_MAIN(LayerSolverTest)
#include "tst_layer_solver.moc"
