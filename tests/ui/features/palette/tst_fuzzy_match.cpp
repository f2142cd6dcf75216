// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_model.h"

#include <QtTest>

namespace nestloom::ui {

class TestFuzzyMatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lettersMustComeInOrder_data();
    void lettersMustComeInOrder();
    void theBetterMatchScoresMore_data();
    void theBetterMatchScoresMore();
    void positionsAreThoseOfTheMatchedLetters();
    void nothingTypedMatchesNothing();
};

void TestFuzzyMatch::lettersMustComeInOrder_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("matches");
    QTest::newRow("whole") << "run"
                           << "Run" << true;
    QTest::newRow("spread") << "gbc"
                            << "GlobalBuffer: Capacity" << true;
    QTest::newRow("end") << "conv3"
                         << "layer1.0.conv3" << true;
    QTest::newRow("wrong order") << "nur"
                                 << "Run" << false;
    QTest::newRow("letter twice") << "runn"
                                  << "Run" << false;
    QTest::newRow("empty name") << "a"
                                << "" << false;
}

void TestFuzzyMatch::lettersMustComeInOrder()
{
    QFETCH(QString, word);
    QFETCH(QString, name);
    QFETCH(bool, matches);
    FuzzyMatch match;
    QCOMPARE(fuzzyMatch(word, FuzzyName(name), match), matches);
    QCOMPARE(match.positions.size(), matches ? std::size_t(word.size()) : 0u);
}

void TestFuzzyMatch::theBetterMatchScoresMore_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("beginning before middle") << "run"
                                             << "Run"
                                             << "Prune";
    QTest::newRow("word start before middle") << "buf"
                                              << "Global buffer"
                                              << "Rebuff";
    QTest::newRow("together before spread") << "lay"
                                            << "Reset layout"
                                            << "Global array";
    QTest::newRow("short before long") << "dark"
                                       << "Dark"
                                       << "Dark but a good deal longer than that";
    QTest::newRow("hump counts as word start") << "gb"
                                               << "GlobalBuffer"
                                               << "Goblin";
}

void TestFuzzyMatch::theBetterMatchScoresMore()
{
    QFETCH(QString, word);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    FuzzyMatch good;
    FuzzyMatch bad;
    QVERIFY(fuzzyMatch(word, FuzzyName(better), good));
    QVERIFY(fuzzyMatch(word, FuzzyName(worse), bad));
    QVERIFY2(good.score > bad.score, qPrintable(QStringLiteral("%1 %2").arg(good.score).arg(bad.score)));
}

void TestFuzzyMatch::positionsAreThoseOfTheMatchedLetters()
{
    FuzzyMatch match;
    QVERIFY(fuzzyMatch(QStringLiteral("conv"), FuzzyName(QStringLiteral("layer1.0.conv3")), match));
    QCOMPARE(match.positions, (std::vector<int>{9, 10, 11, 12}));
    QVERIFY(fuzzyMatch(QStringLiteral("ac"), FuzzyName(QStringLiteral("aabc")), match));
    QCOMPARE(match.positions, (std::vector<int>{1, 3})); // the tightest that ends there
}

void TestFuzzyMatch::nothingTypedMatchesNothing()
{
    FuzzyMatch match;
    QVERIFY(!fuzzyMatch({}, FuzzyName(QStringLiteral("Run")), match));
}

} // namespace nestloom::ui

QTEST_APPLESS_MAIN(nestloom::ui::TestFuzzyMatch)
#include "tst_fuzzy_match.moc"
