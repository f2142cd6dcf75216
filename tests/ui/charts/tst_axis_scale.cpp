// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"

#include <QStringList>
#include <QTest>

#include <cmath>

using namespace nestloom::ui;

class AxisScaleTest : public QObject {
    Q_OBJECT
private slots:
    void placesGoThereAndBack_data();
    void placesGoThereAndBack();
    void zoomKeepsWhatIsUnderTheCursor();
    void panningMovesByThatMuch();
    void whatHasNoLogarithmHasNoPlace();
    void zoomEndsBeforeNumbersDo();
    void ticksAreRoundAndTold_data();
    void ticksAreRoundAndTold();
    void aNarrowAxisHasTwoTicksThatSayWhatTheyAre();
    void neighbouringTicksDiffer();
};

void AxisScaleTest::placesGoThereAndBack_data()
{
    QTest::addColumn<bool>("log");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("linear") << false << 10.0 << 250.0;
    QTest::newRow("negative") << false << -3.0 << 5.0;
    QTest::newRow("log") << true << 1e-6 << 1e3;
    QTest::newRow("one value") << false << 7.0 << 7.0;
    QTest::newRow("one value, log") << true << 7.0 << 7.0;
    QTest::newRow("zero only") << false << 0.0 << 0.0;
}

void AxisScaleTest::placesGoThereAndBack()
{
    QFETCH(bool, log);
    QFETCH(double, low);
    QFETCH(double, high);
    AxisScale scale;
    scale.fit(log, low, high);
    for (const double value : {low, high}) {
        QVERIFY(scale.place(value) > 0 && scale.place(value) < 1);
        QVERIFY(std::abs(scale.valueAt(scale.place(value)) - value) <= 1e-9 * std::max(1.0, std::abs(value)));
    }
    if (low == high)
        QVERIFY(std::abs(scale.place(low) - 0.5) < 1e-9);
}

void AxisScaleTest::zoomKeepsWhatIsUnderTheCursor()
{
    AxisScale scale;
    scale.fit(true, 1, 1000);
    const double under = scale.valueAt(0.3), far = scale.place(900);
    scale.zoom(0.3, 2);
    QVERIFY(std::abs(scale.valueAt(0.3) / under - 1) < 1e-9);
    QVERIFY(std::abs((scale.place(900) - 0.3) - 2 * (far - 0.3)) < 1e-9);
}

void AxisScaleTest::panningMovesByThatMuch()
{
    AxisScale scale;
    scale.fit(false, 0, 100);
    const double before = scale.place(40);
    scale.pan(0.25);
    QVERIFY(std::abs(scale.place(40) - before - 0.25) < 1e-9);
}

void AxisScaleTest::whatHasNoLogarithmHasNoPlace()
{
    AxisScale scale;
    scale.fit(true, 0, 100); // 0 is not on it: shows 1 to 10
    QVERIFY(std::isnan(scale.place(0)));
    QVERIFY(std::isnan(scale.place(-1)));
    QVERIFY(scale.place(3) > 0 && scale.place(3) < 1);
    scale.fit(false, std::nan(""), 3);
    QVERIFY(scale.place(0.5) > 0 && scale.place(0.5) < 1);
}

void AxisScaleTest::zoomEndsBeforeNumbersDo()
{
    for (const bool log : {false, true}) {
        AxisScale scale;
        scale.fit(log, 1, 1e6);
        for (int i = 0; i < 2000; ++i)
            scale.zoom(0.5, 1.5);
        QVERIFY(scale.valueAt(1) > scale.valueAt(0));
        for (int i = 0; i < 5000; ++i)
            scale.zoom(0.5, 1 / 1.5);
        QVERIFY(std::isfinite(scale.valueAt(1)) && std::isfinite(scale.valueAt(0)));
        QVERIFY(scale.ticks(6, {}).size() < 40);
    }
}

void AxisScaleTest::ticksAreRoundAndTold_data()
{
    QTest::addColumn<bool>("log");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("factor");
    QTest::addColumn<bool>("binary");
    QTest::addColumn<QString>("texts");
    QTest::newRow("cycles") << false << 5.0e6 << 5.4e6 << "cycle" << 1.0 << false
                            << "5.0 Mcycle|5.1 Mcycle|5.2 Mcycle|5.3 Mcycle|5.4 Mcycle";
    QTest::newRow("a narrow range of sizes")
        << false << 2.37 << 2.42 << "MiB" << 1.0 << false << "2.38 MiB|2.40 MiB|2.42 MiB";
    QTest::newRow("part of a decade") << true << 1.6 << 9.0 << "" << 1.0 << false << "2|4|6|8";
    QTest::newRow("picojoules") << false << 1e9 << 3e9 << "J" << 1e-12 << false << "1.0 mJ|1.5 mJ|2.0 mJ|2.5 mJ|3.0 mJ";
    QTest::newRow("bytes") << false << 65536.0 << 262144.0 << "" << 1.0 << true << "64 KiB|128 KiB|192 KiB|256 KiB";
    QTest::newRow("bytes, log") << true << 65536.0 << 1048576.0 << "" << 1.0 << true
                                << "64 KiB|128 KiB|256 KiB|512 KiB|1 MiB";
    QTest::newRow("log") << true << 10.0 << 100000.0 << "s" << 1.0 << false << "10 s|100 s|1 ks|10 ks|100 ks";
    QTest::newRow("log, picojoules") << true << 1e6 << 1e8 << "J" << 1e-12 << false
                                     << "1 \u00b5J|3 \u00b5J|10 \u00b5J|30 \u00b5J|100 \u00b5J";
    QTest::newRow("from zero") << false << 0.0 << 4.0 << "" << 1.0 << false << "0|1|2|3|4";
}

void AxisScaleTest::ticksAreRoundAndTold()
{
    QFETCH(bool, log);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QString, unit);
    QFETCH(double, factor);
    QFETCH(bool, binary);
    QFETCH(QString, texts);
    AxisScale scale;
    scale.fit(log, low, high);
    QStringList told;
    for (const AxisScale::Tick& tick : scale.ticks(5, {unit, factor, binary}))
        told << tick.text;
    QCOMPARE(told.join(QLatin1Char('|')), texts);
}

/// The axis of a budget curve from 2.37 to 2.47 MiB in little room.
void AxisScaleTest::aNarrowAxisHasTwoTicksThatSayWhatTheyAre()
{
    constexpr double kMebibyte = 1 << 20;
    AxisScale scale;
    scale.fit(false, 2.37 * kMebibyte, 2.47 * kMebibyte);
    const auto ticks = scale.ticks(2, sizeUnit({std::int64_t(2.47 * kMebibyte)}));
    QVERIFY(ticks.size() >= 2);
    for (const AxisScale::Tick& tick : ticks)
        QVERIFY(std::abs(tick.text.section(u' ', 0, 0).toDouble() * kMebibyte - tick.value) < 0.001 * kMebibyte);
    QCOMPARE(ticks.front().text, QStringLiteral("2.40 MiB"));
}

void AxisScaleTest::neighbouringTicksDiffer()
{
    for (const bool binary : {false, true}) {
        AxisScale scale;
        scale.fit(false, 5'000'000, 5'000'100);
        QStringList told;
        for (const AxisScale::Tick& tick : scale.ticks(8, {QStringLiteral("B"), 1, binary}))
            told << tick.text;
        QVERIFY(told.size() >= 3);
        QCOMPARE(told.removeDuplicates(), 0);
    }
}

QTEST_APPLESS_MAIN(AxisScaleTest)
#include "tst_axis_scale.moc"
