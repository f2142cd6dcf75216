// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/clock_ratio.h"

#include <QTest>

using nestloom::dram::ClockRatio;
using nestloom::dram::kNever;

class TestClockRatio : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void convertsBothWays();
    void losesNothingOverALongTime();
    void comesBackNoEarlier();
};

void TestClockRatio::convertsBothWays()
{
    const ClockRatio ratio(830'000, 1'000'000); // 0.83 ns and 1 ns
    QCOMPARE(ratio.toMemory(0), 0);
    QCOMPARE(ratio.toMemory(1), 1);   // 1 ns: one tick of 0.83 ns has passed
    QCOMPARE(ratio.toMemory(5), 6);   // 5 ns = 6.02 ticks
    QCOMPARE(ratio.fromMemory(6), 5); // 4.98 ns
    QCOMPARE(ratio.fromMemory(7), 6); // 5.81 ns
    QCOMPARE(ratio.fromMemory(kNever), kNever);
}

void TestClockRatio::losesNothingOverALongTime()
{
    const ClockRatio ratio(830'000, 1'000'000);
    QCOMPARE(ratio.toMemory(83'000'000'000), 100'000'000'000); // 83 s
    QCOMPARE(ratio.fromMemory(100'000'000'000), 83'000'000'000);
}

void TestClockRatio::comesBackNoEarlier()
{
    for (const ClockRatio& ratio : {ClockRatio(830'000, 1'000'000), ClockRatio(630'000, 2'000'000), ClockRatio(3, 7)})
        for (std::int64_t tick = 0; tick < 1000; ++tick) {
            // The other clock's tick at which the memory has reached `tick`, and not one tick sooner.
            const std::int64_t other = ratio.fromMemory(tick);
            QVERIFY(ratio.toMemory(other) >= tick);
            QVERIFY(other == 0 || ratio.toMemory(other - 1) < tick);
        }
}

QTEST_APPLESS_MAIN(TestClockRatio)
#include "tst_clock_ratio.moc"
