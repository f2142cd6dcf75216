// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/selection.h"
#include "ui/workbench/shown_run.h"

#include <QtTest>

namespace nestloom::ui {

class TestSelection : public QObject {
    Q_OBJECT
private slots:
    void aNewChoiceForgetsTheWayForward()
    {
        Selection selection;
        selection.selectLayer(1);
        selection.selectLayer(2);
        selection.back();
        QCOMPARE(*selection.layer(), std::size_t{1});
        selection.selectLayer(5);
        QVERIFY(!selection.canGoForward());
        selection.back();
        QCOMPARE(*selection.layer(), std::size_t{1});
    }
    void choosingTheSameAgainIsNoStep()
    {
        Selection selection;
        QSignalSpy changed(&selection, &Selection::changed);
        selection.selectLayer(1);
        selection.selectLayer(1);
        QCOMPARE(changed.size(), 1);
    }
    void aNewRunClearsTheLayer()
    {
        Selection selection;
        selection.selectLayer(1);
        selection.enterRun(12);
        QVERIFY(!selection.layer());
        QCOMPARE(selection.current().run, RunId{12});
    }
    void aNumberGivenLaterIsNoStep()
    {
        Selection selection;
        selection.enterRun(3);
        selection.enterRun(0);
        selection.selectLayer(1);
        selection.nameRun(4);
        QCOMPARE(selection.current().run, RunId{4});
        selection.back();
        QCOMPARE(selection.current().run, RunId{4});
        selection.back();
        QCOMPARE(selection.current().run, RunId{3});
    }
    void theGuardAcceptsOnlyTheNewestRequest()
    {
        StaleGuard guard;
        QVERIFY(!guard.accepts(0, 0));
        guard.expectJob(2);
        QVERIFY(guard.accepts(2, 9));
        QVERIFY(!guard.accepts(1, 8));
        guard.expectRun(8);
        QVERIFY(guard.accepts(1, 8));
        QVERIFY(!guard.accepts(2, 9));
    }
};

} // namespace nestloom::ui

QTEST_GUILESS_MAIN(nestloom::ui::TestSelection)
#include "tst_selection.moc"
