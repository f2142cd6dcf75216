// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/table_model.h"

#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace nestloom::ui;

namespace {

/// Two columns of words; counts how often cells were asked for.
class Words : public TableModel {
public:
    void setRows(std::vector<QString> words)
    {
        beginResetModel();
        m_words = std::move(words);
        endResetModel();
    }
    void setWord(int row, const QString& word)
    {
        m_words[std::size_t(row)] = word;
        rowChanged(row);
    }
    mutable int asked = 0;

protected:
    int rows() const override { return int(m_words.size()); }
    const std::vector<Column>& columns() const override
    {
        static const std::vector<Column> table{{QStringLiteral("A"), Kind::Text, {}},
                                               {QStringLiteral("B"), Kind::Text, {}}};
        return table;
    }
    QString text(int row, int column) const override
    {
        ++asked;
        return column == 0 ? m_words[std::size_t(row)] : QStringLiteral("b");
    }

private:
    std::vector<QString> m_words;
};

const QString kLong = QString(30, QLatin1Char('m'));

int advance(const QWidget& widget, const QString& text) { return widget.fontMetrics().horizontalAdvance(text); }

} // namespace

class TestCopyableTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowChosenElsewhereReplacesTheSelection()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        table.show();
        table.setCurrentRow(0);
        QTest::keyPress(table.windowHandle(), Qt::Key_Shift, Qt::ShiftModifier); // held for a drag in another view
        QVERIFY(QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier));
        table.setCurrentRow(2);
        QCOMPARE(table.selectedRows(), std::vector<int>{2});
        QTest::keyRelease(table.windowHandle(), Qt::Key_Shift);
    }
    void digitsAreFoundWithoutTheirCommas()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("2,048"), QStringLiteral("1,204,800"), QStringLiteral("20.48 (x)")});
        const auto rowsWith = [&table](const char* text) {
            table.setFilter(QString::fromLatin1(text));
            return table.model()->rowCount();
        };
        QCOMPARE(rowsWith("2048"), 2);
        QCOMPARE(rowsWith("2,048"), 1);
        QCOMPARE(rowsWith("20.4"), 1); // no pattern
        QCOMPARE(rowsWith("(X"), 1);
        QCOMPARE(rowsWith("2049"), 0);
        QCOMPARE(rowsWith(""), 3);
    }

    void aClickLeavesTheColumnsUnderTheMouse()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows(std::vector<QString>(3, kLong));
        table.resize(advance(table, kLong), 150);
        table.show();
        table.setColumnWidth(0, table.width() - 40);
        table.setColumnWidth(1, 200); // partly in sight
        const QRect cell = table.visualRect(table.model()->index(1, 1));
        QVERIFY(!table.viewport()->rect().contains(cell));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.topLeft() + QPoint(4, 4));
        QTest::qWait(QApplication::doubleClickInterval() + 200); // Qt scrolls when no second click came
        QCOMPARE(table.currentRow(), 1);
        QCOMPARE(table.horizontalScrollBar()->value(), 0);
        table.setCurrentIndex(table.model()->index(0, 1)); // by the keyboard
        QVERIFY(table.horizontalScrollBar()->value() > 0);
    }
    void aRowChosenElsewhereIsScrolledToWhateverIsHidden()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows(std::vector<QString>(200, QStringLiteral("a")));
        table.setColumnHidden(0, true);
        table.resize(200, 150);
        table.show();
        table.setCurrentRow(150);
        QVERIFY(table.viewport()->rect().contains(table.visualRect(table.model()->index(150, 1))));
        table.setColumnHidden(1, true); // nothing is left to scroll to
        table.setCurrentRow(0);
        QCOMPARE(table.currentRow(), 0);
    }
    void theFocusChoosesNoRow()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a"), QStringLiteral("b")});
        table.show();
        QSignalSpy chosen(&table, &CopyableTable::rowChosen);
        table.setFocus();
        QTRY_VERIFY(table.hasFocus());
        QCOMPARE(table.currentRow(), -1);
        QVERIFY(chosen.isEmpty());
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.currentRow(), 0);
        QCOMPARE(chosen.size(), 1);
        table.clearFocus();
        table.setFocus();
        QCOMPARE(table.currentRow(), 0); // what was chosen stays
    }
    /// Perhaps the program chose it, and the user does now.
    void aClickOnTheCurrentRowChoosesIt()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a"), QStringLiteral("b")});
        table.show();
        table.setCurrentRow(1);
        QSignalSpy chosen(&table, &CopyableTable::rowChosen);
        const QPoint at = table.visualRect(table.model()->index(1, 0)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 1);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier, at); // changes the selection
        QCOMPARE(chosen.size(), 1);
    }
    void aTableOutOfSightMeasuresNothing()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({kLong, QStringLiteral("a")});
        model.asked = 0;
        table.fitColumns();
        QCOMPARE(model.asked, 0);
    }

    void fitsWhenItIsShown()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a"), kLong});
        table.fitColumns();
        table.resize(900, 200);
        table.show();
        QVERIFY(table.columnWidth(0) > advance(table, kLong));
        QVERIFY(table.columnWidth(1) < table.columnWidth(0));
    }

    void anotherSizeMeasuresNothingAgain()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({kLong});
        table.resize(900, 200);
        table.show();
        table.fitColumns();
        model.asked = 0;
        table.fitColumns();
        QCOMPARE(model.asked, 0);
    }

    void changedCellsAreMeasuredAgain()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a"), QStringLiteral("a")});
        table.resize(900, 200);
        table.show();
        table.fitColumns();
        const int before = table.columnWidth(0);
        model.setWord(1, kLong);
        table.fitColumns();
        QVERIFY(table.columnWidth(0) > before);
        QVERIFY(table.columnWidth(0) > advance(table, kLong));
    }

    void columnsOfTheUserStay()
    {
        Words model;
        CopyableTable table(&model);
        model.setRows({QStringLiteral("a")});
        table.resize(900, 200);
        table.show();
        table.setColumnWidth(0, 77);
        Q_EMIT table.horizontalHeader()->sectionMoved(0, 0, 0); // by the user
        model.setWord(0, kLong);
        table.fitColumns();
        QCOMPARE(table.columnWidth(0), 77);
    }

    void aNarrowTableLeavesOutWhatCanBeSpared()
    {
        Words model;
        NarrowingTable table(&model, {1});
        model.setRows({kLong});
        table.resize(advance(table, kLong) + 20, 200);
        table.show();
        QVERIFY(table.isColumnHidden(1));
        table.resize(900, 200);
        QVERIFY(!table.isColumnHidden(1));
    }
};

QTEST_MAIN(TestCopyableTable)
#include "tst_copyable_table.moc"
