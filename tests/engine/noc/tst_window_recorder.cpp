// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/window_recorder.h"

#include <QTest>

using namespace nestloom::noc;

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
};

QTEST_APPLESS_MAIN(TestWindowRecorder)
#include "tst_window_recorder.moc"
