// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/format.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace nestloom;
namespace format = nestloom::ui::format;

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    void cyclesHaveThreeSignificantDigits_data();
    void cyclesHaveThreeSignificantDigits();
    void energyPicksItsPrefix_data();
    void energyPicksItsPrefix();
    void bytesAreBinaryAndExactOnesHaveNoDecimals_data();
    void bytesAreBinaryAndExactOnesHaveNoDecimals();
    void exactFormsHaveSeparatorsAndUnits();
    void percentsHaveTheirSignAndNeverMinusZero();
    void timesAndDurationsAreShort();
    void notANumberIsADash();
};

void FormatTest::cyclesHaveThreeSignificantDigits_data()
{
    QTest::addColumn<double>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0 cycles";
    QTest::newRow("negative zero") << -0.0 << "0 cycles";
    QTest::newRow("one") << 1.0 << "1 cycle";
    QTest::newRow("hundreds") << 853.0 << "853 cycles";
    QTest::newRow("fraction") << 12.5 << "12.5 cycles";
    QTest::newRow("thousand") << 1000.0 << "1.00 kcycle";
    QTest::newRow("carry") << 999'600.0 << "1.00 Mcycle";
    QTest::newRow("no carry") << 999'400.0 << "999 kcycle";
    QTest::newRow("carry in the digits") << 9'996.0 << "10.0 kcycle";
    QTest::newRow("mega") << 1.24e7 << "12.4 Mcycle";
    QTest::newRow("huge") << 9.2e18 << "9.20 Ecycle";
    QTest::newRow("beyond the prefixes") << 5e27 << "5.00e+09 Ecycle";
}

void FormatTest::cyclesHaveThreeSignificantDigits()
{
    QFETCH(double, count);
    QFETCH(QString, text);
    QCOMPARE(format::cycles(count), text);
}

void FormatTest::energyPicksItsPrefix_data()
{
    QTest::addColumn<double>("picojoules");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0 pJ";
    QTest::newRow("below one pJ") << 0.561 << "0.561 pJ";
    QTest::newRow("pJ") << 200.0 << "200 pJ";
    QTest::newRow("nJ") << 1'500.0 << "1.50 nJ";
    QTest::newRow("µJ") << 286.4e6 << "286 µJ";
    QTest::newRow("mJ") << 31.2e9 << "31.2 mJ";
    QTest::newRow("carry") << 999.9e9 << "1.00 J";
}

void FormatTest::energyPicksItsPrefix()
{
    QFETCH(double, picojoules);
    QFETCH(QString, text);
    QCOMPARE(format::energy(Picojoules{picojoules}), text);
}

void FormatTest::bytesAreBinaryAndExactOnesHaveNoDecimals_data()
{
    QTest::addColumn<double>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0 B";
    QTest::newRow("bytes") << 12.0 << "12 B";
    QTest::newRow("largest byte count") << 1023.0 << "1,023 B";
    QTest::newRow("exact") << 65536.0 << "64 KiB";
    QTest::newRow("not exact") << 65537.0 << "64.0 KiB";
    QTest::newRow("one decimal") << 28.125 * 1024 << "28.1 KiB";
    QTest::newRow("mega") << 1.9 * 1024 * 1024 << "1.90 MiB";
    QTest::newRow("carry") << 1048575.0 << "1.00 MiB";
    QTest::newRow("hundreds") << 928.4 * 1024 << "928 KiB";
    QTest::newRow("64 bit") << 9.2e18 << "7.98 EiB";
}

void FormatTest::bytesAreBinaryAndExactOnesHaveNoDecimals()
{
    QFETCH(double, count);
    QFETCH(QString, text);
    QCOMPARE(format::bytes(count), text);
}

void FormatTest::exactFormsHaveSeparatorsAndUnits()
{
    QCOMPARE(format::integer(0), u"0"_s);
    QCOMPARE(format::integer(-1234), u"-1,234"_s);
    QCOMPARE(format::integer(std::numeric_limits<std::int64_t>::max()), u"9,223,372,036,854,775,807"_s);
    QCOMPARE(format::exactCycles(Cycles{115'248}), u"115,248 cycles"_s);
    QCOMPARE(format::exactCycles(Cycles{1}), u"1 cycle"_s);
    QCOMPARE(format::exactCycles(115'248.5), u"115,248.5 cycles"_s);
    QCOMPARE(format::exactCycles(115'248.0), u"115,248 cycles"_s);
    QCOMPARE(format::exactBytes(Bytes{65'536}), u"65,536 B"_s);
    QCOMPARE(format::exactBits(Bits{1}), u"1 bit"_s);
    QCOMPARE(format::exactBits(Bits{24}), u"24 bits"_s);
    QCOMPARE(format::exactEnergy(Picojoules{31'204'113.4}), u"31,204,113 pJ"_s);
    QCOMPARE(format::exactEnergy(Picojoules{0.5608}), u"0.56 pJ"_s);
    QCOMPARE(format::bandwidth(BytesPerCycle{20}), u"20 B/cycle"_s);
    QCOMPARE(format::bandwidth(BytesPerCycle{51.2}), u"51.2 B/cycle"_s);
    QCOMPARE(format::area(SquareMicrometres{350}), u"350 µm²"_s);
    QCOMPARE(format::area(SquareMicrometres{1234567}), u"1.23 mm²"_s);
    QCOMPARE(format::area(SquareMicrometres{0}), u"0 µm²"_s);
}

void FormatTest::percentsHaveTheirSignAndNeverMinusZero()
{
    QCOMPARE(format::percent(0.71), u"71.0 %"_s);
    QCOMPARE(format::percent(0.71, 0), u"71 %"_s);
    QCOMPARE(format::percent(std::optional<double>{}), u"-"_s);
    QCOMPARE(format::signedPercent(0.004), u"+0.4 %"_s);
    QCOMPARE(format::signedPercent(-0.082), u"-8.2 %"_s);
    QCOMPARE(format::signedPercent(-0.0004), u"0.0 %"_s);
    QCOMPARE(format::signedPercent(0.0004), u"0.0 %"_s);
    QCOMPARE(format::percent(-0.0), u"0.0 %"_s);
    QCOMPARE(format::percentChange(110, 100), u"+10.0 %"_s);
    QCOMPARE(format::percentChange(110, 0), u"-"_s);
}

void FormatTest::timesAndDurationsAreShort()
{
    QCOMPARE(format::times(2.214), u"2.21x"_s);
    QCOMPARE(format::times(0), u"0x"_s);
    QCOMPARE(format::milliseconds(0), u"0 ms"_s);
    QCOMPARE(format::milliseconds(0.42), u"0.42 ms"_s);
    QCOMPARE(format::milliseconds(4.2), u"4.2 ms"_s);
    QCOMPARE(format::milliseconds(87), u"87 ms"_s);
    QCOMPARE(format::milliseconds(1'340), u"1.3 s"_s);
    QCOMPARE(format::milliseconds(245'000), u"4 min 05 s"_s);
    QCOMPARE(format::si(1.024e12, QStringLiteral("MAC/s")), u"1.02 TMAC/s"_s);
    QCOMPARE(format::energyDelayProduct(31.2e9 * 12.4e6, Hertz{1e9}), u"387 µJ·s"_s);
    QCOMPARE(format::energyDelayProduct(1, Hertz{0}), u"-"_s);
}

void FormatTest::notANumberIsADash()
{
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {nan, infinity, -infinity}) {
        QCOMPARE(format::cycles(value), u"-"_s);
        QCOMPARE(format::exactCycles(value), u"-"_s);
        QCOMPARE(format::energy(Picojoules{value}), u"-"_s);
        QCOMPARE(format::exactEnergy(Picojoules{value}), u"-"_s);
        QCOMPARE(format::bytes(value), u"-"_s);
        QCOMPARE(format::bandwidth(BytesPerCycle{value}), u"-"_s);
        QCOMPARE(format::area(SquareMicrometres{value}), u"-"_s);
        QCOMPARE(format::percent(value), u"-"_s);
        QCOMPARE(format::signedPercent(value), u"-"_s);
        QCOMPARE(format::times(value), u"-"_s);
        QCOMPARE(format::milliseconds(value), u"-"_s);
    }
}

QTEST_APPLESS_MAIN(FormatTest)
#include "tst_format.moc"
