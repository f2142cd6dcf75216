// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number_words.h"

#include <QTest>

using namespace nestloom;

class TestNumberWords : public QObject {
    Q_OBJECT

private slots:
    void groupsThousands()
    {
        QCOMPARE(grouped(0), std::string("0"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(1000), std::string("1,000"));
        QCOMPARE(grouped(-1234567), std::string("-1,234,567"));
        QCOMPARE(grouped(-123), std::string("-123"));
        QCOMPARE(exactCycles({112896}), std::string("112,896 cycles"));
        QCOMPARE(exactCycles({1}), std::string("1 cycle"));
    }

    void saysWidthsOnceWhereTheyAreEqual()
    {
        QCOMPARE(widthsText({{{{8}, {8}, {8}}}}), std::string("8 bit"));
        QCOMPARE(widthsText({{{{8}, {8}, {24}}}}), std::string("8/8/24 bit"));
    }

    void keepsThreeSignificantDigits()
    {
        QCOMPARE(shortCycles(12'410'000), std::string("12.4 Mcycle"));
        QCOMPARE(shortCycles(999), std::string("999 cycles"));
        QCOMPARE(shortCycles(1), std::string("1 cycle"));
        QCOMPARE(shortCycles(999'600), std::string("1.00 Mcycle")); // not 1000 kcycle
        QCOMPARE(shortEnergy({31.2e9}), std::string("31.2 mJ"));
        QCOMPARE(shortEnergy({0.25}), std::string("0.250 pJ"));
        QCOMPARE(shortEnergy({0}), std::string("0 pJ"));
        QCOMPARE(shortTime(5.19e-3), std::string("5.19 ms"));
    }

    void oneIsNotMany()
    {
        QCOMPARE(counted(1, "layer"), std::string("1 layer"));
        QCOMPARE(counted(0, "layer"), std::string("0 layers"));
        QCOMPARE(counted(1024, "layer"), std::string("1,024 layers"));
    }

    void writesTheEnergyDelayProductAsTheWindowDoes()
    {
        QCOMPARE(shortEdp(731e-9), std::string("731 nJ\u00b7s"));
        QCOMPARE(shortEdp(31.2e9 * 12.4e6, Hertz{1e9}), std::string("387 \u00b5J\u00b7s"));
        QCOMPARE(shortEdp(1e9, Hertz{0}), std::string("-"));
    }

    void writesBytesInBinaryUnits()
    {
        QCOMPARE(shortBytes(192), std::string("192 B"));
        QCOMPARE(shortBytes(65536), std::string("64 KiB"));
        QCOMPARE(shortBytes(1.5 * 1024 * 1024), std::string("1.50 MiB"));
        QCOMPARE(shortBytes(1023.9 * 1024), std::string("1.00 MiB"));
    }

    void saysHowLongSomethingTook()
    {
        QCOMPARE(duration(0.42), std::string("0.42 ms"));
        QCOMPARE(duration(1'340), std::string("1.3 s"));
        QCOMPARE(duration(245'000), std::string("4 min 05 s"));
    }

    void writesPercent()
    {
        QCOMPARE(percent(0.6125), std::string("61.3 %"));
        QCOMPARE(percent(1), std::string("100.0 %"));
    }
};

QTEST_APPLESS_MAIN(TestNumberWords)
#include "tst_number_words.moc"
