// SPDX-License-Identifier: GPL-3.0-or-later
// One accelerator and one network are in view: the editor's, or those of the run that was opened.
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/run/run_feature.h"
#include "ui/widgets/rich_label.h"

#include <QPushButton>
#include <QSignalSpy>

namespace nestloom::ui {

namespace {

struct Context : WindowFixture {
    Context() { resnet = *session.parseNetwork(session.networks()[1].yaml, {}); }
    /// A run of another network and another accelerator than those in the editor.
    RunRecord other() const
    {
        RunRecord record;
        record.summary.id = 7;
        record.summary.status = RunStatus::Finished;
        record.inputs.accelerator = *session.parseAccelerator(session.accelerators()[1].yaml, {});
        record.inputs.network = resnet;
        return record;
    }
    void open(const RunRecord& record)
    {
        workbench.openRun(record.summary.id);
        session.answerLoad(record);
    }
    QString inView() const
    {
        return QString::fromStdString(workbench.network().name + " on " + workbench.accelerator().name);
    }
    ShownRunChip* chip() { return find<ShownRunChip>("shownRunChip"); }

    Workbench& workbench = window.workbench();
    workload::Network resnet;
};

} // namespace

class TestContext : public QObject {
    Q_OBJECT
private slots:
    void anOpenedRunIsInViewUntilOneGoesBack()
    {
        Context f;
        QVERIFY(!f.chip()->isVisible());
        f.open(f.other());
        QCOMPARE(f.inView(), QStringLiteral("resnet50 on simba-8x8"));
        QTRY_VERIFY(f.chip()->isVisible());
        QCOMPARE(f.chip()->text(), QStringLiteral("run 7, resnet50 on simba-8x8: back to the editor"));
        QCOMPARE(f.workbench.chosenNetwork().name, std::string("alexnet")); // that Run takes
        f.chip()->click();
        QCOMPARE(f.inView(), QStringLiteral("alexnet on simba"));
        QVERIFY(f.run().isEmpty());
        QTRY_VERIFY(!f.chip()->isVisible());
    }

    void anOpenedRunChoosesNothing()
    {
        const RunRecord record = Context().other();
        ScratchSettings settings;
        FakeSession session;
        WholeWindow window{session}; // nothing is chosen
        window.finish();
        Workbench& workbench = window.workbench();
        QSignalSpy changed(&workbench, &Workbench::networkChanged);
        workbench.openRun(record.summary.id);
        session.answerLoad(record);
        QCOMPARE(changed.count(), 1); // every page shows it
        QCOMPARE(workbench.network().name, std::string("resnet50"));
        QVERIFY(workbench.chosenNetwork().name.empty());
        workbench.backToEditor();
        QVERIFY(workbench.network().name.empty());
    }

    void aFileWithThePresetsNameIsMarkedWhereItDiffers()
    {
        Context f;
        const AcceleratorEntry preset = f.session.accelerators()[0];
        QCOMPARE(preset.name, QStringLiteral("simba"));
        QString other = preset.yaml;
        QVERIFY(other.contains(u"clock: "));
        other.replace(QStringLiteral("clock: "), QStringLiteral("clock: 1"));
        for (const QString& yaml : {preset.yaml, other}) {
            QFile file(f.settings.path(yaml == other ? QStringLiteral("other.yaml") : QStringLiteral("same.yaml")));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(yaml.toUtf8()) > 0);
            file.close();
            QVERIFY(f.workbench.openFile(file.fileName()));
            QVERIFY(!f.workbench.document().isDirty());
            const JobId job = f.workbench.startRun();
            QVERIFY(job != 0);
            QCOMPARE(f.session.requests[job].edited, yaml == other);
        }
    }

    void theRunOfTheEditorComesBack()
    {
        Context f;
        RunRecord own = f.other();
        own.summary.id = 5;
        own.inputs.accelerator = f.workbench.document().value();
        own.inputs.network = f.workbench.network();
        f.open(own);
        f.open(f.other());
        QTRY_VERIFY(f.chip()->isVisible());
        f.chip()->click();
        f.session.answerLoad(own);
        QCOMPARE(f.run().run(), RunId(5));
        QTRY_VERIFY(!f.chip()->isVisible());
        f.open(f.other());
        hardware::Accelerator changed = f.workbench.document().value();
        changed.macEnergy = Picojoules{9};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed); // it is of something else now
        f.open(f.other());
        f.workbench.backToEditor();
        f.session.answerLoad(own);
        QCOMPARE(f.run().run(), RunId(0));
    }

    void anEditBelowAnotherRunKeepsTheSelectedLayer()
    {
        Context f;
        RunRecord smaller = f.other();
        smaller.inputs.accelerator = f.workbench.document().value();
        smaller.inputs.accelerator.levels[1].capacity = Bytes{16384};
        smaller.inputs.network = f.workbench.network();
        for (std::size_t i = 0; i < smaller.inputs.network.layers.size(); ++i)
            smaller.layers.push_back(solvedLayer(smaller.inputs, i, 1000));
        f.open(smaller);
        f.workbench.selection().selectLayer(2);
        hardware::Accelerator changed = f.workbench.document().value();
        changed.macEnergy = Picojoules{9};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed);
        QVERIFY(f.run().isEmpty());
        QTRY_VERIFY(f.session.tuner.last != 0);
        const quint64 asked = f.session.tuner.last;
        f.session.tuner.tell(asked, {solvedLayer(f.session.tuner.requests[asked].what, 2, 700)});
        QVERIFY(f.run().isPreview());
        QCOMPARE(f.run().acceleratorTitle(), std::string("simba*"));
        QCOMPARE(f.workbench.selection().layer(), std::optional<std::size_t>(2));
    }

    void aRunOfWhatIsInTheEditorIsNoOtherContext()
    {
        Context f;
        RunRecord same = f.other();
        same.inputs.accelerator = f.workbench.document().value();
        same.inputs.network = f.workbench.network();
        f.open(same);
        QCOMPARE(f.run().run(), RunId(7));
        QVERIFY(!f.chip()->isVisible());
    }

    void choosingLeavesTheShownRun()
    {
        Context f;
        f.start();
        QVERIFY(!f.run().isEmpty());
        QVERIFY(f.workbench.chooseNetwork(f.session.networks()[0])); // the same: nothing happens
        QVERIFY(!f.run().isEmpty());
        QVERIFY(f.workbench.chooseNetwork(f.session.networks()[1]));
        QVERIFY(f.run().isEmpty());
        f.open(f.other());
        QVERIFY(f.workbench.chooseAccelerator(f.session.accelerators()[0])); // that is in the editor
        QVERIFY(f.run().isEmpty());
        QCOMPARE(f.inView(), QStringLiteral("resnet50 on simba"));
    }

    void anEditOfAnotherAcceleratorThanTheShownOneGoesBackToTheEditor()
    {
        Context f;
        f.open(f.other());
        QCOMPARE(f.inView(), QStringLiteral("resnet50 on simba-8x8"));
        hardware::Accelerator changed = f.workbench.document().value();
        changed.macEnergy = Picojoules{7};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed);
        QCOMPARE(f.inView(), QStringLiteral("alexnet on simba"));
        QVERIFY(f.run().isEmpty());
        f.start(); // what is run next stays in view while one goes on editing
        changed.macEnergy = Picojoules{8};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed);
        QVERIFY(!f.run().isEmpty());
    }

    void anEditGoesOnFromTheNetworkInView()
    {
        Context f;
        RunRecord elsewhere = f.other();
        elsewhere.inputs.accelerator = f.workbench.document().value();
        f.open(elsewhere);
        hardware::Accelerator changed = f.workbench.document().value();
        changed.macEnergy = Picojoules{7};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed);
        QCOMPARE(f.inView(), QStringLiteral("resnet50 on simba"));
        QCOMPARE(f.workbench.chosenNetwork().name, std::string("resnet50"));
        QTRY_VERIFY(f.chip()->isVisible()); // the numbers are those of the run
        f.workbench.leaveRun();
        QCOMPARE(f.inView(), QStringLiteral("resnet50 on simba"));
    }

    void theSummarySaysWhereARunOfAWholeNetworkIs()
    {
        Context f;
        RunRecord whole;
        whole.summary.id = 9;
        whole.summary.kind = records::RunKind::Nodes;
        whole.summary.status = RunStatus::Finished;
        whole.inputs.accelerator = tests::presetAccelerator("accelerators/kapla-4x4.yaml");
        whole.inputs.network = tests::alexnet();
        whole.inputs.nodes = tests::quickOptions();
        whole.nodes = std::make_shared<kapla::NodeRun>(tests::sampleNodeRun());
        f.window.showTab(MainWindow::Tab::Summary);
        auto* show = f.find<QPushButton>("showWholeRun");
        QVERIFY(!show->isVisible());
        f.open(whole);
        f.window.showTab(MainWindow::Tab::Summary);
        QTRY_VERIFY(show->isVisible());
        const auto* figures = f.find<QTableView>("wholeRunFigures")->model();
        QStringList rows;
        for (int row = 0; row < figures->rowCount(); ++row)
            rows << figures->index(row, 0).data().toString() + u' ' + figures->index(row, 1).data().toString();
        QVERIFY2(rows.contains(QStringLiteral("Engine KAPLA")), qPrintable(rows.join(u'\n')));
        QVERIFY2(!rows.filter(QStringLiteral("energy")).isEmpty(), qPrintable(rows.join(u'\n')));
        const auto* subtitle = f.find<ElidedLabel>("wholeRunSubtitle");
        QVERIFY2(subtitle->text().contains(QStringLiteral("KAPLA   engine")), qPrintable(subtitle->text()));
        whole.inputs.nodes->training = true;
        f.open(whole);
        QVERIFY2(subtitle->text().contains(QStringLiteral("KAPLA, one training step   engine")),
                 qPrintable(subtitle->text()));
        whole.inputs.nodes->training = false;
        f.open(whole);
        show->click();
        f.session.answerLoad(whole);
        QCOMPARE(f.window.currentTab(), MainWindow::Tab::Tiles);
        QTRY_COMPARE(f.window.windowTitle(), QStringLiteral("alexnet on kapla-4x4 - Nestloom"));
        QVERIFY(f.window.actions().exportReport->isEnabled());
        f.window.exportReport(QStringLiteral("nodes.html"));
        QCOMPARE(f.session.history.reports.back(), std::vector<RunId>{9});
        f.workbench.leaveRun();
        f.window.showTab(MainWindow::Tab::Summary);
        QTRY_VERIFY(!show->isVisible());
        whole.inputs.accelerator = f.workbench.document().value();
        whole.inputs.network = f.workbench.chosenNetwork();
        f.open(whole); // of what is in the editor
        QCOMPARE(f.workbench.shownRun(), RunId{9});
        f.workbench.leaveRun();
        QCOMPARE(f.workbench.shownRun(), RunId{0});
        f.open(whole);
        hardware::Accelerator changed = f.workbench.document().value();
        changed.macEnergy = Picojoules{7};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), changed);
        QCOMPARE(f.workbench.shownRun(), RunId{0}); // it is of another accelerator now
        whole.nodes.reset();                        // cancelled before there was anything
        f.open(whole);
        QVERIFY(!show->isVisible());
    }

    /// They were in no list, and came back where the accelerator of the run was asked for.
    void editsOfAnAcceleratorThatIsInNoFileStayAtHand()
    {
        Context f;
        const hardware::Accelerator ofRun = f.other().inputs.accelerator;
        const auto listed = f.workbench.library().accelerators().size();
        f.workbench.editAccelerator(QStringLiteral("sweep:point"), ofRun);
        f.workbench.chooseAccelerator(f.session.accelerators()[0]);
        QCOMPARE(f.workbench.library().accelerators().size(), listed); // nothing was edited
        f.workbench.editAccelerator(QStringLiteral("sweep:point"), ofRun);
        hardware::Accelerator edited = ofRun;
        edited.macEnergy = Picojoules{7};
        f.workbench.document().setValue(QStringLiteral("mac.energy"), edited);
        f.workbench.chooseAccelerator(f.session.accelerators()[0]);
        QCOMPARE(f.workbench.library().accelerators().size(), listed + 1);
        f.workbench.editAccelerator(QStringLiteral("sweep:point"), ofRun);
        QVERIFY(f.workbench.document().value() == ofRun && !f.workbench.document().isDirty());
        f.workbench.chooseAccelerator(f.workbench.library().accelerators().back());
        QVERIFY(f.workbench.document().value() == edited && f.workbench.document().isDirty());
        f.workbench.histories().undo();
        QVERIFY(f.workbench.document().value() == ofRun);
    }

    void runsOfNodesAndOfMemorySayWhatTheyAre()
    {
        Context f;
        f.workbench.setEngine("kapla");
        QVERIFY(!f.workbench.whyNotRun().isEmpty()); // simba has no nodes
        QCOMPARE(f.workbench.startRun(), JobId(0));
        f.workbench.editAccelerator(QStringLiteral("nodes"), tests::presetAccelerator("accelerators/kapla-4x4.yaml"));
        QCOMPARE(f.workbench.whyNotRun(), QString());
        kapla::NodeRunOptions nodes = f.workbench.nodeOptions();
        nodes.batch = 16;
        f.workbench.setNodeOptions(nodes);
        f.workbench.setEngine("kapla-random");
        const JobId job = f.workbench.startRun();
        QVERIFY(job != 0);
        const ScheduleRequest& asked = f.session.requests[job];
        QCOMPARE(asked.kind(), records::RunKind::Nodes);
        QCOMPARE(asked.engine(), std::string("kapla-random"));
        QCOMPARE(asked.nodes->batch, 16);
        QCOMPARE(asked.nodes->goal, kapla::Goal::Delay); // the objective is latency
        QVERIFY(f.run().isEmpty());                      // a whole result is shown when it is there
        f.session.end(job, JobState::End::Finished);
        QCOMPARE(f.session.loads, std::vector<RunId>{FakeSession::runOf(job)});
        // Nothing switches by itself: who chose something else meanwhile goes on with that.
        const JobId second = f.workbench.startRun();
        QVERIFY(f.window.actions().cancel->isEnabled());
        QVERIFY(f.workbench.chooseNetwork(f.session.networks()[1]));
        f.session.end(second, JobState::End::Finished);
        QCOMPARE(f.session.loads, std::vector<RunId>{FakeSession::runOf(job)});
        const JobId third = f.workbench.startRun();
        f.window.actions().cancel->trigger();
        QCOMPARE(f.session.cancelled, std::vector<JobId>{third});
        QVERIFY(!f.window.actions().cancel->isEnabled());
        f.workbench.setEngine("cosma");
        QCOMPARE(f.workbench.whyNotRun(), QString());
        const ScheduleRequest& plan = f.session.requests[f.workbench.startRun()];
        QCOMPARE(plan.kind(), records::RunKind::Memory);
        QCOMPARE(plan.memory->scratchpad, Bytes{64 * 1024}); // the buffer of a node
        f.workbench.chooseNetwork(
            {QStringLiteral("list"), QStringLiteral("list.yaml"),
             QStringLiteral("network:\n  name: list\n  layers:\n    - {name: one, P: 4, C: 8, K: 8}\n"), false});
        QVERIFY(f.workbench.whyNotRun().contains(QStringLiteral("is a list of layers")));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestContext)
#include "tst_context.moc"
