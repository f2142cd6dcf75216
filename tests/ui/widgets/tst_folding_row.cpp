// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/folding_row.h"

#include <QLabel>
#include <QTest>

namespace nestloom::ui {

namespace {

/// Two parts in a page: a window is never narrower than its layout.
struct Row {
    explicit Row(int rightWidth)
    {
        left->setFixedWidth(200);
        right->setFixedWidth(rightWidth);
        page.resize(700, 100);
        page.show();
    }
    QWidget page;
    QLabel *left = new QLabel, *right = new QLabel;
    FoldingRow row{{left, right}, 10, &page};
};

} // namespace

class TestFoldingRow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsStandBelowEachOtherWhereThereIsNoRoom()
    {
        Row f(300);
        QCOMPARE(f.row.minimumSizeHint().width(), 300);
        f.row.resize(510, 40);
        QVERIFY(!f.row.isFolded());
        f.row.resize(509, 80);
        QTRY_VERIFY(f.row.isFolded() && f.left->geometry().bottom() < f.right->geometry().top());
        f.row.resize(600, 80);
        QTRY_VERIFY(!f.row.isFolded() && f.left->geometry().right() < f.right->geometry().left());
    }

    void aPartThatGrowsFoldsTheRow()
    {
        Row f(200);
        f.row.resize(450, 80);
        QVERIFY(!f.row.isFolded());
        f.right->setFixedWidth(300);
        QTRY_VERIFY(f.row.isFolded());
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestFoldingRow)
#include "tst_folding_row.moc"
