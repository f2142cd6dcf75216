// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/table_style.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace Qt::StringLiterals;
using namespace nestloom::ui;

namespace {

/// Columns of pixels at the right edge of an area that are background only: as the edge, row by row.
int freeColumns(const QImage& image, const QRect& area)
{
    for (int free = 0; free < area.width(); ++free)
        for (int y = area.top() + 2; y < area.bottom() - 2; ++y)
            if (image.pixel(area.right() - 1 - free, y) != image.pixel(area.right() - 1, y))
                return free;
    return area.width();
}

} // namespace

class TableStyleTest : public QObject {
    Q_OBJECT
private slots:
    void numbersKeepAwayFromTheTextAtTheirRight();
    void headersStandAboveTheirNumbers();
    void columnsAreAsWideAsThatNeeds();
    void theThemeBringsIt();
    void namesAreNoMarkup();
    void numberFieldsTakeADecimalPoint();
};

namespace {

struct Table {
    Table()
    {
        model.setHorizontalHeaderLabels({u"8888"_s, u"text"_s});
        model.setItem(0, 0, new QStandardItem(u"123456"_s));
        model.setItem(0, 1, new QStandardItem(u"next"_s));
        for (QStandardItem* item : {model.item(0, 0), model.horizontalHeaderItem(0)})
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        view.setModel(&model);
        view.setShowGrid(false);
        view.setColumnWidth(0, 120);
        view.setFocusPolicy(Qt::NoFocus);
        view.show();
    }
    QStandardItemModel model{1, 2};
    QTableView view;
};

} // namespace

void TableStyleTest::numbersKeepAwayFromTheTextAtTheirRight()
{
    applyTheme(*qApp, ThemeKind::Light);
    Table table;
    const QRect cell = table.view.visualRect(table.model.index(0, 0));
    const QImage image = table.view.viewport()->grab().toImage();
    QVERIFY(freeColumns(image, cell) >= TableStyle::kNumberPadding);
    const auto* style = qobject_cast<TableStyle*>(QApplication::style());
    QStyleOptionViewItem item;
    item.rect = QRect(0, 0, 100, 20);
    item.text = u"1"_s;
    item.features = QStyleOptionViewItem::HasDisplay;
    for (const auto& [alignment, padding] :
         {std::pair{Qt::AlignLeft, 0}, std::pair{Qt::AlignRight, TableStyle::kNumberPadding}}) {
        item.displayAlignment = alignment;
        const QRect padded = style->subElementRect(QStyle::SE_ItemViewItemText, &item, &table.view);
        const QRect plain = style->baseStyle()->subElementRect(QStyle::SE_ItemViewItemText, &item, &table.view);
        QCOMPARE(plain.right() - padded.right(), padding);
    }
}

void TableStyleTest::headersStandAboveTheirNumbers()
{
    applyTheme(*qApp, ThemeKind::Light);
    Table table;
    QHeaderView* header = table.view.horizontalHeader();
    const QImage image = header->viewport()->grab().toImage();
    const QRect section(0, 0, header->sectionSize(0) - 2, header->height()); // the line between sections left out
    QVERIFY(freeColumns(image, section) >= TableStyle::kNumberPadding - 2);
}

void TableStyleTest::columnsAreAsWideAsThatNeeds()
{
    applyTheme(*qApp, ThemeKind::Light);
    Table table;
    const int right = table.view.sizeHintForIndex(table.model.index(0, 0)).width();
    table.model.item(0, 0)->setTextAlignment(Qt::AlignLeft);
    QCOMPARE(right - table.view.sizeHintForIndex(table.model.index(0, 0)).width(), TableStyle::kNumberPadding);
}

void TableStyleTest::theThemeBringsIt()
{
    applyTheme(*qApp, ThemeKind::Dark);
    auto* style = qobject_cast<TableStyle*>(QApplication::style());
    QVERIFY(style != nullptr);
    applyTheme(*qApp, ThemeKind::Light);
    QCOMPARE(QApplication::style(), style); // not made again for another theme
}

void TableStyleTest::namesAreNoMarkup()
{
    applyTheme(*qApp, ThemeKind::Light);
    const QString name = u"<h1><font color=red>HUGE</font></h1>"_s;
    QLabel label(name), wanted(u"<b>bold</b>"_s);
    wanted.setTextFormat(Qt::RichText);
    QMessageBox box(QMessageBox::Question, {}, name);
    for (QWidget* widget : std::initializer_list<QWidget*>{&label, &wanted, &box})
        widget->show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QCOMPARE(wanted.textFormat(), Qt::RichText);
    QCOMPARE(box.findChild<QLabel*>(u"qt_msgbox_label"_s)->textFormat(), Qt::PlainText);
    QVERIFY(label.sizeHint().width() > label.fontMetrics().horizontalAdvance(name) - 1); // every character is there
    QToolTip::showText({10, 10}, name, &label);
    bool any = false;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* tip = widget->inherits("QTipLabel") ? qobject_cast<QLabel*>(widget) : nullptr) {
            QCOMPARE(tip->text(), name);
            QCOMPARE(tip->textFormat(), Qt::PlainText);
            any = true;
        }
    QVERIFY(any);
}

void TableStyleTest::numberFieldsTakeADecimalPoint()
{
    applyTheme(*qApp, ThemeKind::Light);
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    QDoubleSpinBox box;
    box.setMaximum(10'000);
    box.setGroupSeparatorShown(true);
    box.setValue(1234.5);
    box.show();
    QLocale::setDefault(before);
    QCOMPARE(box.text(), u"1,234.50"_s);
}

QTEST_MAIN(TableStyleTest)
#include "tst_table_style.moc"
