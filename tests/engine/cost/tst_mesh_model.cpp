// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/cost/mesh_model.h"
#include "engine/io/result_json.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/places.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

using namespace nestloom;
using namespace nestloom::cost;
using enum workload::LoopDimension;

namespace {

struct Case {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    mapping::LayerMapping mapping;
    std::size_t mesh = 0;
};

/// Random mappings of small layers on three accelerators.
std::vector<Case> cases(std::size_t count, std::uint64_t seed)
{
    std::vector<Case> all;
    Rng rng(seed);
    while (all.size() < count) {
        Case one;
        const std::size_t kind = all.size() % 3;
        one.accelerator = kind == 0   ? tests::meshAccelerator(2, 2, 2)
                          : kind == 1 ? tests::simba()
                                      : tests::meshAccelerator(3, 4);
        one.accelerator.interconnect = {kind == 1 ? "GlobalBuffer" : "Buffer", Bits{kind == 2 ? 128 : 64}};
        one.layer =
            all.size() % 2 == 0 ? tests::convolution("layer", 3, 6, 8, 12) : tests::convolution("layer", 1, 12, 16, 24);
        if (all.size() % 5 == 3) {
            one.layer.dilationR = one.layer.strideP = 2;
            one.layer.dilationS = 3;
        }
        one.mapping = tests::randomMapping(rng, one.accelerator, one.layer);
        if (all.size() % 4 == 3) // another tensor of another level each time
            for (hardware::BufferLevel& level : one.accelerator.levels)
                level.multicast = level.multicast.without(kTensorRoles[rng.below(3)]);
        one.mesh = *meshLevel(one.accelerator);
        if (traffic::mappingTraffic(one.accelerator, one.layer, one.mapping))
            all.push_back(one);
    }
    return all;
}

struct Counted {
    Nest nest;
    AccessCounts counts;
    explicit Counted(const Case& one)
    {
        flatten(one.accelerator, one.mapping, nest);
        countAccesses(one.layer, nest, counts);
    }
};

MeshTime timeOf(const Case& one, const std::string& dram)
{
    const Counted counted(one);
    MeshModel model(one.accelerator, one.layer, one.mesh, *memoryOf(one.accelerator, dram));
    return model.time(counted.nest, counted.counts);
}

double simulated(const Case& one, const std::string& dram)
{
    const auto run = simulation::simulateLayer(one.accelerator, one.layer, one.mapping,
                                               *simulation::settingsFor(one.accelerator, dram), {});
    if (!run || !run->run.finished)
        qFatal("a simulation did not finish");
    return static_cast<double>(run->run.cycles);
}

/// Cycles of each port that the transactions of a mapping take.
PortTimesOfMesh walked(const Case& one)
{
    const auto traffic = *traffic::mappingTraffic(one.accelerator, one.layer, one.mapping);
    const auto buffer = noc::endpointOf(traffic.mesh, traffic.mesh.bufferPort());
    const auto outside = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    PortTimesOfMesh ports{};
    const auto on = [&](MeshPort port) -> double& { return ports[static_cast<std::size_t>(port)]; };
    std::vector<double> in(traffic.pes.size()), out(traffic.pes.size());
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const noc::Transaction& sent = traffic.list[id];
        if (sent.operation == noc::Operation::Count)
            continue;
        const double flits = 5.0 * sent.size; // no more than 64 routers
        (sent.actor == buffer    ? on(MeshPort::BufferOut)
         : sent.actor == outside ? on(MeshPort::DramOut)
                                 : out[traffic.numberOf(sent.actor)]) += flits;
        for (const noc::EndpointId to : traffic.list.destinations(id))
            (to == buffer    ? on(MeshPort::BufferIn)
             : to == outside ? on(MeshPort::DramIn)
                             : in[traffic.numberOf(to)]) += flits;
    }
    on(MeshPort::PeIn) = *std::max_element(in.begin(), in.end());
    on(MeshPort::PeOut) = *std::max_element(out.begin(), out.end());
    return ports;
}

} // namespace

class TestMeshModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsWhatTheTransactionsOfAMappingTake();
    void whatIsCoveredTakesWhatItTakesAsALayer();
    void tapsThatLanesShareAreCountedOnce();
    void portsAreBandwidths();
    void countsTheHopsThatFlitsTake();
    void namesWhatTakesLongest();
    void chargesHops();
    void sharesARunOfMemory();
    void saysWhichPortBoundsALayer();
    void theFiguresStay();
    void predictsTheSimulation();
    void waitsForRoomInTheBuffer();
    void isNeverBelowItsBoundNorTheBoundAboveTheSimulation();
    void aPlainDramIsNoFasterThanItsBandwidths();
    void addedStallsAreNoFaster();
    void asksForAMesh();
};

/// What the flows take of the ports is what the transactions take.
void compareWithTransactions(const std::vector<Case>& all)
{
    for (const Case& one : all) {
        const Counted counted(one);
        const MeshFlows flows(one.accelerator, one.layer, one.mesh, *memoryOf(one.accelerator, "ddr4-2400"));
        MeshTraffic traffic;
        flows.find(counted.nest, counted.counts, traffic);
        const PortTimesOfMesh expected = walked(one);
        for (const MeshPort port :
             {MeshPort::DramOut, MeshPort::DramIn, MeshPort::BufferOut, MeshPort::BufferIn, MeshPort::PeOut}) {
            double total = 0;
            for (const MeshFlow& flow : traffic.all())
                total += flow.transfers * flow.on(port);
            QVERIFY2(std::abs(total - expected[static_cast<std::size_t>(port)]) <= 1e-6 * total,
                     ("port " + std::to_string(int(port)) + ": " + std::to_string(total) + ", the transactions take "
                      + std::to_string(expected[static_cast<std::size_t>(port)]))
                         .c_str());
        }
    }
}

void TestMeshModel::countsWhatTheTransactionsOfAMappingTake() { compareWithTransactions(cases(60, 5)); }

void TestMeshModel::tapsThatLanesShareAreCountedOnce()
{
    std::vector<Case> all;
    Rng rng(9);
    for (const workload::LoopDimension tap : {R, S})
        while (all.size() < (tap == R ? 20 : 40)) {
            Case one;
            one.accelerator = tests::meshAccelerator(2, 2, 3);
            one.accelerator.levels[2].keeps = TensorSet::all().without(TensorRole::Inputs); // they go on to the lanes
            one.layer = tests::convolution("layer", 3, 6, 8, 12);
            one.mapping = tests::randomMapping(rng, one.accelerator, one.layer);
            one.mesh = 1;
            const auto& lanes = one.mapping.levels[2].spatial;
            if (lanes.size() == 1 && lanes.front().dimension == tap
                && traffic::mappingTraffic(one.accelerator, one.layer, one.mapping))
                all.push_back(one);
        }
    compareWithTransactions(all);
}

void TestMeshModel::portsAreBandwidths()
{
    auto accelerator = tests::meshAccelerator(2, 2, 2); // 32 B in 5 cycles
    hardware::BufferLevel& dram = accelerator.levels.front();
    const auto rates = [&] {
        const auto limited = withMeshPorts(accelerator);
        const auto count = [](const std::optional<BytesPerCycle>& rate) { return rate ? rate->count : 0; };
        return std::array<double, 5>{count(limited.readRate(0)), count(limited.writeRate(0)),
                                     count(limited.readRate(1)), count(limited.writeRate(1)),
                                     double(limited.hasOnePort(0) ? 1 : 2)};
    };
    using Rates = std::array<double, 5>;
    QVERIFY((rates() == Rates{6.4, 6.4, 6.4, 6.4, 2}));
    dram.readBandwidth = BytesPerCycle{2};
    QVERIFY((rates() == Rates{2, 2, 6.4, 6.4, 2})); // one for both
    dram.writeBandwidth = BytesPerCycle{10};
    QVERIFY((rates() == Rates{2, 6.4, 6.4, 6.4, 2}));
    dram.ports = 1;
    QVERIFY((rates() == Rates{2, 2, 6.4, 6.4, 1})); // in turns, at the smaller one
    dram.readBandwidth = BytesPerCycle{8};
    QVERIFY((rates() == Rates{6.4, 6.4, 6.4, 6.4, 2})); // the ports are slower
    accelerator.dram.model = "ddr4-2400";               // which has a clock of its own
    QVERIFY((rates() == Rates{6.4, 6.4, 6.4, 6.4, 2}));
    accelerator.levels[1].readBandwidth = BytesPerCycle{1};
    QVERIFY((rates() == Rates{6.4, 6.4, 1, 6.4, 2}));
    accelerator.levels[1].multicast = TensorSet::all().without(TensorRole::Outputs); // it reads what it adds to
    QVERIFY((rates() == Rates{0, 6.4, 1, 6.4, 2}));
    dram.fanout = {2, 1}; // two meshes
    QVERIFY((rates() == Rates{0, 0, 1, 6.4, 2}) || (rates() == Rates{2, 2, 1, 6.4, 2}));
}

/// A mapping may cover more than the layer has. What it moves is what the layer of that size moves: the simulator takes
/// it so, and the model predicts the simulator.
void TestMeshModel::whatIsCoveredTakesWhatItTakesAsALayer()
{
    int larger = 0;
    for (Case one : cases(60, 5)) {
        const auto whole = evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        QVERIFY(whole);
        const double simulatedWhole = larger < 6 ? simulated(one, "ddr4-2400") : 0;
        for (const auto d : {P, Q, C, K})
            one.layer.bounds[d] -= 1;
        const auto covering = evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        if (!covering)
            continue; // a loop could be smaller: refused
        const QByteArray where = QByteArray::number(larger);
        QVERIFY2(larger >= 6 || simulated(one, "ddr4-2400") == simulatedWhole, where);
        QVERIFY2(covering->cycles == whole->cycles, where + ": " + QByteArray::number(qint64(covering->cycles.count))
                                                        + " cycles, as a layer "
                                                        + QByteArray::number(qint64(whole->cycles.count)));
        QCOMPARE(covering->energy.count, whole->energy.count);
        ++larger;
    }
    QVERIFY2(larger > 10, qPrintable(QString::number(larger)));
}

void TestMeshModel::countsTheHopsThatFlitsTake()
{
    for (const Case& one : cases(60, 11)) {
        const auto settings = *simulation::settingsFor(one.accelerator, "ddr4-2400");
        const auto run = *simulation::simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
        const noc::Grid grid = noc::gridOf(run.traffic.mesh);
        double crossed = 0;
        for (noc::LinkId link = 0; link < grid.linkCount(); ++link)
            if (gridLink(grid, link).kind == noc::GridLink::Kind::Hop)
                crossed += static_cast<double>(run.run.totals.links[link].flits);
        const double hops = timeOf(one, "ddr4-2400").flitHops;
        QVERIFY2(std::abs(hops - crossed) <= 1e-9 * crossed,
                 (std::to_string(hops) + " hops of flits, simulated " + std::to_string(crossed)).c_str());
    }
}

/// A port of DRAM or of the level that feeds the mesh, for reading or writing.
void TestMeshModel::namesWhatTakesLongest()
{
    using Kind = Bottleneck::Kind;
    const std::map<std::string, std::pair<Kind, bool>> ports{
        // of DRAM
        {"DRAM port, out", {Kind::ReadPort, true}},    {"DRAM bus", {Kind::ReadPort, true}},
        {"DRAM port, in", {Kind::WritePort, true}},    {"DRAM bus, in", {Kind::WritePort, true}},
        {"buffer port, out", {Kind::ReadPort, false}}, {"PE ports, in", {Kind::ReadPort, false}},
        {"mesh columns", {Kind::ReadPort, false}},     {"late tiles", {Kind::ReadPort, false}},
        {"returning sums", {Kind::ReadPort, false}},   {"buffer port, in", {Kind::WritePort, false}},
        {"PE ports, out", {Kind::WritePort, false}}};
    std::set<std::string> seen;
    int cased = 0;
    for (Case one : cases(300, 29)) {
        one.accelerator.dram.model = ++cased % 2 == 0 ? "ddr4-2400" : "";
        const auto cost = *evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        const std::string part(name(timeOf(one, std::string(dramModelOf(one.accelerator))).part));
        const auto found = ports.find(cost.bottleneck.text);
        if (cost.bottleneck.text == "compute")
            QVERIFY(cost.bottleneck.kind == Kind::Compute && cost.bottleneck.level == 0);
        if (found == ports.end())
            continue; // a port of another level, as without the mesh
        QCOMPARE(cost.bottleneck.text, part);
        QVERIFY2(cost.bottleneck.kind == found->second.first, part.c_str());
        QCOMPARE(cost.bottleneck.level, found->second.second ? std::size_t(0) : one.mesh);
        seen.insert(part);
    }
    std::string all;
    for (const std::string& part : seen)
        all += part + "; ";
    QVERIFY2(seen.size() >= 5, all.c_str());
}

/// Energy per hop is part of the level that feeds the mesh, under the mesh model alone.
void TestMeshModel::chargesHops()
{
    for (Case one : cases(9, 17)) {
        const auto without = *evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        one.accelerator.interconnect.hopEnergy = Picojoules{2};
        const auto with = *evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        const double hops = timeOf(one, "ddr4-2400").flitHops;
        QVERIFY(hops > 0);
        QCOMPARE(with.levels[one.mesh].mesh.count, 2 * hops);
        QVERIFY(std::abs(with.energy.count - without.energy.count - 2 * hops) <= 1e-9 * with.energy.count);
        const Counted counted(one);
        const Score score = Evaluator(one.accelerator, one.layer, Model::Mesh).score(counted.nest);
        QVERIFY(std::abs(score.energy - with.energy.count) <= 1e-9 * with.energy.count);
        const auto own = *evaluate(one.accelerator, one.layer, one.mapping, Model::Nestloom);
        QCOMPARE(own.energy.count, without.energy.count);
    }
}

void TestMeshModel::sharesARunOfMemory()
{
    const workload::Layer layer = tests::convolution("layer", 3, 6, 8, 12); // 8 channels of 8 x 8 input pixels
    workload::Extents tile = workload::unitExtents();
    tile[Q] = 2;
    tile[S] = 3;
    tile[R] = 2;
    const Runs rows = runsOf(layer, TensorRole::Inputs, tile, 2); // 2 rows of 4 pixels
    QCOMPARE(rows.length, 8.0);
    QCOMPARE(rows.distance, 16.0);
    tile[Q] = 6;
    const Runs together = runsOf(layer, TensorRole::Inputs, tile, 2); // whole rows lie side by side
    QCOMPARE(together.length, 32.0);
    QCOMPARE(together.distance, 0.0);
    tile[C] = 2;
    QCOMPARE(runsOf(layer, TensorRole::Inputs, tile, 2).distance, 128.0); // from plane to plane
}

void TestMeshModel::saysWhichPortBoundsALayer()
{
    std::set<MeshPart> seen;
    for (const Case& one : cases(60, 23)) {
        const auto cost = *evaluate(one.accelerator, one.layer, one.mapping, Model::Mesh);
        const auto own = *evaluate(one.accelerator, one.layer, one.mapping, Model::Nestloom);
        if (cost.cycles == own.cycles)
            continue; // what bounds it is no part of the mesh
        const MeshPart part =
            (*meshModel(one.accelerator, one.layer)).time(Counted(one).nest, Counted(one).counts).part;
        seen.insert(part);
        QCOMPARE(cost.bottleneck.text, std::string(name(part)));
        if (part == MeshPart::Compute)
            QVERIFY(cost.bottleneck.kind == Bottleneck::Kind::Compute && cost.bottleneck.level == 0);
        if (part == MeshPart::BufferOut)
            QVERIFY(cost.bottleneck.kind == Bottleneck::Kind::ReadPort && cost.bottleneck.level == one.mesh);
        if (part == MeshPart::BufferIn)
            QVERIFY(cost.bottleneck.kind == Bottleneck::Kind::WritePort && cost.bottleneck.level == one.mesh);
        if (part == MeshPart::DramOut || part == MeshPart::DramBus)
            QVERIFY(cost.bottleneck.kind == Bottleneck::Kind::ReadPort && cost.bottleneck.level == 0);
        if (part == MeshPart::DramIn)
            QVERIFY(cost.bottleneck.kind == Bottleneck::Kind::WritePort && cost.bottleneck.level == 0);
    }
    QVERIFY(seen.contains(MeshPart::Compute) && seen.contains(MeshPart::BufferOut));
}

/// What the other tests allow by their tolerances: that a term of the model changes a little. A change that is meant
/// writes the file anew: the test leaves what it found beside its program.
void TestMeshModel::theFiguresStay()
{
    QByteArray found =
        "# SPDX-License-Identifier: Apache-2.0\n"
        "# The mesh model's figures of random mappings: cycles, summed, bound, hops of flits, bound by.\n";
    for (const char* dram : {"ddr4-2400", "lpddr4-2400", "bandwidth", "compat"})
        for (const Case& one : cases(60, 23)) {
            const MeshTime time = timeOf(one, dram);
            char line[160];
            std::snprintf(line, sizeof line, "%s %.7g %.7g %.7g %.7g %s\n", dram, time.cycles, time.summed, time.bound,
                          time.flitHops, std::string(name(time.part)).c_str());
            found += line;
        }
    QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/tests/engine/cost/mesh_figures.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray known = file.readAll();
    if (found != known) {
        QFile left(QStringLiteral("mesh_figures.txt"));
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write(found) == found.size());
    }
    const QByteArrayList lines = found.split('\n'), expected = known.split('\n');
    QCOMPARE(lines.size(), expected.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        QCOMPARE(lines[i], expected[i]);
}

void TestMeshModel::predictsTheSimulation()
{
    for (const char* dram : {"ddr4-2400", "bandwidth"}) {
        std::vector<double> errors;
        for (const Case& one : cases(21, 7)) {
            const double cycles = timeOf(one, dram).cycles, real = simulated(one, dram);
            errors.push_back(std::max(cycles, real) / std::min(cycles, real) - 1);
        }
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors[10] < 0.06, (dram + (": median error " + std::to_string(errors[10]))).c_str());
        QVERIFY2(errors[18] < 0.30, (dram + (": 90th percentile " + std::to_string(errors[18]))).c_str());
    }
}

/// One pixel of all channels at a time: of inputs and outputs every step brings a tile and takes one away, and both
/// are on their way for longer than the ports are busy.
void TestMeshModel::waitsForRoomInTheBuffer()
{
    Case one{tests::simba(), tests::convolution("pointwise", 1, 16, 64, 256), {}, 0};
    one.accelerator.interconnect = {"GlobalBuffer", Bits{64}};
    one.mesh = *meshLevel(one.accelerator);
    const auto mapping = io::mappingFromJson(one.accelerator, R"([
        {"level": "DRAM", "keep": ["weights", "inputs", "outputs"],
         "temporal": [{"dim": "Q", "bound": 16}, {"dim": "P", "bound": 16}], "spatial": []},
        {"level": "GlobalBuffer", "keep": ["inputs", "outputs"], "temporal": [],
         "spatial": [{"dim": "K", "bound": 4, "axis": "rows"}, {"dim": "K", "bound": 2, "axis": "columns"},
                     {"dim": "C", "bound": 2, "axis": "columns"}]},
        {"level": "InputBuffer", "keep": ["inputs"], "temporal": [], "spatial": [{"dim": "K", "bound": 8}]},
        {"level": "WeightBuffer", "keep": ["weights"], "temporal": [{"dim": "K", "bound": 2}], "spatial": []},
        {"level": "AccumulationBuffer", "keep": ["outputs"], "temporal": [{"dim": "K", "bound": 2},
         {"dim": "C", "bound": 4}], "spatial": [{"dim": "C", "bound": 8}]},
        {"level": "Registers", "keep": ["weights"], "temporal": [], "spatial": []}])");
    QVERIFY2(mapping, mapping ? "" : mapping.error().text().c_str());
    one.mapping = *mapping;
    const MeshTime time = timeOf(one, "bandwidth");
    const double real = simulated(one, "bandwidth");
    const QByteArray words = QByteArray::number(time.cycles) + " predicted, " + QByteArray::number(real) + " simulated";
    QVERIFY2(time.part == MeshPart::Tiles, words);
    QVERIFY2(std::max(time.cycles, real) / std::min(time.cycles, real) < 1.1, words);
}

void TestMeshModel::isNeverBelowItsBoundNorTheBoundAboveTheSimulation()
{
    for (const char* dram : {"ddr4-2400", "lpddr4-2400", "bandwidth"})
        for (const Case& one : cases(15, 13)) {
            const MeshTime time = timeOf(one, dram);
            const double real = simulated(one, dram);
            QVERIFY(time.bound <= time.cycles);
            QVERIFY2(
                time.bound <= real,
                (dram + (": bound " + std::to_string(time.bound)) + ", simulated " + std::to_string(real)).c_str());
        }
}

/// The analytical model takes each direction's bytes over its bandwidth, and what is proven of a layer rests on that.
void TestMeshModel::aPlainDramIsNoFasterThanItsBandwidths()
{
    struct Rates {
        double reads, writes;
        std::int64_t ports;
    };
    int bound = 0; // by the DRAM, however slow the mesh
    int exact = 0; // and by what it moves alone
    for (const Rates rates : {Rates{64, 0.5, 2}, Rates{0.5, 64, 2}, Rates{0.5, 0.5, 1}})
        for (Case one : cases(11, 29)) {
            hardware::BufferLevel& dram = one.accelerator.levels.front();
            dram.readBandwidth = BytesPerCycle{rates.reads};
            dram.writeBandwidth = BytesPerCycle{rates.writes};
            dram.ports = rates.ports;
            for (hardware::BufferLevel& level : one.accelerator.levels)
                level.multicast = TensorSet::all(); // else sums are added at a level, which no mesh sees
            const auto own = *evaluate(one.accelerator, one.layer, one.mapping, Model::Nestloom);
            if (own.bottleneck.level != 0)
                continue;
            ++bound;
            QVERIFY(timeOf(one, "bandwidth").bound
                    >= double(own.cycles.count) - 1); // both directions where they take turns
            exact += timeOf(one, "bandwidth").bound <= double(own.cycles.count) ? 1 : 0;
            const double cycles = timeOf(one, "bandwidth").cycles, real = simulated(one, "bandwidth");
            const QByteArray words = "analytical " + QByteArray::number(double(own.cycles.count)) + ", mesh "
                                     + QByteArray::number(cycles) + ", simulated " + QByteArray::number(real);
            QVERIFY2(double(own.cycles.count) <= cycles + 1 && double(own.cycles.count) <= real, words);
        }
    QVERIFY2(bound > 15, qPrintable(QString::number(bound)));
    QVERIFY2(exact >= 10, qPrintable(QString::number(exact)));
}

void TestMeshModel::addedStallsAreNoFaster()
{
    for (const Case& one : cases(60, 17)) {
        const MeshTime time = timeOf(one, "ddr4-2400");
        QVERIFY(time.summed >= time.cycles);
    }
}

void TestMeshModel::asksForAMesh()
{
    hardware::Accelerator accelerator = tests::simba();
    accelerator.interconnect.below.clear();
    QCOMPARE(meshLevel(accelerator).error().code, ErrorCode::Unsupported);
    accelerator.interconnect.below = "Cache";
    QVERIFY(meshLevel(accelerator).error().text().find("Cache") != std::string::npos);
    accelerator.interconnect.below = "GlobalBuffer";
    QCOMPARE(*meshLevel(accelerator), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestMeshModel)
#include "tst_mesh_model.moc"
