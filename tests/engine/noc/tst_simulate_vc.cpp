// SPDX-License-Identifier: Apache-2.0
// Transactions over routers with virtual channels: what holds for wormhole routers holds here as well.
#include "engine/noc/simulate.h"
#include "tests/support/random_transactions.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace nestloom;
using namespace nestloom::noc;

namespace {

SimulationOptions options(VcOptions::Pipeline pipeline = VcOptions::Pipeline::Two, std::uint32_t vcs = 4)
{
    SimulationOptions result;
    result.router = RouterKind::VirtualChannels;
    result.vc.pipeline = pipeline;
    result.vc.vcs = vcs;
    result.countClasses = true;
    return result;
}

SimulationResult run(const Grid& grid, const TransactionList& list, const SimulationOptions& chosen)
{
    const auto result = simulate(grid, list, {}, chosen, {});
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

TransactionList unicasts(const Grid& grid, std::uint64_t seed, double waits = 0.4)
{
    Rng rng(seed);
    return tests::randomTransactions(grid, {800, 12, 0, 0.2, waits}, rng);
}

} // namespace

class TestSimulateVc : public QObject {
    Q_OBJECT
private slots:
    void meshes()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("four");
        QTest::addColumn<int>("vcs");
        QTest::newRow("4 x 5") << 4 << 5 << false << 4;
        QTest::newRow("four stages") << 4 << 5 << true << 2;
        QTest::newRow("one channel") << 3 << 3 << false << 1;
        QTest::newRow("8 x 9") << 8 << 9 << false << 4;
    }

    void nothingGetsLost_data() { meshes(); }
    void nothingGetsLost()
    {
        const auto [grid, chosen] = sample();
        const TransactionList list = unicasts(grid, 3);
        const SimulationResult result = run(grid, list, chosen);
        QVERIFY(result.finished && !result.standstill);
        std::uint64_t flits = 0;
        for (TransactionId id = 0; id < list.size(); ++id)
            flits += list[id].operation == Operation::Unicast ? 5 * list[id].size : 0;
        QCOMPARE(result.injected, flits);
        QCOMPARE(result.ejected, flits);
        std::uint64_t busiest = 0;
        for (const LinkCount& link : result.totals.links)
            busiest = std::max<std::uint64_t>(busiest, link.flits);
        QVERIFY(std::uint64_t(result.cycles) >= busiest);
        QVERIFY(result.flitHops >= flits);
    }

    void windowsAddUpToTheTotals_data() { meshes(); }
    void windowsAddUpToTheTotals()
    {
        const auto [grid, chosen] = sample();
        const SimulationResult result = run(grid, unicasts(grid, 4), chosen);
        std::vector<ClassCount> classes(grid.linkCount());
        for (std::size_t i = 0; i < result.windows.classes.size(); ++i) {
            const ClassCount& count = result.windows.classes[i];
            QCOMPARE(std::uint32_t(std::accumulate(count.begin(), count.end(), 0)), result.windows.links[i].flits);
            for (std::size_t c = 0; c < count.size(); ++c)
                classes[i % grid.linkCount()][c] += count[c];
        }
        std::uint64_t occupied = 0, blocked = 0;
        for (LinkId link = 0; link < grid.linkCount(); ++link) {
            for (std::size_t c = 0; c <= kTrafficClasses; ++c)
                QCOMPARE(std::uint64_t(classes[link][c]), result.totals.linkClasses[link][c]);
            blocked += result.totals.links[link].blocked;
        }
        for (const RouterCount& router : result.totals.routers)
            occupied += router.occupancy;
        QVERIFY(occupied >= result.flitHops); // each flit stays at least a cycle in each router
        QVERIFY(blocked > 0);
    }

    void noOrderOfRoutersAndNoSkippingChangesAnything_data() { meshes(); }
    void noOrderOfRoutersAndNoSkippingChangesAnything()
    {
        const auto [grid, chosen] = sample();
        const TransactionList list = unicasts(grid, 5);
        const SimulationResult plain = run(grid, list, chosen);
        SimulationOptions other = chosen;
        other.routerOrder = 17;
        QVERIFY(run(grid, list, other).times == plain.times);
        other = chosen;
        other.skipIdle = false;
        const SimulationResult slow = run(grid, list, other);
        QVERIFY(slow.times == plain.times);
        QVERIFY(slow.totals == plain.totals);
    }

    /// Two cycles into the mesh, three for each router of the short pipeline, then flit by flit.
    void aLonePacketTakesItsStages()
    {
        const Grid grid{4, 4};
        TransactionList list;
        Transaction packet;
        packet.actor = 0;
        packet.size = 1;
        const EndpointId to = 15;
        list.add(packet, std::span(&to, 1), {});
        const SimulationResult result = run(grid, list, options());
        QCOMPARE(result.times[0].end - result.times[0].start, Cycle(2 + 7 * 3 + 4));
    }

    void transactionsWaitAsTheyAreTold()
    {
        const Grid grid{3, 3};
        const TransactionList list = unicasts(grid, 6, 1.0);
        const SimulationResult result = run(grid, list, options());
        for (TransactionId id = 0; id < list.size(); ++id)
            for (const TransactionId before : list.after(id))
                QVERIFY(result.times[id].start > result.times[before].start);
    }

    /// What copies make of the flits: all arrive, no link carries a packet twice, and the order of routers is
    /// irrelevant.
    void multicastsGetLostNowhere_data() { meshes(); }
    void multicastsGetLostNowhere()
    {
        const auto [grid, chosen] = sample();
        Rng rng(8);
        const TransactionList list = tests::randomTransactions(grid, {400, 12, 0.5, 0.1, 0.4}, rng);
        const SimulationResult result = run(grid, list, chosen);
        QVERIFY(result.finished && !result.standstill);
        std::uint64_t sent = 0, arrived = 0;
        for (TransactionId id = 0; id < list.size(); ++id) {
            const bool multicast = list[id].operation == Operation::Multicast;
            const std::uint64_t flits = std::uint64_t(list[id].size) * (multicast ? multicastFlits(grid, chosen) : 5);
            sent += list[id].operation == Operation::Count ? 0 : flits;
            arrived += flits * list.destinations(id).size();
        }
        QCOMPARE(result.injected, sent);
        QCOMPARE(result.ejected, arrived);
        for (LinkId link = 0; link < grid.linkCount(); ++link) {
            const auto& classes = result.totals.linkClasses[link]; // by the routes of the packets
            QCOMPARE(std::accumulate(classes.begin(), classes.end(), std::uint64_t(0)),
                     result.totals.links[link].flits);
        }
        SimulationOptions shuffled = chosen;
        shuffled.routerOrder = 3;
        const SimulationResult other = run(grid, list, shuffled);
        QVERIFY(other.times == result.times);
        QVERIFY(other.windows == result.windows);
    }

    /// Copies leave a router when each of them would leave it alone; only the short pipeline does not speculate for
    /// them.
    void aLoneMulticastTakesItsStages()
    {
        const Grid grid{4, 1};
        TransactionList list;
        Transaction packet;
        packet.operation = Operation::Multicast;
        packet.actor = 0;
        packet.size = 1;
        list.add(packet, std::vector<EndpointId>{1, 2, 3}, {});
        for (const bool four : {true, false}) {
            const SimulationResult result =
                run(grid, list, options(four ? VcOptions::Pipeline::Four : VcOptions::Pipeline::Two));
            for (Cycle i = 0; i < 3; ++i) {
                const Cycle routers = i + 2, partings = four ? 0 : std::min<Cycle>(i + 1, 2);
                QCOMPARE(result.arrivals[std::size_t(i)] - result.times[0].start,
                         2 + routers * (four ? 5 : 3) + partings + 4);
            }
            QCOMPARE(result.flitHops, std::uint64_t(5 * (3 + 3))); // three links on, three out
        }
    }

    /// Every local port has a multicast to send all the time, and buffers hold no more than a packet.
    void saturatedMulticastsOnEightByEightDoNotGetStuck_data()
    {
        QTest::addColumn<int>("vcs");
        QTest::addColumn<double>("multicasts");
        QTest::newRow("one channel") << 1 << 1.0;
        QTest::newRow("one channel, with unicasts") << 1 << 0.5;
        QTest::newRow("four channels") << 4 << 1.0;
    }
    void saturatedMulticastsOnEightByEightDoNotGetStuck()
    {
        QFETCH(int, vcs);
        QFETCH(double, multicasts);
        constexpr Grid kGrid{8, 8};
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Rng rng(seed);
            const auto list = tests::randomTransactions(kGrid, {300, 6, multicasts, 0, 0}, rng);
            SimulationOptions chosen =
                options(seed % 2 ? VcOptions::Pipeline::Two : VcOptions::Pipeline::Four, std::uint32_t(vcs));
            chosen.vc.bufferFlits = multicastFlits(kGrid, chosen);
            const SimulationResult result = run(kGrid, list, chosen);
            QVERIFY(result.finished);
            QVERIFY(!result.standstill);
        }
    }

    void badNumbersAreRefused()
    {
        const Grid grid{3, 3};
        TransactionList list;
        Transaction packet;
        packet.operation = Operation::Multicast;
        packet.size = 1;
        list.add(packet, std::vector<EndpointId>{1, 2}, {});
        SimulationOptions small = options();
        small.vc.bufferFlits = 5;
        QVERIFY(simulate(grid, list, {}, small, {}));
        small.vc.bufferFlits = 4;
        const auto refused = simulate(grid, list, {}, small, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().text(),
                 std::string("multicasts of 5 flits are more than a virtual channel can hold; at most 4"));
        QVERIFY(simulate(grid, unicasts(grid, 1), {}, small, {}));
        QVERIFY(!simulate(grid, unicasts(grid, 1), {}, options(VcOptions::Pipeline::Two, 0), {}));
    }

private:
    static std::pair<Grid, SimulationOptions> sample()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(bool, four);
        QFETCH(int, vcs);
        return {{std::size_t(columns), std::size_t(rows)},
                options(four ? VcOptions::Pipeline::Four : VcOptions::Pipeline::Two, std::uint32_t(vcs))};
    }
};

QTEST_APPLESS_MAIN(TestSimulateVc)
#include "tst_simulate_vc.moc"
