// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/simulate.h"
#include "engine/noc/window_range.h"
#include "engine/noc/window_recorder.h"
#include "tests/support/random_transactions.h"

#include <QTest>

#include <numeric>

using namespace nestloom;
using namespace nestloom::noc;

namespace {

/// A mesh of one router: 100 flits on link 2 and 10 blocked cycles in the first window, 50 flits in the second, which
/// ends after 100 cycles.
WindowCounters twoWindows()
{
    WindowRecorder recorder({1, 1}, 0, true, true);
    recorder.links()[2] = {100, 10};
    recorder.classes()[2][1] = 80;
    recorder.classes()[2][kTrafficClasses] = 20;
    recorder.routers()[0].occupancy = 512;
    recorder.enter(256);
    recorder.links()[2].flits = 50;
    return recorder.windows();
}

constexpr Cycle kEnd = 356;

RangeRates rates(Cycle from, Cycle to) { return rangeRates(twoWindows(), Grid{1, 1}.linkCount(), 1, kEnd, from, to); }

} // namespace

class TestWindowRange : public QObject {
    Q_OBJECT
private slots:
    void theWholeRunIsTheMeanOfAllWindows()
    {
        const RangeRates all = rates(0, kEnd);
        QCOMPARE(all.cycles, 356.0);
        QCOMPARE(all.links[2].flits, 150.0 / 356);
        QCOMPARE(all.links[2].blocked, 10.0 / 356);
        QCOMPARE(all.links[2].classes[1], 80.0 / 356);
        QCOMPARE(all.routers[0].occupancy, 512.0 / 356);
        QCOMPARE(all.links[0].flits, 0.0);
    }

    void partsOfWindowsCountByTheirShare()
    {
        QCOMPARE(rates(0, 128).links[2].flits, 100.0 / 256);
        QCOMPARE(rates(128, 306).links[2].flits, (50.0 + 25.0) / 178);
        QCOMPARE(rates(256, 10'000).links[2].flits, 0.5);
    }

    void noCyclesHaveNoRates()
    {
        QCOMPARE(rates(100, 100).cycles, 0.0);
        QCOMPARE(rates(400, 500).links[2].flits, 0.0);
        QCOMPARE(rangeRates({}, 6, 1, 100, 0, 100).links[2].flits, 0.0);
    }

    void windowsAreFoundByTheirCycles()
    {
        const WindowCounters windows = twoWindows();
        QCOMPARE(windowAt(windows, 255), 0u);
        QCOMPARE(windowAt(windows, 256), 1u);
        QCOMPARE(windowAt(windows, 9999), 1u);
        QCOMPARE(windowCycles(windows, 1, kEnd), std::pair(Cycle(256), kEnd));
    }

    void classesInWindowsAddUp_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::newRow("one header flit") << 4 << 5;
        QTest::newRow("two header flits") << 8 << 9;
    }

    void classesInWindowsAddUp()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        tests::RandomTraffic traffic;
        traffic.transactions = 600;
        traffic.multicasts = 0.4;
        const Grid grid{std::size_t(columns), std::size_t(rows)};
        Rng rng(3);
        const TransactionList list = tests::randomTransactions(grid, traffic, rng);
        SimulationOptions options;
        const auto plain = simulate(grid, list, {}, options, {});
        options.countClasses = true;
        const auto counted = simulate(grid, list, {}, options, {});
        QVERIFY(plain && counted && plain->windows.classes.empty());
        QVERIFY(plain->times == counted->times); // counting changes nothing
        const WindowCounters& windows = counted->windows;
        std::vector<ClassCount> sums(grid.linkCount());
        for (std::size_t i = 0; i < windows.classes.size(); ++i) {
            const ClassCount& count = windows.classes[i];
            QCOMPARE(std::uint32_t(std::accumulate(count.begin(), count.end(), 0)), windows.links[i].flits);
            for (std::size_t c = 0; c < count.size(); ++c)
                sums[i % grid.linkCount()][c] += count[c];
        }
        for (LinkId link = 0; link < grid.linkCount(); ++link)
            for (std::size_t c = 0; c <= kTrafficClasses; ++c)
                QCOMPARE(std::uint64_t(sums[link][c]), counted->totals.linkClasses[link][c]);
    }
};

QTEST_APPLESS_MAIN(TestWindowRange)
#include "tst_window_range.moc"
