// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_job_queue.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/jobs/job_row.h"
#include "ui/features/jobs/jobs_panel.h"
#include "ui/widgets/rich_label.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

JobState stateOfJob(JobId id, JobState::End end = JobState::End::Running)
{
    JobState state;
    state.id = id;
    state.run = end == JobState::End::Running ? 0 : RunId(id);
    state.title = "job " + std::to_string(id);
    state.layerCount = 5;
    state.end = end;
    return state;
}

/// A panel with jobs 1 and 2 at work, 3 to 5 waiting, 6 cancelled.
struct QueueFixture {
    QueueFixture()
    {
        hold.setCheckable(true);
        panel.setQueue(&queue, &hold);
        for (JobId id = 1; id <= 5; ++id)
            panel.setJob(stateOfJob(id));
        queue.ended = {6};
        panel.setJob(stateOfJob(6, JobState::End::Cancelled));
        queue.setWaiting({3, 4, 5});
        panel.resize(1000, 200);
        panel.show();
        panel.activateWindow();
    }
    std::vector<JobRow*> rows() const // from the top
    {
        QList<JobRow*> found = panel.findChildren<JobRow*>();
        std::sort(found.begin(), found.end(), [](const JobRow* a, const JobRow* b) { return a->y() < b->y(); });
        return {found.begin(), found.end()};
    }
    std::vector<JobId> order() const
    {
        QCoreApplication::processEvents(); // layouts
        std::vector<JobId> ids;
        for (const JobRow* row : rows())
            ids.push_back(row->state().id);
        return ids;
    }
    JobRow* row(JobId id) const
    {
        for (JobRow* row : panel.findChildren<JobRow*>())
            if (row->state().id == id)
                return row;
        return nullptr;
    }
    FakeJobQueue queue;
    QAction hold{QStringLiteral("Hold")};
    JobsPanel panel;
};

QAbstractButton* rowButton(const JobRow* row, const QString& text)
{
    for (auto* each : row->findChildren<QAbstractButton*>())
        if (each->text() == text || each->toolTip().startsWith(text))
            return each;
    return nullptr;
}

QString phaseOf(const JobRow* row)
{
    QStringList all;
    for (const ElidedLabel* label : row->findChildren<ElidedLabel*>())
        all << label->text();
    return all.join(QLatin1Char('|'));
}

} // namespace

class TestJobsPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalTitlesAreToldApartByTheirTips();
    void jobsStandInTheOrderInWhichTheyBegin();
    void arrowsMoveAWaitingJob();
    void keysMoveAndCancelAndRetry();
    void theFocusGoesToTheFirstRow();
    void aJobThatDidNotFinishIsTriedAgain();
    void whatIsTriedAgainIsShown();
    void theMenuOffersWhatTheRowCan();
    void theConvergenceOfAJobFollowsIt();
    void nothingIsDrawnOfAJobWithoutABound();
    void aHeldQueueIsTold();
    void theForemostJobIsAtWork();
    void anEndedSweepGivesWayToLaterJobs();
    void theWindowHoldsTheQueue();
};

void TestJobsPanel::equalTitlesAreToldApartByTheirTips()
{
    QueueFixture f;
    JobState state = stateOfJob(1);
    state.run = 12;
    state.about = "latency, seed 7";
    f.panel.setJob(state);
    QCOMPARE(f.row(1)->toolTip(), QStringLiteral("job 1\nrun 12\nlatency, seed 7"));
    QCOMPARE(f.row(3)->toolTip(), QStringLiteral("job 3")); // waits, and has no number yet
}

void TestJobsPanel::jobsStandInTheOrderInWhichTheyBegin()
{
    QueueFixture f;
    QCOMPARE(f.order(), (std::vector<JobId>{2, 1, 3, 4, 5, 6}));
    f.queue.setWaiting({5, 3, 4});
    QCOMPARE(f.order(), (std::vector<JobId>{2, 1, 5, 3, 4, 6}));
    f.queue.setWaiting({3, 4}); // 5 begins
    QCOMPARE(f.order(), (std::vector<JobId>{5, 2, 1, 3, 4, 6}));
    f.panel.setJob(stateOfJob(2, JobState::End::Finished));
    QCOMPARE(f.order(), (std::vector<JobId>{5, 1, 3, 4, 6, 2}));
    QVERIFY(phaseOf(f.row(3)).contains(QStringLiteral("next to begin")));
    QVERIFY(phaseOf(f.row(4)).contains(QStringLiteral("place 2")));
    QVERIFY(!phaseOf(f.row(1)).contains(QStringLiteral("begin")));
}

void TestJobsPanel::arrowsMoveAWaitingJob()
{
    QueueFixture f;
    QVERIFY(!rowButton(f.row(3), QStringLiteral("Begin earlier"))->isEnabled()); // the first
    QVERIFY(!rowButton(f.row(5), QStringLiteral("Begin later"))->isEnabled());
    QVERIFY(!rowButton(f.row(1), QStringLiteral("Begin later"))->isVisible());
    rowButton(f.row(5), QStringLiteral("Begin earlier"))->click();
    QCOMPARE(f.queue.jobs, (std::vector<JobId>{3, 5, 4}));
    QCOMPARE(f.order(), (std::vector<JobId>{2, 1, 3, 5, 4, 6}));
}

void TestJobsPanel::keysMoveAndCancelAndRetry()
{
    QueueFixture f;
    QSignalSpy cancelled(&f.panel, &JobsPanel::cancelRequested);
    f.row(3)->setFocus();
    QTest::keyClick(f.row(3), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(f.queue.jobs, (std::vector<JobId>{4, 3, 5}));
    QTest::keyClick(f.row(3), Qt::Key_Down);
    QCOMPARE(f.panel.focusWidget(), f.row(5));
    QTest::keyClick(f.row(5), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(f.queue.jobs, (std::vector<JobId>{4, 5, 3}));
    QTest::keyClick(f.row(1), Qt::Key_Down, Qt::ControlModifier); // is at work
    QCOMPARE(f.queue.moves.size(), std::size_t(2));
    QTest::keyClick(f.row(5), Qt::Key_Delete);
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(cancelled.front().front().value<JobId>(), JobId(5));
    QTest::keyClick(f.row(5), Qt::Key_R); // still runs
    QVERIFY(f.queue.retried.empty());
    QTest::keyClick(f.row(6), Qt::Key_R);
    QCOMPARE(f.queue.retried, std::vector<JobId>{6});
}

void TestJobsPanel::theFocusGoesToTheFirstRow()
{
    QueueFixture f;
    QVERIFY(QTest::qWaitForWindowActive(&f.panel));
    f.panel.setFocus(Qt::ShortcutFocusReason);
    QCOMPARE(QApplication::focusWidget(), f.rows().front());
}

void TestJobsPanel::aJobThatDidNotFinishIsTriedAgain()
{
    QueueFixture f;
    QVERIFY(!rowButton(f.row(1), QStringLiteral("Retry"))->isVisible());
    QAbstractButton* retry = rowButton(f.row(6), QStringLiteral("Retry"));
    QVERIFY(retry->isVisible());
    retry->click();
    QCOMPARE(f.queue.retried, std::vector<JobId>{6});
    QVERIFY(!retry->isVisible()); // once
}

void TestJobsPanel::whatIsTriedAgainIsShown()
{
    const ScratchSettings settings;
    FakeSession session;
    auto* queue = new FakeJobQueue(&session);
    WholeWindow window(session);
    ScheduleRequest request;
    request.accelerator = window.workbench().document().value();
    request.network = window.workbench().chosenNetwork();
    Q_EMIT queue->JobQueue::retried(7, request);
    QCOMPARE(window.workbench().run().job(), JobId(7));
}

void TestJobsPanel::theMenuOffersWhatTheRowCan()
{
    QueueFixture f;
    const auto enabled = [&](JobId id) {
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), f.row(id)->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(f.row(id), &event);
        QMenu* menu = f.panel.findChildren<QMenu*>(QStringLiteral("jobMenu")).back();
        QStringList texts;
        for (const QAction* action : menu->actions())
            if (action->isEnabled() && !action->isSeparator())
                texts << action->text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
        menu->close();
        return texts.join(QLatin1Char('|'));
    };
    QCOMPARE(enabled(1), QStringLiteral("Cancel|Hold"));
    QCOMPARE(enabled(4), QStringLiteral("Cancel|Begin earlier|Begin later|Begin next|Begin last|Hold"));
    QCOMPARE(enabled(6), QStringLiteral("Show|Retry|Hold"));
}

void TestJobsPanel::theConvergenceOfAJobFollowsIt()
{
    QueueFixture f;
    JobState state = stateOfJob(1);
    state.unit = "cycle";
    const auto tell = [&](int layers, double ms, std::optional<double> best, std::optional<double> bound) {
        state.layersDone = layers;
        state.elapsed = std::chrono::milliseconds(int(ms));
        state.best = best;
        state.bound = bound;
        f.panel.setJob(state);
    };
    tell(0, 100, std::nullopt, std::nullopt);
    tell(1, 200, 1000, 900);
    tell(1, 250, 1000, 900); // nothing new
    f.row(1)->setFocus();
    QTest::keyClick(f.row(1), Qt::Key_C);
    auto* chart = f.row(1)->findChild<CourseChart*>();
    QVERIFY(chart != nullptr && chart->isVisible());
    QCOMPARE(chart->chartValues().rows, (std::vector<QVariantList>{{200.0, 1000.0, 900.0}}));
    tell(2, 800, 3000, 2850); // while it is open
    state.end = JobState::End::Finished;
    tell(2, 1000, 3000, 2850);
    QCOMPARE(chart->chartValues().rows, (std::vector<QVariantList>{{200.0, 1000.0, 900.0}, {800.0, 3000.0, 2850.0}}));
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("gap 5.27 %")));
    chart->grab(); // lays it out
    QVERIFY(chart->toolTipAt({chart->width() * 0.5, chart->height() * 0.5}).contains(QStringLiteral("after 200 ms")));
    QVERIFY(chart->toolTipAt({chart->width() - 20.0, chart->height() * 0.5}).contains(QStringLiteral("after 800 ms")));
    QTest::keyClick(chart, Qt::Key_Escape);
    QVERIFY(!chart->isVisible());
}

void TestJobsPanel::nothingIsDrawnOfAJobWithoutABound()
{
    QueueFixture f;
    f.row(2)->setFocus();
    QTest::keyClick(f.row(2), Qt::Key_C); // no unit: nothing is proven of it
    QVERIFY(f.row(2)->findChild<CourseChart*>() == nullptr);
    JobState state = stateOfJob(2);
    state.unit = "B";
    f.panel.setJob(state);
    f.row(2)->showCourse();
    auto* chart = f.row(2)->findChild<CourseChart*>();
    QVERIFY(chart->chartName().isEmpty()); // nothing to export
    const QImage waiting = chart->grab().toImage();
    state.end = JobState::End::Failed;
    state.message = "the scratchpad is too small";
    f.panel.setJob(state);
    QVERIFY(chart->grab().toImage() != waiting); // which says so
}

void TestJobsPanel::aHeldQueueIsTold()
{
    QueueFixture f;
    f.queue.setHeld(true);
    QVERIFY(phaseOf(f.row(3)).contains(QStringLiteral("held")));
    QVERIFY(!phaseOf(f.row(1)).contains(QStringLiteral("held"))); // goes on
    f.queue.setHeld(false);
    QVERIFY(!phaseOf(f.row(3)).contains(QStringLiteral("held")));
}

void TestJobsPanel::theForemostJobIsAtWork()
{
    QueueFixture f;
    QCOMPARE(f.panel.foremost()->id, JobId(2));
    f.panel.setJob(stateOfJob(1, JobState::End::Finished));
    f.panel.setJob(stateOfJob(2, JobState::End::Finished));
    QVERIFY(f.panel.foremost()->end == JobState::End::Running);
    QCOMPARE(f.panel.runningCount(), 3);
}

void TestJobsPanel::anEndedSweepGivesWayToLaterJobs()
{
    JobsPanel panel;
    const JobId sweep = JobId(1) << 32; // counted apart
    panel.setJob(stateOfJob(sweep, JobState::End::Finished));
    panel.setJob(stateOfJob(7, JobState::End::Finished));
    QCOMPARE(panel.foremost()->id, JobId(7));
    panel.clearEnded();
    panel.setJob(stateOfJob(8));
    QCOMPARE(panel.foremost()->id, JobId(8));
}

void TestJobsPanel::theWindowHoldsTheQueue()
{
    ScratchSettings settings;
    FakeSession session;
    auto* queue = new FakeJobQueue(&session);
    WholeWindow window(session);
    auto* hold = window.findChild<QAction*>(QStringLiteral("holdQueue"));
    hold->trigger();
    QVERIFY(queue->held);
    queue->setHeld(false);
    QVERIFY(!hold->isChecked());
    const FakeSession without;
    QVERIFY(jobQueueOf(without) == nullptr);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestJobsPanel)
#include "tst_jobs_panel.moc"
