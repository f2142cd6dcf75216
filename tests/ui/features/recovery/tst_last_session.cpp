// SPDX-License-Identifier: GPL-3.0-or-later
// What was open comes back at the next start, and what is gone is told.
#include "tests/support/whole_runs.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/recovery/last_session.h"
#include "ui/features/recovery/recovery.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QSettings>

namespace nestloom::ui {

class TestLastSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acceleratorAndNetworkComeBack();
    void aPresetComesBackWhenTheProgramHasMoved();
    void networksOfOneNameAreToldApartByTheirFiles();
    void aFileThatIsGoneIsToldAndTheRestOpens();
    void editsOfAFileThatIsGoneStayAtHand();
    void aBrokenFileIsTold();
    void aRunThatIsGoneIsTold();
    void switchedOffNothingIsOpen();
    void theCommandLineTakesThePlaceOfRunAndPage();
    void aWindowThatWasKilledComesBack();
    void aRunBelowAPreviewComesBackAndIsMappedAgain();
    void aRunOfAWholeNetworkComesBack();
    void editsOfTheAcceleratorOfARunComeBackWithoutAQuestion();
    void theAcceleratorOfARunComesBack();
    void editsAreNotBroughtBackTwice();
    void thePerspectiveComesBack();
    void whatARunIsAskedForComesBack();

private:
    static RunRecord record(MainWindow& window)
    {
        RunRecord made;
        made.summary.id = 41;
        made.summary.startedAt = std::chrono::sys_days(std::chrono::year(2025) / 3 / 1) + std::chrono::hours(12);
        made.summary.status = RunStatus::Finished;
        made.inputs.accelerator = window.workbench().document().value();
        made.inputs.network = window.workbench().network();
        return made;
    }
    static RunRecord showRun(WindowFixture& f)
    {
        const RunRecord run = record(f.window);
        f.session.setRuns({run.summary});
        f.window.workbench().openRun(41);
        f.session.answerLoad(run);
        f.session.loads.clear();
        return run;
    }
    static QString write(const WindowFixture& f, const QString& name, QString text, const QString& from = {},
                         const QString& to = {})
    {
        const QString path = f.settings.path(name);
        QFile file(path);
        if (!from.isEmpty())
            text.replace(from, to);
        return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0 ? path : QString();
    }
};

void TestLastSession::whatARunIsAskedForComesBack()
{
    WindowFixture f;
    Workbench& workbench = f.window.workbench();
    schedule::ScheduleOptions options = workbench.options();
    options.fuseOperators = options.bypass = true;
    options.largerSizes = false;
    options.engine = "cosa-mesh";
    options.cosa.simulated = true;
    options.flexer.metric = schedule::flexer::Metric::Transfer;
    options.flexer.priority = schedule::flexer::Priority::LeastSpill;
    options.flexer.spillPolicy = schedule::flexer::SpillPolicy::FirstFit;
    options.flexer.extensions = schedule::flexer::kPublished;
    workbench.setOptions(options);
    kapla::NodeRunOptions nodes = workbench.nodeOptions();
    nodes.batch = 16;
    nodes.training = true;
    workbench.setNodeOptions(nodes);
    workbench.setEngine("kapla");
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QVERIFY(next.workbench().options().fuseOperators && next.workbench().options().bypass);
    QVERIFY(!next.workbench().options().largerSizes);
    QVERIFY(next.workbench().options().flexer == options.flexer);
    QCOMPARE(next.workbench().nodeOptions().batch, 16);
    QVERIFY(next.workbench().nodeOptions().training);
    QCOMPARE(next.workbench().engine(), std::string("kapla"));
    QSettings settings;
    saveOptions(options, settings);
    QVERIFY(readOptions({}, settings).cosa.simulated);
    options.engine = "cosa"; // which simulates nothing
    saveOptions(options, settings);
    QVERIFY(!readOptions({}, settings).cosa.simulated);
}

void TestLastSession::acceleratorAndNetworkComeBack()
{
    WindowFixture f;
    f.window.workbench().chooseAccelerator(f.session.accelerators()[1]);
    f.window.workbench().chooseNetwork(f.session.networks()[1]);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().document().value().name, std::string("simba-8x8"));
    QCOMPARE(next.workbench().network().name, std::string("resnet50"));
    QVERIFY(next.problems()->text().isEmpty());
    QVERIFY(!next.isCovered());
}

void TestLastSession::aPresetComesBackWhenTheProgramHasMoved()
{
    WindowFixture f;
    f.window.workbench().chooseAccelerator(f.session.accelerators()[1]);
    QVERIFY(f.window.close());
    QSettings settings;
    QCOMPARE(settings.value(QStringLiteral("work/accelerator")).toString(), f.session.accelerators()[1].path);
    settings.setValue(QStringLiteral("work/accelerator"),
                      QStringLiteral("/opt/old/presets/accelerators/simba-8x8.yaml"));
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().document().value().name, std::string("simba-8x8"));
    QVERIFY(next.problems()->text().isEmpty());
    QVERIFY(next.close());
    settings.setValue(QStringLiteral("work/accelerator"), QStringLiteral("/home/me/accelerators/simba-8x8.yaml"));
    WholeWindow other(f.session); // a file of one's own that is gone is not the preset
    QCOMPARE(other.problems()->count(), 1);
    QVERIFY(other.workbench().document().isEmpty());
}

void TestLastSession::networksOfOneNameAreToldApartByTheirFiles()
{
    WindowFixture f;
    workload::Network small = f.window.workbench().network();
    const QString path =
        write(f, QStringLiteral("mine.yaml"),
              QStringLiteral("network:\n  name: alexnet\n  layers:\n    - {name: one, P: 4, C: 8, K: 8}\n"));
    QVERIFY(f.window.workbench().openFile(path));
    QCOMPARE(f.window.workbench().network().layers.size(), std::size_t(1));
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().network().layers.size(), std::size_t(1));
    QVERIFY(small.layers.size() > 1);
}

void TestLastSession::aFileThatIsGoneIsToldAndTheRestOpens()
{
    WindowFixture f;
    const QString path = write(f, QStringLiteral("gone.yaml"), f.session.accelerators().front().yaml);
    QVERIFY(f.window.workbench().openFile(path));
    f.window.showTab(MainWindow::Tab::Network);
    QVERIFY(f.window.close());
    QVERIFY(QFile::remove(path));
    WholeWindow next(f.session);
    QCOMPARE(next.problems()->count(), 1);
    QVERIFY2(next.problems()->text().contains(QStringLiteral("gone.yaml")), qPrintable(next.problems()->text()));
    QVERIFY(next.workbench().document().isEmpty());
    QCOMPARE(next.workbench().network().name, std::string("alexnet"));
    QVERIFY(next.currentTab() == MainWindow::Tab::Network);
}

void TestLastSession::editsOfAFileThatIsGoneStayAtHand()
{
    WindowFixture f;
    const QString path = write(f, QStringLiteral("gone.yaml"), f.session.accelerators().front().yaml);
    QVERIFY(f.window.workbench().openFile(path));
    hardware::Accelerator changed = f.window.workbench().document().value();
    changed.macEnergy = Picojoules{7};
    f.window.workbench().document().setValue(QStringLiteral("mac.energy"), changed);
    QVERIFY(f.window.close());
    QVERIFY(QFile::remove(path));
    WholeWindow next(f.session);
    Workbench& workbench = next.workbench();
    QCOMPARE(workbench.document().value().macEnergy.count, 7.0);
    QVERIFY(workbench.document().isMissing()); // at once: what it holds is not offered a second time
    const std::vector<AcceleratorEntry> listed = workbench.library().accelerators();
    const auto entry = std::ranges::find(listed, path, &AcceleratorEntry::path);
    QVERIFY(entry != listed.end()); // it can be chosen in the project tree
    workbench.chooseAccelerator(listed.front());
    QVERIFY(workbench.document().value().macEnergy.count != 7.0);
    workbench.chooseAccelerator(*entry);
    QCOMPARE(workbench.document().value().macEnergy.count, 7.0);
}

void TestLastSession::aBrokenFileIsTold()
{
    WindowFixture f;
    const QString path = write(f, QStringLiteral("broken.yaml"), f.session.accelerators().front().yaml);
    QVERIFY(f.window.workbench().openFile(path));
    QVERIFY(f.window.close());
    QVERIFY(!write(f, QStringLiteral("broken.yaml"), QStringLiteral("accelerator: [")).isEmpty());
    WholeWindow next(f.session);
    QCOMPARE(next.problems()->count(), 1);
    QVERIFY2(next.problems()->text().contains(QStringLiteral("broken.yaml")), qPrintable(next.problems()->text()));
    QCOMPARE(next.workbench().network().name, std::string("alexnet"));
}

void TestLastSession::aRunThatIsGoneIsTold()
{
    WindowFixture f;
    const RunRecord run = showRun(f);
    QVERIFY(f.window.close());
    f.session.setRuns({});
    WholeWindow next(f.session);
    RunSummary other = run.summary;
    other.id = 42;
    f.session.setRuns({other});
    QVERIFY(f.session.loads.empty());
    QVERIFY2(next.problems()->text().contains(QStringLiteral("Run 41")), qPrintable(next.problems()->text()));
    QCOMPARE(next.workbench().network().name, std::string("alexnet"));
}

void TestLastSession::switchedOffNothingIsOpen()
{
    WindowFixture f;
    const RunRecord run = showRun(f);
    auto* wanted = f.find<QAction>("restoreLastSession");
    QVERIFY(wanted->isChecked());
    wanted->trigger();
    QVERIFY(f.window.close());
    const WholeWindow next(f.session);
    QVERIFY(f.session.loads.empty());
    QVERIFY(next.isCovered()); // the page to begin with
    const auto* again = next.findChild<QAction*>(QStringLiteral("restoreLastSession"));
    QVERIFY(!again->isChecked());
}

void TestLastSession::theCommandLineTakesThePlaceOfRunAndPage()
{
    WindowFixture f;
    const RunRecord run = showRun(f);
    f.window.showTab(MainWindow::Tab::Buffers);
    QVERIFY(f.window.close());
    f.session.setRuns({});
    WholeWindow next(f.session);
    next.findChild<LastSession*>()->giveWay();
    f.session.setRuns({run.summary});
    QVERIFY(f.session.loads.empty());
    QVERIFY(next.currentTab() == MainWindow::Tab::Summary);
}

void TestLastSession::aWindowThatWasKilledComesBack()
{
    WindowFixture f;
    const RunRecord run = showRun(f);
    f.window.workbench().selection().selectLayer(2);
    f.window.showTab(MainWindow::Tab::LoopNest);
    QTRY_COMPARE_WITH_TIMEOUT(QSettings().value(QStringLiteral("work/tab")).toString(), QStringLiteral("LoopNest"),
                              20'000);
    const QString path =
        write(f, QStringLiteral("mine.yaml"),
              QStringLiteral("network:\n  name: mine\n  layers:\n    - {name: one, P: 4, C: 8, K: 8}\n"));
    QVERIFY(f.window.workbench().library().open(path));
    QTRY_COMPARE_WITH_TIMEOUT(QSettings().value(QStringLiteral("files/opened")).toStringList(), QStringList{path},
                              20'000);
    WholeWindow next(f.session); // the other one was not closed
    QCOMPARE(next.workbench().library().openedFiles(), QStringList{path});
    QVERIFY(next.currentTab() == MainWindow::Tab::LoopNest);
    QCOMPARE(f.session.loads, std::vector<RunId>{41});
    f.session.answerLoad(run);
    QTRY_COMPARE(next.workbench().selection().layer(), std::optional<std::size_t>(2));
}

void TestLastSession::aRunBelowAPreviewComesBackAndIsMappedAgain()
{
    WindowFixture f;
    const RunRecord run = showRun(f);
    hardware::Accelerator changed = f.window.workbench().document().value();
    changed.levels[1].capacity = Bytes{3 * changed.levels[1].capacity->count};
    f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), changed);
    QTRY_VERIFY(f.session.tuner.last != 0);
    const quint64 asked = f.session.tuner.last;
    f.session.tuner.tell(asked, {solvedLayer(f.session.tuner.requests[asked].what, 0, 700)});
    QVERIFY(f.run().isPreview());
    f.window.workbench().selection().selectLayer(2);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QVERIFY(next.workbench().document().isDirty());
    QTRY_COMPARE(f.session.loads, std::vector<RunId>{41});
    f.session.answerLoad(run);
    QTRY_VERIFY(f.session.tuner.last != asked);
    QCOMPARE(f.session.tuner.requests[f.session.tuner.last].what.accelerator, changed);
    QCOMPARE(next.workbench().selection().layer(), std::optional<std::size_t>(2));
}

void TestLastSession::aRunOfAWholeNetworkComesBack()
{
    WindowFixture f;
    const RunRecord run = tests::memoryRun(41);
    f.session.setRuns({run.summary});
    f.window.workbench().openRun(41);
    f.session.answerLoad(run);
    f.session.loads.clear();
    QVERIFY(f.window.currentTab() == MainWindow::Tab::MemoryMap);
    f.window.showTab(MainWindow::Tab::Summary);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(f.session.loads, std::vector<RunId>{41});
    f.session.answerLoad(run);
    QCOMPARE(next.workbench().shownRun(), RunId(41));
    QVERIFY(next.currentTab() == MainWindow::Tab::Summary); // not that of its kind
}

void TestLastSession::editsOfTheAcceleratorOfARunComeBackWithoutAQuestion()
{
    WindowFixture f;
    const QString folder = f.settings.path(QStringLiteral("recovery"));
    f.window.findChild<Recovery*>()->start(folder);
    showRun(f);
    Workbench& workbench = f.window.workbench();
    workbench.editShownAccelerator();
    hardware::Accelerator changed = workbench.document().value();
    changed.macEnergy = Picojoules{7};
    workbench.document().setValue(QStringLiteral("mac.energy"), changed);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().document().value().macEnergy.count, 7.0);
    QVERIFY(next.workbench().document().isDirty());
    next.actions().undo->trigger();
    QVERIFY(!next.workbench().document().isDirty());
    next.actions().redo->trigger();
    next.findChild<Recovery*>()->start(folder);
    QVERIFY(next.findChild<QWidget*>(QStringLiteral("recoveryBanner")) == nullptr);
}

void TestLastSession::theAcceleratorOfARunComesBack()
{
    WindowFixture f;
    RunRecord run = record(f.window);
    run.inputs.accelerator.name = "of-the-run";
    f.session.setRuns({run.summary});
    f.window.workbench().openRun(41);
    f.session.answerLoad(run);
    f.window.workbench().editShownAccelerator();
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().document().value().name, std::string("of-the-run"));
    QVERIFY(!next.workbench().document().isDirty());
    QVERIFY(next.close());
    WholeWindow third(f.session);
    QCOMPARE(third.workbench().document().value().name, std::string("of-the-run"));
}

/// Reverted and then killed: the edits of the session before must not return.
void TestLastSession::editsAreNotBroughtBackTwice()
{
    WindowFixture f;
    hardware::Accelerator changed = f.window.workbench().document().value();
    changed.macEnergy = Picojoules{7};
    f.window.workbench().document().setValue(QStringLiteral("mac.energy"), changed);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QVERIFY(next.workbench().document().isDirty());
    next.workbench().document().revert();
    WholeWindow third(f.session); // `next` was not closed
    QCOMPARE(third.workbench().document().value().name, std::string("simba"));
    QVERIFY(!third.workbench().document().isDirty());
}

void TestLastSession::thePerspectiveComesBack()
{
    WindowFixture f;
    f.window.actions().compareView->trigger();
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QVERIFY(next.perspectives().current() == Perspectives::Kind::Compare);
    QVERIFY(next.actions().compareView->isChecked());
    QVERIFY(next.currentTab() == MainWindow::Tab::Compare);
    next.findChild<LastSession*>()->giveWay();
    QVERIFY(next.perspectives().current() == Perspectives::Kind::Run);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestLastSession)
#include "tst_last_session.moc"
