// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "ui/parts/layer_table_model.h"
#include "ui/widgets/table_text.h"

#include <QStandardItemModel>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class TableTextTest : public QObject {
    Q_OBJECT
private slots:
    void tsvCarriesExactNumbers();
    void markdownCarriesWhatIsShownAndItsAlignment();
    void csvQuotesCommasAndQuotes();
    void cellsOutsideTheSelectionStayEmpty();
    void anEmptySelectionIsEmptyText();
};

void TableTextTest::tsvCarriesExactNumbers()
{
    LayerTableModel model;
    model.setNetwork(sample::accelerator(), sample::network(2));
    model.setLayer(sample::solved(0, "layer0"));
    QModelIndexList selection;
    for (const int row : {1, 0}) // order of selection must not matter
        for (const int column : {LayerTableModel::CycleCount, LayerTableModel::Name})
            selection << model.index(row, column);
    QCOMPARE(copyTable(selection, TableFormat::Tsv), u"Layer\tCycles\nlayer0\t112896\nlayer1\t\n"_s);
}

void TableTextTest::markdownCarriesWhatIsShownAndItsAlignment()
{
    LayerTableModel model;
    model.setNetwork(sample::accelerator(), sample::network(1));
    model.setLayer(sample::solved(0, "a|b"));
    const QModelIndexList selection{model.index(0, LayerTableModel::Name), model.index(0, LayerTableModel::CycleCount)};
    QCOMPARE(copyTable(selection, TableFormat::Markdown),
             u"| Layer | Cycles |\n| --- | ---: |\n| a\\|b | 112,896 |\n"_s);
}

void TableTextTest::csvQuotesCommasAndQuotes()
{
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({u"a"_s, u"b"_s});
    model.setItem(0, 0, new QStandardItem(u"1,5"_s));
    model.setItem(0, 1, new QStandardItem(u"say \"x\"\nnow"_s));
    QCOMPARE(copyTable(model, TableFormat::Csv), u"a,b\n\"1,5\",\"say \"\"x\"\" now\"\n"_s);
}

void TableTextTest::cellsOutsideTheSelectionStayEmpty()
{
    QStandardItemModel model(2, 2);
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            model.setItem(row, column, new QStandardItem(QString::number(10 * row + column)));
    model.setHorizontalHeaderLabels({u"a"_s, u"b"_s});
    QCOMPARE(copyTable({model.index(0, 0), model.index(1, 1)}, TableFormat::Tsv), u"a\tb\n0\t\n\t11\n"_s);
}

void TableTextTest::anEmptySelectionIsEmptyText()
{
    QCOMPARE(copyTable(QModelIndexList{}, TableFormat::Csv), QString());
}

QTEST_MAIN(TableTextTest)
#include "tst_table_text.moc"
