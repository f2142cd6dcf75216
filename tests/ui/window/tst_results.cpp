// SPDX-License-Identifier: GPL-3.0-or-later
// Results reach the views live; those of other jobs do not.
#include "engine/base/run_control.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/jobs/jobs_panel.h"
#include "ui/features/run/project_tree.h"
#include "ui/parts/buffer_use_view.h"
#include "ui/parts/headline_card.h"
#include "ui/parts/layer_table_model.h"
#include "ui/widgets/message_panel.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

namespace nestloom::ui {

class TestResults : public QObject {
    Q_OBJECT
private slots:
    void resultsFillInLayerByLayer();
    void resultsOfAnotherJobNeverAppear();
    void aLoadedRunThatIsNoLongerWantedNeverAppears();
    void aFailedLayerStaysWithItsReasonAndTheOthersGoOn();
    void aRefusedRunSaysSoWithItsReason();
    void cancelAsksTheSessionAndKeepsWhatIsThere();
    void selectingALayerAnywhereSelectsItEverywhere();
    void aLayerPageBeginsWithTheLongestLayer();
    void aLayerPageWaitsForTheEndOfTheRun();
    void backReturnsToTheLayerAndTheRunBefore();
    void endedJobsStayUntilTheyAreCleared();
    void aBurstOfResultsDoesNotBlockTheEventLoop();
    void namesAreShownAsTheyAre();

private:
    static QString cell(QTableView* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
};

void TestResults::namesAreShownAsTheyAre()
{
    applyTheme(*qApp, ThemeKind::Light);
    const QString name = QStringLiteral("<h1><font color=red>HUGE</font></h1>");
    WindowFixture f;
    QVERIFY(f.ready);
    hardware::Accelerator accelerator = f.window.workbench().document().value();
    accelerator.name = name.toStdString();
    f.window.workbench().document().setValue(QStringLiteral("name"), accelerator);
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1234));
    f.window.problems()->report(name);
    QCoreApplication::processEvents();
    int shown = 0;
    for (const QLabel* label : f.window.findChildren<QLabel*>()) {
        if (!label->text().contains(name))
            continue; // escaped, or not about it
        if (label->isVisible())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(label->textFormat() != Qt::RichText);
        ++shown;
    }
    QVERIFY(shown > 0);
}

void TestResults::resultsFillInLayerByLayer()
{
    WindowFixture f;
    QVERIFY(f.ready);
    const JobId job = f.start();
    QVERIFY(job != 0);
    f.session.states[job].phase = "waiting";
    Q_EMIT f.session.jobChanged(f.session.states[job]);
    QTRY_COMPARE(f.find<QLabel>("badge")->text(), QStringLiteral("waits in the queue"));
    QVERIFY(f.find<QLabel>("bottleneck")->text().startsWith(QStringLiteral("Waiting: ")));
    f.session.states[job].phase.clear();
    auto* table = f.find<QTableView>("layerTable");
    QCOMPARE(table->model()->rowCount(), static_cast<int>(f.run().network().layers.size()));
    QCOMPARE(cell(table, 0, LayerTableModel::CycleCount), QStringLiteral("-"));

    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1234));
    QTRY_COMPARE(cell(table, 0, LayerTableModel::CycleCount), QStringLiteral("1,234"));
    QCOMPARE(f.find<HeadlineCard>("cyclesCard")->value(), QStringLiteral("1.23 kcycle"));
    QVERIFY(f.find<QLabel>("badge")->text().contains(QStringLiteral("running")));
    QCOMPARE(f.run().run(), FakeSession::runOf(job));

    for (std::size_t i = 1; i < f.run().layers().size(); ++i)
        f.session.finishLayer(job, solvedLayer(f.session.requests[job], i, 1000));
    f.session.end(job, JobState::End::Finished);
    QCOMPARE(f.find<QLabel>("badge")->text(), QStringLiteral("verified"));
    QVERIFY(f.find<QLabel>("bottleneck")->text().startsWith(QStringLiteral("Bottleneck: compute on 8 of 8 layers")));
}

void TestResults::resultsOfAnotherJobNeverAppear()
{
    WindowFixture f;
    const JobId old = f.start();
    const JobId shown = f.start();
    QVERIFY(old != shown);
    f.session.finishLayer(old, solvedLayer(f.session.requests[old], 0, 1234));
    f.session.end(old, JobState::End::Failed);
    f.session.finishLayer(shown, solvedLayer(f.session.requests[shown], 1, 77));
    auto* table = f.find<QTableView>("layerTable");
    QTRY_COMPARE(cell(table, 1, LayerTableModel::CycleCount), QStringLiteral("77"));
    QCOMPARE(cell(table, 0, LayerTableModel::CycleCount), QStringLiteral("-"));
    QVERIFY(f.run().isRunning());
    QCOMPARE(f.run().run(), FakeSession::runOf(shown));
}

void TestResults::aLoadedRunThatIsNoLongerWantedNeverAppears()
{
    WindowFixture f;
    f.window.workbench().openRun(7);
    const JobId job = f.start(); // newest wins
    RunRecord late;
    late.summary.id = 7;
    late.inputs.network.name = "late";
    late.inputs.network.layers.resize(1);
    f.session.answerLoad(late);
    QCOMPARE(f.run().job(), job);

    f.window.workbench().openRun(7);
    f.session.answerLoad(late);
    QCOMPARE(f.run().run(), RunId{7});
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 5));
    QTest::qWait(60);
    QVERIFY(!f.run().layers()[0].cost);
}

void TestResults::aFailedLayerStaysWithItsReasonAndTheOthersGoOn()
{
    WindowFixture f;
    const JobId job = f.start();
    const ScheduleRequest request = f.session.requests[job];
    f.session.finishLayer(
        job, failedLayer(request, 0, "level AccumulationBuffer needs 3 B but holds 2 B; raise its capacity to 3 B"));
    for (std::size_t i = 1; i < request.network.layers.size(); ++i)
        f.session.finishLayer(job, solvedLayer(request, i, 1000));
    f.session.end(job, JobState::End::Finished);
    auto* failures = f.find<QLabel>("failures");
    QVERIFY(failures->isVisible());
    QVERIFY(failures->text().contains(QStringLiteral("raise its capacity to 3 B")));
    auto* table = f.find<QTableView>("layerTable");
    QCOMPARE(cell(table, 0, LayerTableModel::Status), QStringLiteral("infeasible"));
    QCOMPARE(cell(table, 1, LayerTableModel::CycleCount), QStringLiteral("1,000"));
    QVERIFY(f.find<QLabel>("badge")->text().contains(QStringLiteral("7 of 8 layers")));

    QVERIFY(failures->text().contains(QStringLiteral("Show AccumulationBuffer")));

    Q_EMIT failures->linkActivated(QStringLiteral("diagnostics"));
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(copied.contains(QStringLiteral("reason: level AccumulationBuffer")));
    QVERIFY(copied.contains(QStringLiteral("seed 1")));
}

void TestResults::aRefusedRunSaysSoWithItsReason()
{
    WindowFixture f;
    const JobId job = f.start();
    f.window.workbench().selection().selectLayer(0);
    f.window.showTab(MainWindow::Tab::Buffers);
    const MessagePanel& message = f.find<BufferUseView>("bufferUseView")->message();
    QVERIFY(message.title().contains(QStringLiteral("waiting")));
    const QString reason = QStringLiteral("Flexer needs a scratchpad that all NPUs share");
    f.session.states[job].message = reason.toStdString();
    f.session.states[job].isRefused = true;
    f.session.end(job, JobState::End::Failed);
    auto* badge = f.find<QLabel>("badge");
    QCOMPARE(badge->text(), QStringLiteral("refused"));
    QVERIFY2(badge->toolTip().contains(reason), qPrintable(badge->toolTip()));
    QVERIFY2(message.title().contains(QStringLiteral("not run")), qPrintable(message.title()));
    QCOMPARE(message.text(), reason);
    auto* table = f.find<QTableView>("layerTable");
    QCOMPARE(cell(table, 0, LayerTableModel::Status), QStringLiteral("not run"));
    QVERIFY(table->model()->index(0, LayerTableModel::Status).data(Qt::ToolTipRole).toString().contains(reason));

    RunRecord stored; // as it is read again
    stored.summary.id = 7;
    stored.summary.status = RunStatus::Failed;
    stored.summary.message = reason.toStdString();
    stored.inputs.network = f.run().network();
    stored.inputs.accelerator = f.run().accelerator();
    RunRecord broken = stored;
    broken.summary.id = 8;
    broken.summary.message.clear();
    f.session.setRuns({broken.summary, stored.summary});
    QTreeWidgetItem* runs = f.window.findChild<ProjectTree*>()->topLevelItem(2);
    QCOMPARE(runs->child(0)->text(1), QStringLiteral("failed"));
    QVERIFY(!runs->child(0)->toolTip(0).contains(QStringLiteral("efused")));
    QCOMPARE(runs->child(1)->text(1), QStringLiteral("refused"));
    QVERIFY2(runs->child(1)->toolTip(0).contains(reason), qPrintable(runs->child(1)->toolTip(0)));
    f.window.workbench().openRun(7);
    f.session.answerLoad(stored);
    QCOMPARE(badge->text(), QStringLiteral("refused"));
    QCOMPARE(f.find<QLabel>("failures")->text(), reason); // without a link to diagnostics: there are no layers
    QVERIFY(f.find<QLabel>("bottleneck")->text().contains(QStringLiteral("nothing was computed")));
    QCOMPARE(cell(table, 1, LayerTableModel::Status), QStringLiteral("not run"));
    f.window.workbench().openRun(8);
    f.session.answerLoad(broken);
    QVERIFY2(badge->text().startsWith(QStringLiteral("failed, 0 of")), qPrintable(badge->text()));
}

void TestResults::cancelAsksTheSessionAndKeepsWhatIsThere()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1234));
    QVERIFY(f.window.actions().cancel->isEnabled());
    f.window.actions().cancel->trigger();
    QCOMPARE(f.session.cancelled, std::vector<JobId>{job});
    QVERIFY(!f.window.actions().cancel->isEnabled());
    QVERIFY(f.run().status() == RunStatus::Cancelled);
    QVERIFY(f.run().layers()[0].cost.has_value());
    QVERIFY(f.find<QLabel>("badge")->text().startsWith(QStringLiteral("cancelled")));
    QCOMPARE(cell(f.find<QTableView>("layerTable"), 1, LayerTableModel::Status), QStringLiteral("not run"));
}

void TestResults::selectingALayerAnywhereSelectsItEverywhere()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 2, 10));
    auto* layers = f.find<QTableView>("layerTable");
    auto* network = f.find<QTableView>("networkTable");
    layers->selectRow(2);
    QCOMPARE(network->currentIndex().row(), 2);
    QVERIFY(f.window.selectionChip()->text().contains(QString::fromStdString(f.run().layers()[2].name)));
    network->selectRow(4);
    QCOMPARE(layers->currentIndex().row(), 4);
    f.window.selectionChip()->click();
    QVERIFY(!layers->currentIndex().isValid());
    QVERIFY(!network->currentIndex().isValid());
}

void TestResults::aLayerPageBeginsWithTheLongestLayer()
{
    WindowFixture f;
    const Selection& selection = f.window.workbench().selection();
    f.window.showTab(MainWindow::Tab::LoopNest);
    QVERIFY(!selection.layer()); // nothing is mapped yet
    f.window.showTab(MainWindow::Tab::Summary);
    const JobId job = f.start();
    for (const std::size_t layer : {0, 2, 1})
        f.session.finishLayer(job, solvedLayer(f.session.requests[job], layer, 10 + std::int64_t(layer)));
    f.session.end(job, JobState::End::Finished);
    QVERIFY(!selection.layer()); // the summary is about all layers
    f.window.showTab(MainWindow::Tab::Buffers);
    QCOMPARE(selection.layer(), std::optional<std::size_t>(2));
    f.window.workbench().selection().selectLayer(0);
    f.window.showTab(MainWindow::Tab::LoopNest);
    QCOMPARE(selection.layer(), std::optional<std::size_t>(0)); // the user's choice stays
    f.window.selectionChip()->click();
    QVERIFY(!selection.layer()); // who clears it sees it cleared
}

void TestResults::aLayerPageWaitsForTheEndOfTheRun()
{
    WindowFixture f;
    const Selection& selection = f.window.workbench().selection();
    const JobId job = f.start(); // which shows the summary
    f.window.showTab(MainWindow::Tab::LoopNest);
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 1, 10));
    QTest::qWait(60);            // results are told at most every 40 ms
    QVERIFY(!selection.layer()); // another layer may take longer
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 3, 20));
    f.session.end(job, JobState::End::Finished);
    QTRY_COMPARE(selection.layer(), std::optional<std::size_t>(3));
}

void TestResults::backReturnsToTheLayerAndTheRunBefore()
{
    WindowFixture f;
    const JobId first = f.start();
    f.session.finishLayer(first, solvedLayer(f.session.requests[first], 0, 10));
    Selection& selection = f.window.workbench().selection();
    selection.selectLayer(1);
    selection.selectLayer(2);
    f.window.actions().back->trigger();
    QCOMPARE(*selection.layer(), std::size_t{1});
    f.window.actions().forward->trigger();
    QCOMPARE(*selection.layer(), std::size_t{2});

    const JobId second = f.start();
    f.session.finishLayer(second, solvedLayer(f.session.requests[second], 0, 10));
    f.window.actions().back->trigger(); // the first run is not shown any more: it is read again
    QCOMPARE(f.session.loads, std::vector<RunId>{FakeSession::runOf(first)});
    QCOMPARE(*selection.layer(), std::size_t{2});
}

void TestResults::endedJobsStayUntilTheyAreCleared()
{
    WindowFixture f;
    const JobId first = f.start();
    f.session.finishLayer(first, solvedLayer(f.session.requests[first], 0, 10));
    f.session.end(first, JobState::End::Finished);
    const JobId second = f.start();
    f.session.finishLayer(second, solvedLayer(f.session.requests[second], 0, 10));
    QCOMPARE(f.window.findChild<JobsPanel*>()->endedCount(), 1);
    QCOMPARE(f.window.findChild<JobsPanel*>()->runningCount(), 1);
    f.window.actions().clearJobs->trigger();
    QCOMPARE(f.window.findChild<JobsPanel*>()->endedCount(), 0);
    QCOMPARE(f.window.findChild<JobsPanel*>()->runningCount(), 1);
}

void TestResults::aBurstOfResultsDoesNotBlockTheEventLoop()
{
    WindowFixture f;
    workload::Network big = f.window.workbench().network();
    const workload::Layer sample = big.layers.front();
    big.layers.clear();
    for (int i = 0; i < 500; ++i) {
        big.layers.push_back(sample);
        big.layers.back().name = "layer" + std::to_string(i);
    }
    f.session.requests[1] = {f.window.workbench().document().value(), big, {}};
    RunRecord record;
    record.summary.id = FakeSession::runOf(1);
    record.summary.status = RunStatus::Running;
    record.inputs.accelerator = f.session.requests[1].accelerator;
    record.inputs.network = big;
    f.window.workbench().openRun(record.summary.id);
    f.session.answerLoad(record);
    f.session.states[1].id = 1;
    f.session.states[1].run = record.summary.id;
    f.session.states[1].layerCount = 500;

    // As the job runner does: each result is an event of its own.
    std::vector<schedule::LayerResult> results;
    for (std::size_t i = 0; i < 500; ++i)
        results.push_back(solvedLayer(f.session.requests[1], i, 1000 + std::int64_t(i)));
    for (const schedule::LayerResult& result : results)
        QMetaObject::invokeMethod(
            &f.session, [&f, &result] { f.session.finishLayer(1, result); }, Qt::QueuedConnection);
    QElapsedTimer clock;
    qint64 last = 0;
    qint64 worst = 0;
    std::chrono::nanoseconds lastCpu = threadCpuTime();
    std::chrono::nanoseconds worstCpu{};
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] {
        worst = std::max(worst, clock.elapsed() - last);
        last = clock.elapsed();
        worstCpu = std::max(worstCpu, threadCpuTime() - lastCpu);
        lastCpu = threadCpuTime();
    });
    clock.start();
    beat.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(f.run().totals().solved, std::size_t{500}, 10'000);
    qInfo("longest pause of the event loop during 500 results: %lld ms (%lld ms of CPU)", static_cast<long long>(worst),
          static_cast<long long>(worstCpu / std::chrono::milliseconds(1)));
    QVERIFY2(worst < 1000,
             "the window froze"); // generous: the machine may be busy; the figure above is the measurement
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestResults)
#include "tst_results.moc"
