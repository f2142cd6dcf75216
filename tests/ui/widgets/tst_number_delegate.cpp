// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/view_probe.h"
#include "ui/style/table_style.h"
#include "ui/widgets/number_delegate.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom::ui;

class NumberDelegateTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void everyDigitHasTheSameWidth();
    void numbersEndAtTheSamePixel();
    void aNumberThatDoesNotFitIsElided();

private:
    static QStandardItem* number(const QString& text);
};

QStandardItem* NumberDelegateTest::number(const QString& text)
{
    auto* item = new QStandardItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

void NumberDelegateTest::everyDigitHasTheSameWidth()
{
    const QFontMetrics metrics(bodyFont());
    QCOMPARE(NumberDelegate::tabularWidth(metrics, u"111,111"_s), NumberDelegate::tabularWidth(metrics, u"888,888"_s));
    QVERIFY(NumberDelegate::tabularWidth(metrics, u"11"_s) > NumberDelegate::tabularWidth(metrics, u"1"_s));
    QCOMPARE(NumberDelegate::tabularWidth(metrics, QString()), 0);
}

void NumberDelegateTest::numbersEndAtTheSamePixel()
{
    QStandardItemModel model(2, 1);
    model.setItem(0, number(u"8,888"_s));
    model.setItem(1, number(u"1,118"_s));
    QTableView table;
    table.setItemDelegate(new NumberDelegate(&table));
    table.setModel(&model);
    table.horizontalHeader()->hide();
    table.verticalHeader()->hide();
    table.setShowGrid(false);
    table.setFocusPolicy(Qt::NoFocus);
    const QImage image = render(table, {160, 80}, ThemeKind::Light, u"numbers"_s);
    // The last digit, an 8 beside the padding, is in the same place in both rows.
    const QRect first = table.visualRect(model.index(0, 0));
    const QRect second = table.visualRect(model.index(1, 0));
    const int digit = NumberDelegate::tabularWidth(table.fontMetrics(), u"8"_s);
    const QSize cell(digit + TableStyle::kNumberPadding, first.height());
    const QPoint corner = table.viewport()->mapTo(&table, first.topRight()) - QPoint(cell.width() - 1, 0);
    const QImage eight = image.copy(QRect(corner, cell));
    QVERIFY(colourCount(eight) > 2);
    QCOMPARE(image.copy(QRect(corner + QPoint(0, second.top() - first.top()), cell)), eight);
}

void NumberDelegateTest::aNumberThatDoesNotFitIsElided()
{
    QStandardItemModel model(1, 1);
    model.setItem(0, number(u"9,223,372,036,854,775,807 cycles"_s));
    QTableView table;
    table.setItemDelegate(new NumberDelegate(&table));
    table.setModel(&model);
    table.setColumnWidth(0, 60);
    const QImage image = render(table, {200, 80}, ThemeKind::Dark, u"numbers-elided"_s);
    const QRect cell = table.visualRect(model.index(0, 0)).translated(table.viewport()->mapTo(&table, QPoint()));
    // Nothing is drawn beside the cell.
    QCOMPARE(colourCount(image.copy(cell.right() + 3, cell.top() + 2, 30, cell.height() - 4)), 1);
}

QTEST_MAIN(NumberDelegateTest)
#include "tst_number_delegate.moc"
