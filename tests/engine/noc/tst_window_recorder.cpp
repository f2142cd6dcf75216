// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/simulate.h"
#include "engine/noc/window_recorder.h"
#include "tests/support/random_transactions.h"

#include <QTest>

#include <numeric>

using namespace nestloom::noc;
using namespace nestloom;

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

class TestWindowRecorder : public QObject {
    Q_OBJECT
private slots:
    void countsGoToTheWindowOfTheirCycle()
    {
        WindowRecorder recorder({1, 1}, 10, true);
        recorder.enter(10);
        ++recorder.links()[2].flits;
        recorder.enter(10 + 256);
        recorder.links()[2].flits += 7;
        const WindowCounters& windows = recorder.windows();
        const std::size_t links = Grid{1, 1}.linkCount();
        QCOMPARE(windows.windows, 2u);
        QCOMPARE(windows.links[2].flits, 1u);
        QCOMPARE(windows.links[links + 2].flits, 7u);
        QCOMPARE(recorder.totals().links[2].flits, 8u);
    }

    void windowsMergeInPairsWhenTheyAreFull()
    {
        WindowRecorder recorder({1, 1}, 0, true);
        for (Cycle window = 0; window < 1024; ++window) {
            recorder.enter(window * 256);
            recorder.links()[0].flits = 1;
            recorder.routers()[0].mostFlits = std::uint16_t(window % 2 + 1);
        }
        QCOMPARE(recorder.windows().windows, 1024u);
        recorder.enter(1024 * 256);
        recorder.links()[0].flits = 5;
        const WindowCounters& windows = recorder.windows();
        const std::size_t links = Grid{1, 1}.linkCount();
        QCOMPARE(windows.windows, 513u);
        QCOMPARE(windows.width, 512);
        for (std::size_t window = 0; window < 512; ++window) {
            QCOMPARE(windows.links[window * links].flits, 2u);
            QCOMPARE(windows.routers[window].mostFlits, 2u);
        }
        QCOMPARE(windows.links[512 * links].flits, 5u);
        QCOMPARE(recorder.totals().links[0].flits, 1029u);
    }

    void aLongJumpOpensAllWindowsBetween()
    {
        WindowRecorder recorder({1, 1}, 0, true);
        recorder.enter(10'000'000);
        QVERIFY(recorder.windows().windows <= 1024);
        QVERIFY(Cycle(recorder.windows().windows) * recorder.windows().width > 10'000'000);
        QVERIFY(Cycle(recorder.windows().windows - 1) * recorder.windows().width <= 10'000'000);
    }

    void spansAreSpreadOverWindows()
    {
        WindowRecorder recorder({1, 1}, 0, true);
        recorder.enter(700);
        recorder.addBusy(1, 200, 600);
        recorder.addSending(0, 690, 700);
        const auto& endpoints = recorder.windows().endpoints;
        const std::size_t count = Grid{1, 1}.endpointCount();
        QCOMPARE(endpoints[1].busy, 56u);
        QCOMPARE(endpoints[count + 1].busy, 256u);
        QCOMPARE(endpoints[2 * count + 1].busy, 88u);
        QCOMPARE(endpoints[2 * count].sending, 10u);
        QCOMPARE(recorder.totals().endpoints[1].busy, 400u);
    }

    void oneWindowHoldsAnyRun()
    {
        WindowRecorder recorder({1, 1}, 0, false);
        recorder.enter(Cycle(1) << 40);
        recorder.addBusy(0, 5, 25);
        QCOMPARE(recorder.windows().windows, 1u);
        QCOMPARE(recorder.totals().endpoints[0].busy, 20u);
    }

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

QTEST_APPLESS_MAIN(TestWindowRecorder)
#include "tst_window_recorder.moc"
