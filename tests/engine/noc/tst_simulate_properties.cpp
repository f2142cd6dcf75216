// SPDX-License-Identifier: Apache-2.0
// What holds for any transactions: nothing gets lost, nothing is faster than it can be, nothing depends on the order in
// which routers are updated, nothing gets stuck.
#include "engine/noc/simulate.h"
#include "tests/support/random_transactions.h"

#include <QTest>

#include <numeric>

using namespace nestloom;
using namespace nestloom::noc;
using tests::RandomTraffic;

namespace {

SimulationResult run(const Grid& grid, const TransactionList& list, const SimulationOptions& options = {})
{
    const auto result = simulate(grid, list, {}, options, {});
    if (!result)
        qFatal("%s", result.error().text().c_str());
    if (result->standstill)
        qWarning("%s", result->standstill->waits.front().c_str());
    return *result;
}

std::uint64_t flitsOver(const SimulationResult& result, const Grid& grid, GridLink::Kind kind)
{
    std::uint64_t flits = 0;
    for (LinkId link = 0; link < grid.linkCount(); ++link)
        if (gridLink(grid, link).kind == kind)
            flits += result.totals.links[link].flits;
    return flits;
}

/// Flits that the transactions put into the mesh and take out of it.
std::pair<std::uint64_t, std::uint64_t> flitsOf(const TransactionList& list, std::uint32_t unicast,
                                                std::uint32_t multicast)
{
    std::pair<std::uint64_t, std::uint64_t> sums;
    for (TransactionId id = 0; id < list.size(); ++id) {
        if (list[id].operation == Operation::Count)
            continue;
        const std::uint64_t flits =
            std::uint64_t(list[id].size) * (list[id].operation == Operation::Multicast ? multicast : unicast);
        sums.first += flits;
        sums.second += flits * list.destinations(id).size();
    }
    return sums;
}

} // namespace

class TestSimulateProperties : public QObject {
    Q_OBJECT
private slots:
    void traffics()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("multicasts");
        QTest::addColumn<double>("counts");
        QTest::addColumn<double>("waits");
        QTest::newRow("unicasts") << 4 << 5 << 0.0 << 0.0 << 0.0;
        QTest::newRow("a mixture") << 4 << 5 << 0.3 << 0.2 << 0.7;
        QTest::newRow("one row") << 6 << 1 << 0.3 << 0.2 << 0.5;
        QTest::newRow("two header flits") << 8 << 9 << 0.3 << 0.1 << 0.5;
    }

    void nothingGetsLost_data() { traffics(); }
    void nothingGetsLost()
    {
        const auto [grid, list] = sample();
        const SimulationResult result = run(grid, list);
        QVERIFY(result.finished);
        const auto [in, out] = flitsOf(list, 5, grid.routerCount() > 64 ? 6 : 5);
        QCOMPARE(result.injected, in);
        QCOMPARE(result.ejected, out);
        QCOMPARE(flitsOver(result, grid, GridLink::Kind::Entering), in);
        QCOMPARE(flitsOver(result, grid, GridLink::Kind::Leaving), out);
        QCOMPARE(flitsOver(result, grid, GridLink::Kind::Hop) + out, result.flitHops);
        for (LinkId link = 0; link < grid.linkCount(); ++link) {
            const auto& classes = result.totals.linkClasses[link];
            QCOMPARE(std::accumulate(classes.begin(), classes.end(), std::uint64_t(0)),
                     result.totals.links[link].flits);
        }
    }

    void nothingIsFasterThanItCanBe_data() { traffics(); }
    void nothingIsFasterThanItCanBe()
    {
        const auto [grid, list] = sample();
        const SimulationResult result = run(grid, list);
        for (TransactionId id = 0; id < list.size(); ++id) {
            const auto destinations = list.destinations(id);
            const Cycle flits = list[id].operation == Operation::Multicast && grid.routerCount() > 64 ? 6 : 5;
            for (std::size_t i = 0; i < destinations.size(); ++i) {
                const auto routers = Cycle(tests::routersBetween(grid, list[id].actor, destinations[i]));
                const Cycle least = 1 + 4 * routers + (flits - 1) + flits * (list[id].size - 1);
                QVERIFY(result.arrivals[list.firstDestination(id) + i] - result.times[id].start >= least);
            }
            for (const TransactionId before : list.after(id))
                QVERIFY(result.times[id].start >= result.times[before].start);
        }
        for (const LinkCount& link : result.totals.links)
            QVERIFY(result.cycles >= Cycle(link.flits));
    }

    void noOrderOfRoutersAndNoSkippingChangesAnything_data() { traffics(); }
    void noOrderOfRoutersAndNoSkippingChangesAnything()
    {
        const auto [grid, list] = sample();
        const SimulationResult expected = run(grid, list);
        for (int variant = 0; variant < 3; ++variant) {
            SimulationOptions options;
            options.routerOrder = std::uint64_t(variant) * 77;
            options.skipIdle = variant > 0;
            const SimulationResult result = run(grid, list, options);
            QCOMPARE(result.times, expected.times);
            QCOMPARE(result.arrivals, expected.arrivals);
            QVERIFY(result.windows == expected.windows);
            QVERIFY(result.totals == expected.totals);
        }
    }

    void windowsAddUpToTheTotals_data() { traffics(); }
    void windowsAddUpToTheTotals()
    {
        const auto [grid, list] = sample();
        SimulationOptions options;
        options.countWindows = false;
        QVERIFY(run(grid, list, options).totals == run(grid, list).totals);
    }

    /// Every local port has a multicast to send all the time.
    void saturatedMulticastsOnEightByEightDoNotGetStuck()
    {
        constexpr Grid kGrid{8, 8};
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Rng rng(seed);
            const auto list = tests::randomTransactions(kGrid, {600, 8, 1.0, 0, 0}, rng);
            const SimulationResult result = run(kGrid, list);
            QVERIFY(result.finished);
            QVERIFY(!result.standstill);
        }
    }

    void aMeshOfSixteenBySixteenRuns()
    {
        constexpr Grid kGrid{16, 17};
        Rng rng(5);
        const auto list = tests::randomTransactions(kGrid, {2000, 4, 0.05, 0.1, 0.3}, rng);
        QVERIFY(run(kGrid, list).finished);
    }

private:
    static std::pair<Grid, TransactionList> sample()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(double, multicasts);
        QFETCH(double, counts);
        QFETCH(double, waits);
        const Grid grid{std::size_t(columns), std::size_t(rows)};
        Rng rng(11);
        return {grid, tests::randomTransactions(grid, {400, 20, multicasts, counts, waits}, rng)};
    }
};

QTEST_APPLESS_MAIN(TestSimulateProperties)
#include "tst_simulate_properties.moc"
