// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "ui/parts/layer_table_model.h"
#include "ui/widgets/table_text.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class LatexTextTest : public QObject {
    Q_OBJECT
private slots:
    void aTableHasTheRulesOfBooktabs();
    void aSharedUnitStandsInTheHeader();
    void mixedUnitsGiveWayToExactValues();
    void withoutExactValuesCellsKeepTheirUnits();
    void specialCharactersAreEscaped_data();
    void specialCharactersAreEscaped();
    void indentedLinesKeepTheirSteps();
    void aModelIsCopiedWithItsSelection();
};

void LatexTextTest::aTableHasTheRulesOfBooktabs()
{
    QCOMPARE(latexTable({{u"layer"_s, false, {u"a_1"_s, u"b"_s}}, {u"cycles"_s, true, {u"115,248"_s, u"-"_s}}}),
             u"% \\usepackage{booktabs}\n\\begin{tabular}{lr}\n\\toprule\nlayer & cycles \\\\\n\\midrule\n"
             "a\\_1 & 115,248 \\\\\nb & -- \\\\\n\\bottomrule\n\\end{tabular}\n"_s);
}

void LatexTextTest::aSharedUnitStandsInTheHeader()
{
    const QString text = latexTable({{u"change"_s, true, {u"-8.2 %"_s, u"+0.4 %"_s, QString()}}});
    QVERIFY2(text.contains(u"change [\\%] \\\\"_s), qPrintable(text));
    QVERIFY2(text.contains(u"\n$-$8.2 \\\\\n+0.4 \\\\\n \\\\"_s), qPrintable(text));
    const QString said = latexTable({{u"energy [µJ]"_s, true, {u"1.5"_s}}});
    QVERIFY2(said.contains(u"energy [$\\mu$J] \\\\"_s), qPrintable(said));
}

void LatexTextTest::mixedUnitsGiveWayToExactValues()
{
    const QString text = latexTable(
        {{u"Energy"_s, true, {u"577 µJ"_s, u"1.24 mJ"_s, u"-"_s}, u"Energy [pJ]"_s, {577e6, 1.24e9, QVariant()}}});
    QVERIFY2(text.contains(u"Energy [mJ] \\\\"_s), qPrintable(text));
    QVERIFY2(text.contains(u"\n0.577 \\\\\n1.24 \\\\\n-- \\\\"_s), qPrintable(text));
    const QString bytes = latexTable({{u"Tile"_s, true, {u"12 B"_s, u"64 KiB"_s}, u"Tile [B]"_s, {12.0, 65536.0}}});
    QVERIFY2(bytes.contains(u"Tile [KiB] \\\\\n\\midrule\n0.0117 \\\\\n64.0 \\\\"_s), qPrintable(bytes));
}

void LatexTextTest::withoutExactValuesCellsKeepTheirUnits()
{
    const QString text = latexTable({{u"size"_s, true, {u"12 B"_s, u"64 KiB"_s}, u"size"_s, {12.0, 65536.0}}});
    QVERIFY2(text.contains(u"\n12 B \\\\\n64 KiB \\\\"_s), qPrintable(text));
}

void LatexTextTest::specialCharactersAreEscaped_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("latex");
    QTest::newRow("reserved") << u"a & b_1 #2 {50 %} $5"_s << u"a \\& b\\_1 \\#2 \\{50 \\%\\} \\$5"_s;
    QTest::newRow("backslash") << u"a\\b"_s << u"a\\textbackslash{}b"_s;
    QTest::newRow("caret and tilde") << u"2^n ~3"_s << u"2\\textasciicircum{}n \\textasciitilde{}3"_s;
    QTest::newRow("signs") << u"3×3 µJ mm² →"_s << u"3$\\times$3 $\\mu$J mm$^2$ $\\rightarrow$"_s;
    QTest::newRow("comparison") << u"> 999 %"_s << u"$>$ 999 \\%"_s;
    QTest::newRow("plain") << u"conv1"_s << u"conv1"_s;
}

void LatexTextTest::specialCharactersAreEscaped()
{
    QFETCH(QString, text);
    QFETCH(QString, latex);
    QCOMPARE(latexEscaped(text), latex);
}

void LatexTextTest::indentedLinesKeepTheirSteps()
{
    QCOMPARE(latexLines(u"DRAM [weights 4 B]\n  for C in 0..2\n    Global_Buffer\n"_s),
             u"\\begin{tabular}{@{}l@{}}\n\\hspace*{0em}DRAM [weights 4 B] \\\\\n\\hspace*{1em}for C in 0..2 \\\\\n"
             "\\hspace*{2em}Global\\_Buffer \\\\\n\\end{tabular}\n"_s);
}

void LatexTextTest::aModelIsCopiedWithItsSelection()
{
    LayerTableModel model;
    model.setNetwork(sample::accelerator(), sample::network(2));
    model.setLayer(sample::solved(0, "layer_0"));
    model.setLayer(sample::solved(1, "layer_1"));
    const QModelIndexList selection{model.index(0, LayerTableModel::Name), model.index(0, LayerTableModel::CycleCount),
                                    model.index(1, LayerTableModel::Name)};
    const QString text = copyTable(selection, TableFormat::Latex);
    QVERIFY2(text.contains(u"{lr}\n\\toprule\nLayer & Cycles"_s), qPrintable(text));
    QVERIFY2(text.contains(u"layer\\_0 & 112,896 \\\\\nlayer\\_1 &  \\\\\n"_s), qPrintable(text));
    QVERIFY(copyTable(QModelIndexList{}, TableFormat::Latex).isEmpty());
}

QTEST_MAIN(LatexTextTest)
#include "tst_latex_text.moc"
