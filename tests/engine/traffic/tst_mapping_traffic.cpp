// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/traffic/mapping_traffic.h"
#include "engine/traffic/mesh_load.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::traffic;

namespace {

struct Case {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    mapping::LayerMapping mapping;
    MappingTraffic traffic;
};

/// Random mappings on a small mesh that keeps everything everywhere and on one like Simba, where weights bypass the
/// buffer.
std::vector<Case> cases(const TrafficOptions& options = {}, TensorSet multicast = TensorSet::all())
{
    std::vector<Case> all;
    Rng rng(5);
    for (int i = 0; i < 24; ++i) {
        Case one;
        one.accelerator = i % 2 == 0 ? tests::meshAccelerator(2, 2, 2) : tests::simba();
        one.accelerator.interconnect = {i % 2 == 0 ? "Buffer" : "GlobalBuffer", Bits{64}};
        one.accelerator.levels[1].multicast = multicast;
        one.layer = tests::convolution("layer", i % 3 == 0 ? 3 : 1, 6, 8, 12);
        one.mapping = tests::randomMapping(rng, one.accelerator, one.layer);
        auto traffic = mappingTraffic(one.accelerator, one.layer, one.mapping, options);
        if (!traffic)
            continue; // not valid: tiles do not fit
        one.traffic = std::move(*traffic);
        all.push_back(std::move(one));
    }
    return all;
}

/// Bytes of a flow that arrive at its destination: sums that travel from PE to PE count once, at the end.
double bytesOf(const MappingTraffic& traffic, std::size_t flow)
{
    double sum = 0;
    const bool collect = traffic.flows[flow].kind == Flow::Kind::Collect;
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id)
        if (traffic.tags[id].flow == flow
            && !(collect && traffic.list.destinations(id).front() < traffic.mesh.peCount()))
            sum += static_cast<double>(traffic.tags[id].bytes);
    return sum;
}

} // namespace

class TestMappingTraffic : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void movesWhatTheCostModelCounts();
    void movesAsMuchWithMergedLoops();
    void movesAsMuchOneToOne();
    void waitsForNothingInACircle();
    void everyPeComputesOncePerStep();
    void addressesLieInTheirTensor();
    void packetsHoldTheBytes();
    void sumsComeTogetherAsWanted();
    void refusesAWrongMapping();
};

void TestMappingTraffic::movesWhatTheCostModelCounts()
{
    const auto all = cases();
    QVERIFY(all.size() >= 12);
    for (const Case& one : all) {
        const auto load = meshLoad(one.accelerator, one.layer, one.mapping, Cycles{1});
        QVERIFY(load);
        QCOMPARE(one.traffic.flows.size(), load->flows.size());
        for (std::size_t flow = 0; flow < load->flows.size(); ++flow) {
            const Flow& counted = load->flows[flow];
            // What enters is sent once for each group, and what is collected leaves once for each group.
            const double bytes = counted.kind == Flow::Kind::Collect ? counted.left : counted.entered;
            QVERIFY2(std::abs(bytesOf(one.traffic, flow) - bytes) < 1,
                     qPrintable(QStringLiteral("flow %1 of kind %2: %3, counted %4")
                                    .arg(flow)
                                    .arg(int(counted.kind))
                                    .arg(bytesOf(one.traffic, flow))
                                    .arg(bytes)));
        }
    }
}

void TestMappingTraffic::movesAsMuchWithMergedLoops()
{
    const auto all = cases();
    const auto merged = cases({.mostComputes = 16});
    QCOMPARE(merged.size(), all.size());
    bool someMerged = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        someMerged = someMerged || merged[i].traffic.mergedLoops > 0;
        QCOMPARE(merged[i].traffic.steps * merged[i].traffic.cyclesPerStep,
                 all[i].traffic.steps * all[i].traffic.cyclesPerStep);
        for (std::size_t flow = 0; flow < all[i].traffic.flows.size(); ++flow)
            QCOMPARE(bytesOf(merged[i].traffic, flow), bytesOf(all[i].traffic, flow));
    }
    QVERIFY(someMerged);
}

void TestMappingTraffic::movesAsMuchOneToOne()
{
    for (const Case& one : cases({}, TensorSet{}))
        for (noc::TransactionId id = 0; id < one.traffic.list.size(); ++id)
            QVERIFY(one.traffic.list[id].operation != noc::Operation::Multicast);
    for (const Case& one : cases({}, TensorSet{})) {
        const auto load = meshLoad(one.accelerator, one.layer, one.mapping, Cycles{1});
        for (std::size_t flow = 0; flow < load->flows.size(); ++flow)
            QVERIFY(std::abs(bytesOf(one.traffic, flow) - load->flows[flow].entered) < 1);
    }
}

void TestMappingTraffic::waitsForNothingInACircle()
{
    for (const Case& one : cases()) {
        const Status checked = noc::checkTransactions(noc::gridOf(one.traffic.mesh), one.traffic.list);
        QVERIFY2(checked.has_value(), checked ? "" : checked.error().text().c_str());
    }
}

void TestMappingTraffic::everyPeComputesOncePerStep()
{
    for (const Case& one : cases()) {
        std::map<std::pair<std::uint32_t, noc::EndpointId>, int> computes;
        for (noc::TransactionId id = 0; id < one.traffic.list.size(); ++id)
            if (one.traffic.tags[id].flow == TransactionTag::kCompute) {
                ++computes[{one.traffic.tags[id].step, one.traffic.list[id].actor}];
                QCOMPARE(std::int64_t{one.traffic.list[id].size}, one.traffic.cyclesPerStep);
            }
        QCOMPARE(computes.size(), static_cast<std::size_t>(one.traffic.steps) * one.traffic.pes.size());
        for (const auto& [where, count] : computes)
            QCOMPARE(count, 1);
        const auto cost = cost::evaluate(one.accelerator, one.layer, one.mapping, cost::Model::Nestloom);
        QCOMPARE(one.traffic.steps * one.traffic.cyclesPerStep, cost->computeCycles.count);
    }
}

void TestMappingTraffic::addressesLieInTheirTensor()
{
    for (const Case& one : cases()) {
        const noc::EndpointId outside = noc::endpointOf(one.traffic.mesh, one.traffic.mesh.outsidePort());
        for (noc::TransactionId id = 0; id < one.traffic.list.size(); ++id) {
            const TransactionTag& tag = one.traffic.tags[id];
            if (tag.flow == TransactionTag::kCompute)
                continue;
            const auto to = one.traffic.list.destinations(id);
            if (one.traffic.list[id].actor != outside && to.front() != outside)
                continue;
            const TensorRole role = one.traffic.flows[tag.flow].tensor;
            QVERIFY(one.traffic.blocks[tag.block].tensor == role);
            const std::uint64_t base = one.traffic.places->base(role);
            const auto bytes = static_cast<std::uint64_t>(workload::elements(one.layer, role));
            for (std::uint32_t packet = 0; packet < one.traffic.list[id].size; ++packet) {
                std::vector<std::uint64_t> addresses;
                one.traffic.addAddresses(id, packet, {64}, addresses);
                QCOMPARE(addresses.size(), std::size_t{1}); // packets of 32 bytes
                QVERIFY(addresses.front() >= base && addresses.front() < base + bytes);
            }
            std::vector<std::uint64_t> addresses;
            std::int64_t carried = 0;
            for (std::uint32_t packet = 0; packet < one.traffic.list[id].size; ++packet) {
                one.traffic.addAddresses(id, packet, {8}, addresses);
                carried += one.traffic.bytesOf(id, packet).count;
            }
            QCOMPARE(carried, tag.bytes);
            QCOMPARE(std::int64_t(addresses.size()), (tag.bytes + 7) / 8); // without what fills the last packet
        }
    }
}

void TestMappingTraffic::packetsHoldTheBytes()
{
    for (const Case& one : cases())
        for (noc::TransactionId id = 0; id < one.traffic.list.size(); ++id)
            if (one.traffic.tags[id].flow != TransactionTag::kCompute) {
                const std::int64_t room = one.traffic.list[id].size * one.traffic.packetBytes;
                QVERIFY(room >= one.traffic.tags[id].bytes
                        && room - one.traffic.packetBytes < one.traffic.tags[id].bytes);
            }
}

/// Every PE of a group sends its sums once, whatever the way; only where to, and what for it waits, differs.
void TestMappingTraffic::sumsComeTogetherAsWanted()
{
    std::size_t chained = 0;
    const auto packets = cases(), tiles = cases({.reduction = Reduction::StoreAndForward}),
               gathered = cases({.reduction = Reduction::AtReceiver});
    for (std::size_t i = 0; i < packets.size(); ++i) {
        const MappingTraffic &p = packets[i].traffic, &t = tiles[i].traffic, &g = gathered[i].traffic;
        QCOMPARE(t.list.size(), p.list.size());
        QCOMPARE(g.list.size(), p.list.size());
        for (noc::TransactionId id = 0; id < p.list.size(); ++id) {
            QCOMPARE(t.tags[id].bytes, p.tags[id].bytes);
            QCOMPARE(g.tags[id].bytes, p.tags[id].bytes);
            QVERIFY(!t.list[id].follows && !g.list[id].follows);
            if (!p.list[id].follows)
                continue;
            ++chained;
            const auto after = t.list.after(id);
            QVERIFY(std::find(after.begin(), after.end(), *p.list[id].follows) != after.end());
        }
        for (noc::TransactionId id = 0; id < g.list.size(); ++id) {
            const bool sum =
                g.tags[id].flow != TransactionTag::kCompute && g.flows[g.tags[id].flow].kind == Flow::Kind::Collect;
            QVERIFY(!sum || g.list.destinations(id).front() >= g.mesh.peCount());
        }
    }
    QVERIFY(chained > 0);
}

void TestMappingTraffic::refusesAWrongMapping()
{
    auto one = cases().front();
    one.mapping.levels.front().temporal.push_back({workload::LoopDimension::K, 2});
    QVERIFY(!mappingTraffic(one.accelerator, one.layer, one.mapping));
    one = cases().front();
    one.accelerator.interconnect.below.clear();
    const auto without = mappingTraffic(one.accelerator, one.layer, one.mapping);
    QVERIFY(!without && without.error().code == ErrorCode::Unsupported);
}

QTEST_APPLESS_MAIN(TestMappingTraffic)
#include "tst_mapping_traffic.moc"
