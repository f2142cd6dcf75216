// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/runs_page.h"

#include "tests/ui/support/sample_history.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/runs/run_filter_line.h"
#include "ui/features/runs/run_table.h"
#include "ui/parts/run_list_model.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/toast.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

struct PageFixture : WindowFixture {
    explicit PageFixture(int runs = 20)
    {
        session.history.setRows(sample::history(runs));
        window.showTab(MainWindow::Tab::Runs);
    }
    int shownRows() { return page->table()->model()->rowCount(); }
    bool isStarred(RunId run)
    {
        for (const RunSummary& row : session.history.rows())
            if (row.id == run)
                return row.marks.starred;
        return false;
    }
    RunsPage* page = find<RunsPage>("runsPage");
};

} // namespace

class RunsPageTest : public QObject {
    Q_OBJECT
private slots:
    void showsTheNewestRunFirst();
    void aFilterHidesRunsAndSaysHowMany();
    void aWrongFilterChangesNothingAndSaysWhy();
    void anEmptyStoreAndAFilterWithoutHitsAreWorded();
    void deletingIsOneStepThatCanBeUndone();
    void theReturnThatEndsAnEditOpensNothing();
    void theTableStaysWhereItWasAfterAnEdit();
    void ctrlZBelongsToThePageOnlyWhileItHasTheFocus();
    void starsTagsAndNotesAreStepsOfTheirOwn();
    void undoLeavesWhatWasChangedElsewhere();
    void tagsAreEditedInPlace();
    void comparingIsOfferedForTwoToFourRuns();
    void aRunningRunIsNeitherDeletedNorReported();
    void openingShowsTheRunAndReportsNameIt();
    void theSelectionSurvivesNewRunsAndDeletedOnes();
    void severalColumnsAreTickedInOneVisit();
    void columnsAndGroupsAreRemembered();
    void runAgainShowsTheNewRunAndItsSeed();
};

void RunsPageTest::showsTheNewestRunFirst()
{
    PageFixture f;
    QCOMPARE(f.shownRows(), 20);
    const auto text = [&f](int column) { return f.page->table()->model()->index(0, column).data().toString(); };
    QCOMPARE(text(RunListModel::Number), u"20"_s);
    QCOMPARE(text(RunListModel::Network), u"vgg16"_s);
    QCOMPARE(text(RunListModel::Energy), u"31.2 mJ"_s);
    QCOMPARE(text(RunListModel::Gap), u"1.00 %"_s);
    QCOMPARE(text(RunListModel::Edp), u"387 µJ·s"_s);
    QCOMPARE(f.find<QLabel>("runFilterState")->text(), u"20 runs"_s);
}

void RunsPageTest::aFilterHidesRunsAndSaysHowMany()
{
    PageFixture f;
    QTest::keyClicks(f.page->filterLine()->edit(), u"net:vgg16 "_s);
    QCOMPARE(f.shownRows(), 7);
    QVERIFY(f.find<QLabel>("runFilterState")->text().endsWith(u"7 of 20 runs"_s));
    QVERIFY(f.page->filterLine()->edit()->property("valid").toBool());
    QTest::keyClick(f.page->filterLine()->edit(), Qt::Key_Escape);
    QCOMPARE(f.shownRows(), 20);
}

void RunsPageTest::aWrongFilterChangesNothingAndSaysWhy()
{
    PageFixture f;
    f.page->filterLine()->setText(u"net:vgg16"_s);
    f.page->filterLine()->setText(u"net:vgg16 cyles<5M"_s);
    QCOMPARE(f.shownRows(), 7);
    QVERIFY(f.find<QLabel>("runFilterState")->text().contains(u"did you mean cycles?"_s));
    QVERIFY(f.page->filterLine()->edit()->property("invalid").toBool());
    f.session.history.setRows(sample::history(23)); // a new list does not hide the reason
    QVERIFY(f.find<QLabel>("runFilterState")->text().contains(u"did you mean cycles?"_s));
}

void RunsPageTest::anEmptyStoreAndAFilterWithoutHitsAreWorded()
{
    PageFixture f(0);
    auto* message = f.page->findChild<MessagePanel*>();
    QVERIFY(message->isVisible());
    QCOMPARE(message->title(), u"No runs yet"_s);
    f.session.history.setRows(sample::history(3));
    QVERIFY(!message->isVisible());
    f.page->filterLine()->setText(u"nowhere"_s);
    QVERIFY(message->isVisible());
    QCOMPARE(message->title(), u"No run passes the filter"_s);
}

void RunsPageTest::deletingIsOneStepThatCanBeUndone()
{
    PageFixture f;
    QVERIFY(QTest::qWaitForWindowActive(&f.window)); // keys reach actions of the active window only
    f.page->table()->setFocus();
    f.page->selectRuns({20, 18, 3});
    QTest::keyClick(f.page->table(), Qt::Key_Delete);
    QCOMPARE(f.shownRows(), 17);
    QCOMPARE(f.page->toast()->text(), u"Deleted 3 runs."_s);
    QVERIFY(f.page->toast()->isVisible());
    f.page->toast()->undoButton()->click();
    QCOMPARE(f.shownRows(), 20);
    QVERIFY(!f.page->toast()->isVisible());
    f.page->history().redo();
    QCOMPARE(f.shownRows(), 17);
    QCOMPARE(f.session.history.bin().size(), std::size_t(3));
    QMenu bin;
    fillBinMenu(bin, f.session.history);
    QCOMPARE(bin.actions().size(), 4); // all of them, and each with what it is
    QVERIFY2(bin.actions().back()->text().contains(u" on "_s), qPrintable(bin.actions().back()->text()));
    bin.actions().back()->trigger();
    QCOMPARE(f.session.history.bin().size(), std::size_t(2));
    f.session.history.moveToBin({3});
    f.page->selectRuns({19});
    QTest::keyClick(f.page->table(), Qt::Key_Delete);
    QVERIFY(f.page->toast()->isVisible());
    f.page->history().undo(); // by Ctrl+Z: there is nothing to offer any more
    QVERIFY(!f.page->toast()->isVisible());
}

void RunsPageTest::theReturnThatEndsAnEditOpensNothing()
{
    PageFixture f;
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.page->table()->setFocus();
    f.page->selectRuns({20});
    QTest::keyClick(f.page->table(), Qt::Key_T);
    auto* editor = f.page->table()->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, u"paper"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(f.session.history.rows()[0].marks.tags, std::vector<std::string>{"paper"});
    QVERIFY(f.session.loads.empty());
    QTRY_VERIFY(f.page->table()->hasFocus());
    QTest::keyClick(f.page->table(), Qt::Key_Return);
    QCOMPARE(f.session.loads.size(), std::size_t(1)); // as Return does elsewhere
}

void RunsPageTest::theTableStaysWhereItWasAfterAnEdit()
{
    PageFixture f;
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.page->table()->setFixedWidth(300); // the note is out of sight
    QCoreApplication::processEvents();
    QScrollBar* along = f.page->table()->horizontalScrollBar();
    along->setValue(1);
    f.page->table()->setFocus();
    f.page->selectRuns({20});
    QTest::keyClick(f.page->table(), Qt::Key_N);
    QVERIFY(along->value() > 1);
    auto* editor = f.page->table()->viewport()->findChild<QLineEdit*>();
    QTest::keyClicks(editor, u"why"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(f.session.history.rows()[0].marks.note, std::string("why"));
    QTRY_COMPARE(along->value(), 1);
}

void RunsPageTest::ctrlZBelongsToThePageOnlyWhileItHasTheFocus()
{
    PageFixture f;
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    QUndoGroup& histories = f.window.workbench().histories();
    f.page->table()->setFocus();
    QCOMPARE(histories.activeStack(), &f.page->history());
    f.page->selectRuns({20});
    f.page->actions().remove->trigger();
    f.window.actions().undo->trigger();
    QCOMPARE(f.shownRows(), 20);
    f.window.showTab(MainWindow::Tab::Summary);
    QCOMPARE(histories.activeStack(), &f.window.workbench().document().history());
}

void RunsPageTest::starsTagsAndNotesAreStepsOfTheirOwn()
{
    PageFixture f;
    f.page->selectRuns({20, 19}); // 20 is starred already
    f.page->actions().star->trigger();
    QVERIFY(f.isStarred(20) && f.isStarred(19));
    f.page->actions().star->trigger();
    QVERIFY(!f.isStarred(20) && !f.isStarred(19));
    f.page->changeTags(u"paper fig4"_s);
    f.page->changeTags(u"-paper new"_s);
    QCOMPARE(f.session.history.rows()[0].marks.tags, (std::vector<std::string>{"fig4", "new"}));
    f.page->history().undo();
    QCOMPARE(f.session.history.rows()[1].marks.tags, (std::vector<std::string>{"fig4", "paper"}));
    f.page->history().undo();
    f.page->history().undo();
    QVERIFY(f.isStarred(20) && f.isStarred(19));
    f.page->history().undo();
    QVERIFY(f.isStarred(20) && !f.isStarred(19));
}

void RunsPageTest::undoLeavesWhatWasChangedElsewhere()
{
    PageFixture f;
    QSignalSpy failed(&f.session.history, &RunHistory::failed);
    QAbstractItemModel* model = f.page->table()->model();
    QVERIFY(model->setData(model->index(0, RunListModel::Note), u"half budget"_s));
    f.page->selectRuns({20});
    f.page->changeTags(u"mine"_s);
    RunMarks marks = f.session.history.rows()[0].marks;
    marks.note = "from the other window";
    f.session.history.setMarks({{20, marks}});
    f.page->history().undo(); // of the tag, which nobody else changed
    QVERIFY(std::ranges::find(f.session.history.rows()[0].marks.tags, "mine")
            == f.session.history.rows()[0].marks.tags.end());
    QCOMPARE(failed.size(), 0);
    f.page->history().undo();
    QCOMPARE(f.session.history.rows()[0].marks.note, std::string("from the other window"));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().endsWith(QStringLiteral("run 20.")));
    f.page->history().redo();
    QCOMPARE(f.session.history.rows()[0].marks.note, std::string("from the other window"));
}

void RunsPageTest::tagsAreEditedInPlace()
{
    PageFixture f;
    QAbstractItemModel* model = f.page->table()->model();
    QVERIFY(model->setData(model->index(0, RunListModel::Tags), u" paper, fig4 paper "_s));
    QCOMPARE(f.session.history.rows()[0].marks.tags, (std::vector<std::string>{"fig4", "paper"}));
    QCOMPARE(model->index(0, RunListModel::Tags).data().toString(), u"fig4 paper"_s);
    QVERIFY(model->setData(model->index(0, RunListModel::Note), u"why"_s));
    QCOMPARE(f.session.history.edits, 2);
    QVERIFY(model->setData(model->index(0, RunListModel::Note), u"why"_s)); // no change, no step
    QCOMPARE(f.session.history.edits, 2);
    QVERIFY(!model->setData(model->index(0, RunListModel::Network), u"x"_s));
    f.page->history().undo();
    QCOMPARE(f.session.history.rows()[0].marks.note, std::string());
}

void RunsPageTest::comparingIsOfferedForTwoToFourRuns()
{
    PageFixture f;
    QSignalSpy compared(f.page, &RunsPage::compareRequested);
    QVERIFY(f.page->actions().compare->isVisible()); // somebody listens
    const std::vector<std::pair<std::vector<RunId>, bool>> cases{
        {{20}, false}, {{20, 19}, true}, {{20, 19, 18, 17}, true}, {{20, 19, 18, 17, 16}, false}};
    for (const auto& [runs, offered] : cases) {
        f.page->selectRuns(runs);
        QCOMPARE(f.page->actions().compare->isEnabled(), offered);
    }
    f.page->selectRuns({17, 20});
    f.page->actions().compare->trigger();
    QCOMPARE(compared[0][0].value<std::vector<RunId>>(), (std::vector<RunId>{20, 17}));
    f.page->selectRuns({18}); // the first one clicked is what the others are compared with
    f.page->selectRuns({18, 20});
    QCOMPARE(f.page->selectedRuns(), (std::vector<RunId>{18, 20}));
    f.page->selectRuns({20});
    f.page->selectRuns({20, 18});
    QCOMPARE(f.page->selectedRuns(), (std::vector<RunId>{20, 18}));
}

void RunsPageTest::aRunningRunIsNeitherDeletedNorReported()
{
    PageFixture f(0);
    f.session.history.setRows({sample::historyRow(2, RunStatus::Running), sample::historyRow(1)});
    f.page->selectRuns({2, 1});
    QVERIFY(!f.page->actions().remove->isEnabled());
    QVERIFY(f.page->actions().remove->toolTip().contains(u"still going on"_s));
    f.page->selectRuns({1});
    QVERIFY(f.page->actions().remove->isEnabled());
    QVERIFY(f.page->actions().exportReport->isEnabled());
}

void RunsPageTest::openingShowsTheRunAndReportsNameIt()
{
    PageFixture f;
    f.page->selectRuns({19});
    f.page->exportReport(u"r.html"_s);
    QCOMPARE(f.session.history.reports, (std::vector<std::vector<RunId>>{{19}}));
    f.page->actions().open->trigger();
    QCOMPARE(f.session.loads, std::vector<RunId>{19});
    QCOMPARE(f.window.currentTab(), MainWindow::Tab::Summary);
}

void RunsPageTest::theSelectionSurvivesNewRunsAndDeletedOnes()
{
    PageFixture f;
    f.page->selectRuns({19, 17});
    f.session.history.setRows(sample::history(21)); // starts 60 s apart: every row differs
    QCOMPARE(f.page->selectedRuns(), (std::vector<RunId>{19, 17}));
    f.session.history.moveToBin({20});
    QCOMPARE(f.page->selectedRuns(), (std::vector<RunId>{19, 17}));
    f.session.history.moveToBin({19});
    QCOMPARE(f.page->selectedRuns(), std::vector<RunId>{17});
}

void RunsPageTest::severalColumnsAreTickedInOneVisit()
{
    PageFixture f;
    CopyableTable* table = f.page->table();
    QMenu menu;
    addColumnEntries(&menu, table);
    menu.popup({0, 0});
    QAction* seed = menu.actions()[RunListModel::Seed];
    QVERIFY(table->isColumnHidden(RunListModel::Seed) && !seed->isChecked());
    const QPoint at = menu.actionGeometry(seed).center();
    QTest::mouseClick(&menu, Qt::LeftButton, {}, at);
    QVERIFY(seed->isChecked() && !table->isColumnHidden(RunListModel::Seed));
    QVERIFY(menu.isVisible());
    menu.setActiveAction(seed);
    QTest::keyClick(&menu, Qt::Key_Space);
    QVERIFY(!seed->isChecked() && menu.isVisible());
    QMenu fresh; // opened by the right button, which comes up over an entry
    addColumnEntries(&fresh, table);
    fresh.popup({0, 0});
    QMouseEvent late(QEvent::MouseButtonRelease, at, fresh.mapToGlobal(at), Qt::RightButton, {}, {});
    QApplication::sendEvent(&fresh, &late);
    QVERIFY(!fresh.actions()[RunListModel::Seed]->isChecked());
}

void RunsPageTest::columnsAndGroupsAreRemembered()
{
    PageFixture f;
    QSettings settings;
    QVERIFY(f.page->table()->isColumnHidden(RunListModel::Seed));
    f.page->table()->setColumnHidden(RunListModel::Seed, false);
    f.page->table()->setColumnHidden(RunListModel::Note, true);
    f.page->setGrouping(RunListModel::Network);
    f.page->save(settings);
    RunsPage other(f.window.workbench());
    other.restore(settings);
    QVERIFY(!other.table()->isColumnHidden(RunListModel::Seed));
    QVERIFY(other.table()->isColumnHidden(RunListModel::Note));
    f.session.history.setRows(sample::history(6));
    QCOMPARE(other.table()->model()->index(0, RunListModel::Network).data().toString(), u"alexnet"_s);
}

void RunsPageTest::runAgainShowsTheNewRunAndItsSeed()
{
    PageFixture f;
    f.page->selectRuns({19});
    f.page->actions().runAgain->trigger();
    QCOMPARE(f.session.history.startedAgainFor, std::vector<RunId>{19});
    ScheduleRequest request{f.window.workbench().document().value(), f.window.workbench().network(), {}};
    request.options.seed = 42;
    Q_EMIT f.session.history.startedAgain(7, request);
    QVERIFY(f.page->toast()->text().contains(u"seed 42"_s));
    QCOMPARE(f.run().job(), JobId(7));
}

QTEST_MAIN(RunsPageTest)
#include "tst_runs_page.moc"
