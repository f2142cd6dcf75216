// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/folding_row.h"

#include <QLabel>
#include <QTest>

namespace nestloom::ui {

class TestFoldingRow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsStandBelowEachOtherWhereThereIsNoRoom()
    {
        auto *left = new QLabel, *right = new QLabel;
        left->setFixedWidth(200);
        right->setFixedWidth(300);
        QWidget page; // a window is never narrower than its layout
        FoldingRow row({left, right}, 10, &page);
        QCOMPARE(row.minimumSizeHint().width(), 300);
        row.resize(510, 40);
        page.resize(700, 100);
        page.show();
        QVERIFY(!row.isFolded());
        row.resize(509, 80);
        QTRY_VERIFY(row.isFolded() && left->geometry().bottom() < right->geometry().top());
        row.resize(600, 80);
        QTRY_VERIFY(!row.isFolded() && left->geometry().right() < right->geometry().left());
    }

    void aPartThatGrowsFoldsTheRow()
    {
        auto *left = new QLabel, *right = new QLabel;
        left->setFixedWidth(200);
        right->setFixedWidth(200);
        QWidget page; // a window is never narrower than its layout
        FoldingRow row({left, right}, 10, &page);
        row.resize(450, 80);
        page.resize(700, 100);
        page.show();
        QVERIFY(!row.isFolded());
        right->setFixedWidth(300);
        QTRY_VERIFY(row.isFolded());
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestFoldingRow)
#include "tst_folding_row.moc"
