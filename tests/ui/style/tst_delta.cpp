// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/delta.h"
#include "ui/style/theme.h"

#include <QtTest>

#include <limits>

namespace nestloom::ui {

class TestDelta : public QObject {
    Q_OBJECT
private slots:
    void saysChangeAndVerdict_data();
    void saysChangeAndVerdict();
    void ratiosDifferInPoints();
    void nothingToCompareWithSaysNothing();
    void theSentenceHasBothValues();
    void unlikeFiguresHaveNoVerdict();
    void betterAndWorseHaveTheirColours();
};

void TestDelta::saysChangeAndVerdict_data()
{
    using enum Delta::Verdict;
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("baseline");
    QTest::addColumn<nestloom::ui::Better>("better");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("verdict");
    QTest::newRow("fewer cycles") << 918.0 << 1000.0 << Better::Smaller << "-8.2 %" << int(Delta::Verdict::Better);
    QTest::newRow("more cycles") << 1004.0 << 1000.0 << Better::Smaller << "+0.4 %" << int(Worse);
    QTest::newRow("more is better") << 1004.0 << 1000.0 << Better::Larger << "+0.4 %" << int(Delta::Verdict::Better);
    QTest::newRow("a size") << 2000.0 << 1000.0 << Better::Neither << "+100.0 %" << int(Other);
    QTest::newRow("equal") << 1000.0 << 1000.0 << Better::Smaller << "" << int(Same);
    QTest::newRow("too small for one decimal")
        << 99'980.0 << 100'000.0 << Better::Smaller << "-0.02 %" << int(Delta::Verdict::Better);
    QTest::newRow("from nothing") << 5.0 << 0.0 << Better::Smaller << "from 0" << int(Worse);
}

void TestDelta::saysChangeAndVerdict()
{
    QFETCH(double, value);
    QFETCH(double, baseline);
    QFETCH(nestloom::ui::Better, better);
    const Delta d = delta(value, baseline, better);
    QTEST(d.text, "text");
    QTEST(int(d.verdict), "verdict");
}

void TestDelta::ratiosDifferInPoints()
{
    const Delta d = pointsDelta(0.741, 0.71, Better::Larger);
    QCOMPARE(d.text, QStringLiteral("+3.1 pp"));
    QCOMPARE(int(d.verdict), int(Delta::Verdict::Better));
    QCOMPARE(int(pointsDelta(1e-8, 2e-8, Better::Smaller).verdict), int(Delta::Verdict::Same)); // not "+0.0000 pp"
    QCOMPARE(pointsDelta(0.000001, 0, Better::Smaller).text, QStringLiteral("+0.0001 pp"));
}

void TestDelta::nothingToCompareWithSaysNothing()
{
    for (const Delta& d : {delta(1.0, std::nullopt, Better::Smaller), delta(std::nullopt, 1.0, Better::Smaller),
                           delta(1.0, std::numeric_limits<double>::quiet_NaN(), Better::Smaller),
                           pointsDelta(std::nullopt, 0.5, Better::Larger)}) {
        QVERIFY(!d.isShown());
        QCOMPARE(int(d.verdict), int(Delta::Verdict::None));
        QVERIFY(deltaSentence(d, QStringLiteral("1"), QStringLiteral("run 1")).isEmpty());
    }
}

void TestDelta::theSentenceHasBothValues()
{
    QCOMPARE(
        deltaSentence(delta(918.0, 1000.0, Better::Smaller), QStringLiteral("1,000 cycles"), QStringLiteral("run 11")),
        QStringLiteral("run 11 (baseline): 1,000 cycles; -8.2 %, better"));
    QCOMPARE(
        deltaSentence(delta(1000.0, 1000.0, Better::Smaller), QStringLiteral("1,000 cycles"), QStringLiteral("run 11")),
        QStringLiteral("run 11 (baseline): 1,000 cycles; no difference"));
}

void TestDelta::unlikeFiguresHaveNoVerdict()
{
    const Delta better = delta(918.0, 1000.0, Better::Smaller);
    const Delta grey = unlike(better, QStringLiteral("tiles against own: different models"));
    QCOMPARE(grey.text, better.text);
    QCOMPARE(int(grey.verdict), int(Delta::Verdict::Other));
    QCOMPARE(
        deltaSentence(grey, QStringLiteral("1,000 cycles"), QStringLiteral("run 11")),
        QStringLiteral("run 11 (baseline): 1,000 cycles; -8.2 %; no verdict: tiles against own: different models"));
    QCOMPARE(int(unlike(better, {}).verdict), int(Delta::Verdict::Better));
    QCOMPARE(int(unlike({}, QStringLiteral("why")).verdict), int(Delta::Verdict::None));
}

void TestDelta::betterAndWorseHaveTheirColours()
{
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        QCOMPARE(deltaColour(Delta::Verdict::Better, *theme), theme->better);
        QCOMPARE(deltaColour(Delta::Verdict::Worse, *theme), theme->worse);
        QCOMPARE(deltaColour(Delta::Verdict::Same, *theme), theme->mutedText);
    }
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestDelta)
#include "tst_delta.moc"
