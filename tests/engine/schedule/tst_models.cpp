// SPDX-License-Identifier: Apache-2.0
// Three models of one machine that is stated the same way: what they agree in, and by how much they differ where they
// do (engine/schedule/MODEL.md).
#include "engine/io/read_accelerator.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

/// The preset, which all three engines take, with one port of DRAM or two.
hardware::Accelerator eyeriss(std::int64_t ports)
{
    auto accelerator = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/eyeriss.yaml");
    accelerator.levels[0].ports = ports;
    return accelerator;
}

struct Figures {
    LayerResult own, tiles;
    std::int64_t nodeCycles = 0;
    double nodeWords = 0; // of DRAM
};

Figures figuresOf(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    workload::Network network;
    network.name = "one";
    network.layers = {layer};
    Figures figures;
    ScheduleOptions options;
    options.largerSizes = false; // what the models say of loops that divide a layer's bounds
    options.threads = 1;
    figures.own = scheduleNetwork(accelerator, network, options, makeSolver, {})->front();
    options.engine = "flexer";
    figures.tiles = scheduleNetwork(accelerator, network, options, makeSolver, {})->front();
    kapla::NodeRunOptions alone;
    alone.batch = 1;
    alone.goal = kapla::Goal::Delay;
    const auto nodes = kapla::scheduleOnNodes(accelerator, network, alone);
    if (nodes && nodes->schedule) {
        figures.nodeCycles = nodes->schedule->cycles;
        figures.nodeWords = kapla::dramWords(*nodes->schedule->layers().front());
    }
    return figures;
}

double wordsOf(const LayerResult& result) // of DRAM
{
    double words = 0;
    for (const auto& tensor : result.cost->levels[0].tensors.values)
        words += tensor ? tensor->reads + tensor->fills + tensor->updates : 0;
    return words;
}

/// What holds of the machine, whatever model: every word moves once, every MAC unit works all the time.
double floorOf(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    using enum TensorRole;
    const double rate = accelerator.readRate(0)->count / 2; // words
    const double read = double(workload::elements(layer, Weights) + workload::elements(layer, Inputs)),
                 written = double(workload::elements(layer, Outputs));
    return std::max(double(workload::macs(layer)) / double(accelerator.macUnits()),
                    (accelerator.hasOnePort(0) ? read + written : std::max(read, written)) / rate);
}

/// Over the mesh, with a DRAM of the accelerator's bandwidth.
std::int64_t simulatedCycles(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                             const mapping::LayerMapping& mapping)
{
    const auto settings = simulation::settingsFor(accelerator, "bandwidth");
    const auto run = simulation::simulateLayer(accelerator, layer, mapping, *settings, {});
    return run ? std::int64_t(run->run.cycles) : -1;
}

} // namespace

class TestModels : public QObject {
    Q_OBJECT
private slots:
    /// The numbers of MODEL.md.
    void agreeInWhatOneLayerMoves_data()
    {
        QTest::addColumn<int>("ports");
        QTest::addColumn<qint64>("nests"); // and nodes
        QTest::addColumn<qint64>("tiles");
        QTest::addColumn<qint64>("tilesBound");
        QTest::addColumn<qint64>("simulated");
        QTest::newRow("one port") << 1 << qint64(88587) << qint64(104856) << qint64(90134) << qint64(102185);
        QTest::newRow("two ports") << 2 << qint64(46774) << qint64(83814) << qint64(77198) << qint64(150372);
    }

    void agreeInWhatOneLayerMoves()
    {
        QFETCH(int, ports);
        QFETCH(qint64, nests);
        QFETCH(qint64, tiles);
        QFETCH(qint64, tilesBound);
        QFETCH(qint64, simulated);
        const auto layer = tests::convolution("3x3", 3, 56, 16, 16);
        const Figures figures = figuresOf(eyeriss(ports), layer);
        // Loop nests and nodes count the same of DRAM: every word once, 208 KiB at 2.4 B/cycle.
        QCOMPARE(figures.own.status, LayerStatus::Proven);
        QCOMPARE(figures.own.cost->cycles.count, std::int64_t(nests));
        QCOMPARE(figures.nodeCycles, std::int64_t(nests));
        QCOMPARE(wordsOf(figures.own), 106'304.0);
        QCOMPARE(figures.nodeWords, wordsOf(figures.own));
        // Tiles load their halos anew, fill and drain the array, and cannot overlap the first loads and last stores.
        QCOMPARE(figures.tiles.cost->cycles.count, std::int64_t(tiles));
        QCOMPARE(std::int64_t(std::ceil(figures.tiles.tiled->latencyBound)), std::int64_t(tilesBound));
        QVERIFY(wordsOf(figures.tiles) > wordsOf(figures.own));
        // The mesh carries one transfer at a time from the buffer, and partial sums back.
        QCOMPARE(simulatedCycles(eyeriss(ports), layer, *figures.own.mapping), std::int64_t(simulated));
    }

    /// No word is counted less than once by any of them, and no bound of loop nests is above what others reach, unless
    /// a layer's bounds have no factors to divide them by.
    void noBoundIsAboveWhatAnotherModelReaches_data()
    {
        QTest::addColumn<workload::Layer>("layer");
        const auto add = [](const char* name, const workload::Layer& layer) { QTest::newRow(name) << layer; };
        add("3x3, 56x56", tests::convolution("a", 3, 56, 16, 16));
        add("3x3, 14x14", tests::convolution("b", 3, 14, 32, 64));
        add("3x3, stride 2", tests::convolution("c", 3, 28, 16, 32, 2));
        add("1x1", tests::convolution("d", 1, 28, 64, 48));
        add("5x5", tests::convolution("e", 5, 28, 12, 24));
        add("fully connected", tests::convolution("f", 1, 1, 512, 240));
    }

    void noBoundIsAboveWhatAnotherModelReaches()
    {
        QFETCH(workload::Layer, layer);
        for (const std::int64_t ports : {1, 2}) {
            const auto accelerator = eyeriss(ports);
            const Figures figures = figuresOf(accelerator, layer);
            const std::string text =
                "ports " + std::to_string(ports) + ": nests " + std::to_string(figures.own.cost->cycles.count)
                + ", bound " + std::to_string(*figures.own.lowerBoundCycles) + ", tiles "
                + std::to_string(figures.tiles.cost->cycles.count) + ", bound "
                + std::to_string(figures.tiles.tiled->latencyBound) + ", nodes " + std::to_string(figures.nodeCycles);
            if (figures.own.cost->bottleneck.kind != cost::Bottleneck::Kind::Compute)
                QCOMPARE(figures.nodeCycles, figures.own.cost->cycles.count);
            const double least = floorOf(accelerator, layer);
            QVERIFY2(*figures.own.lowerBoundCycles >= least * 0.9999, text.c_str());
            QVERIFY2(figures.tiles.tiled->latencyBound >= least * 0.9999, text.c_str());
            QVERIFY2(double(figures.nodeCycles) >= least, text.c_str());
            QVERIFY2(*figures.own.lowerBoundCycles <= double(figures.tiles.cost->cycles.count), text.c_str());
            QVERIFY2(*figures.own.lowerBoundCycles <= double(figures.nodeCycles), text.c_str());
        }
    }

    /// Loops divide the layer's bounds, tiles round up: where all bounds are 31, no nest uses a second PE. Either bound
    /// is one of its own model, and says so.
    void aBoundIsOneOfItsOwnModel()
    {
        const Figures figures = figuresOf(eyeriss(2), tests::convolution("prime", 1, 31, 31, 31));
        QCOMPARE(figures.own.status, LayerStatus::Proven);
        QCOMPARE(figures.own.cost->cycles.count, std::int64_t(31 * 31 * 31 * 31));
        QVERIFY(*figures.own.lowerBoundCycles > 20 * double(figures.tiles.cost->cycles.count));
        QVERIFY(double(figures.tiles.cost->cycles.count) >= figures.tiles.tiled->latencyBound);
        QCOMPARE(claimOf(figures.own),
                 std::string("no mapping has a lower figure of the objective, among perfect factors of "
                             "the layer's own sizes"));
        QVERIFY(claimOf(figures.tiles).starts_with("no schedule on these NPUs of the tilings"));
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "tst_models.moc"
