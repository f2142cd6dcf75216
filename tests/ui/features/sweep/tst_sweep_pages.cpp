// SPDX-License-Identifier: GPL-3.0-or-later
// The pages Sweep and Pareto in the real window.
#include "tests/ui/support/sample_sweep.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/jobs/jobs_panel.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/effects_panel.h"
#include "ui/features/sweep/figures_view.h"
#include "ui/features/sweep/overlay_sweeps.h"
#include "ui/features/sweep/pareto_page.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_page.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/rich_label.h"

#include <QAbstractItemView>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

namespace nestloom::ui {

namespace {

struct SweepFixture : WindowFixture {
    SweepFixture() { window.showTab(MainWindow::Tab::Sweep); }

    /// 2 x 2 accelerators of the chosen network.
    void build()
    {
        SweepBuilder* builder = page->builder();
        builder->axes()[0]->chooseField("levels.GlobalBuffer.capacity");
        builder->axes()[0]->valuesEdit()->setText(QStringLiteral("32 KiB, 64 KiB"));
        AxisRow* second = builder->addAxis();
        second->chooseField("levels.DRAM.read_bandwidth");
        second->valuesEdit()->setText(QStringLiteral("4..8 +4"));
    }
    QString plan() { return find<ElidedLabel>("sweepPlan")->text(); }
    QString state() { return find<ElidedLabel>("sweepState")->text(); }
    QPushButton* button(const char* name) { return find<QPushButton>(name); }
    void startWith(const std::vector<explore::PointResult>& points)
    {
        build();
        button("startSweep")->click();
        session.fakeSweeps.finishPoints(points);
    }

    void open(const SweepRecord& record)
    {
        shown->open(record.summary.id);
        Q_EMIT sweeps.loaded(record);
    }
    /// As "Add sweep..." does.
    void addBeside(const SweepRecord& record)
    {
        pareto->findChild<OverlaySweeps*>()->add(record.summary.id);
        Q_EMIT sweeps.loaded(record);
    }

    FakeSweeps& sweeps = session.fakeSweeps;
    SweepPage* page = window.findChild<SweepPage*>();
    ParetoPage* pareto = window.findChild<ParetoPage*>();
    ShownSweep* shown = window.findChild<ShownSweep*>();
};

std::vector<explore::PointResult> fourPoints()
{
    return {sample::point(0), sample::infeasiblePoint(1), sample::point(2), sample::point(3)};
}

} // namespace

class TestSweepPages : public QObject {
    Q_OBJECT
private slots:
    void theEmptyStateSaysWhatToDo();
    void everyNumericFieldCanBeFoundByAPartOfItsName();
    void wrongValuesAreOneSentenceAndBlockTheStart();
    void pointsAreChosenByLinksConditionsAndASample();
    void anyNumberOfAxes();
    void whatAnAxisSweepsIsNotChosenBeside();
    void theKeyboardStaysWhereASweepIsStarted();
    void theCountIsThereAtOnceAndTheEstimateFollows();
    void constraintsOfTheRunAreTold();
    void refusedCombinationsAreTold();
    void editsOfTheAcceleratorReachTheSweep();
    void aFieldIsTypedAsAPathOrAPartOfItsName();
    void aFieldThatIsNotKnownStaysAndIsTold();
    void networksAreChosenByTheirBoxes();
    void aSweepFillsTheTableAndTheJobsPanel();
    void aCancelledSweepCanBeResumed();
    void aStoredSweepOpensFromTheList();
    void aStoredSweepCanBeReported();
    void theTableIsFilteredByStatusAndText();
    void whatTheEngineDoesNotListenToIsDisabledAndSaysWhy();
    void aPointOpensAsARun();
    void aPointsAcceleratorOpensInTheEditor();
    void refusedPointsCannotBeOpened();
    void theParetoPageFollowsTheSweep();
    void theLassoFiltersTheTable();
    void axesAndColoursCanBeChosen();
    void networksAreToldApart();
    void storedRunsCanBeShownBesideThePoints();
    void frontsOfOtherSweepsStandBeside();
    void differentModelsAreToldInWords();
    void whatCannotBeShownBesideSaysWhy();
    void aSmallFrontOpensInTheChart();
    void rangesOfParallelAxesFilterTableAndChart();
    void fieldsThatInteractAreListed();
    void problemsReachTheProblemsLine();
};

void TestSweepPages::theEmptyStateSaysWhatToDo()
{
    SweepFixture f;
    QVERIFY(f.ready);
    QVERIFY(f.state().contains(QStringLiteral("Start one, or choose a stored one")));
    QVERIFY(f.plan().contains(QStringLiteral("choose a field for every axis")));
    QVERIFY(!f.button("startSweep")->isEnabled());
    QVERIFY(!f.button("cancelSweep")->isVisible());
    QVERIFY(!f.button("openAsRun")->isEnabled());
    QVERIFY(f.find<QCheckBox>("sweepProve")->isChecked()); // as a run does
    QCOMPARE(f.find<QComboBox>("sweepFront")->currentIndex(), 0);
}

void TestSweepPages::everyNumericFieldCanBeFoundByAPartOfItsName()
{
    SweepFixture f;
    auto* field = f.page->builder()->axes()[0]->findChild<QComboBox*>(QStringLiteral("axisField"));
    QVERIFY(field->findText(QStringLiteral("GlobalBuffer capacity (64 KiB)")) >= 0);
    QVERIFY(field->findText(QStringLiteral("DRAM read bandwidth (10 B/cycle)")) >= 0);
    QVERIFY(field->findText(QStringLiteral("Clock (1.00 GHz)")) >= 0);
    field->setFocus();
    QTest::keyClicks(field->lineEdit(), QStringLiteral("cap glob")); // words in any order
    const QAbstractItemModel* listed = field->completer()->completionModel();
    QCOMPARE(listed->rowCount(), 1);
    QCOMPARE(listed->index(0, 0).data().toString(), QStringLiteral("GlobalBuffer capacity (64 KiB)"));
    QTest::keyClick(field->completer()->popup(), Qt::Key_Down);
    QTest::keyClick(field->completer()->popup(), Qt::Key_Return);
    QCOMPARE(f.page->builder()->axes()[0]->path(), std::string("levels.GlobalBuffer.capacity"));
}

void TestSweepPages::wrongValuesAreOneSentenceAndBlockTheStart()
{
    SweepFixture f;
    f.build();
    QVERIFY(f.button("startSweep")->isEnabled());
    QLineEdit* values = f.page->builder()->axes()[0]->valuesEdit();
    values->setText(QStringLiteral("32 KiB..much x2"));
    QVERIFY(!f.button("startSweep")->isEnabled());
    QVERIFY2(f.plan().startsWith(QStringLiteral("GlobalBuffer capacity: ")), qPrintable(f.plan()));
    QVERIFY(values->property("invalid").toBool());
    values->setText(QStringLiteral("32 KiB, 32 KiB"));
    QVERIFY2(f.plan().contains(QStringLiteral("a value twice")), qPrintable(f.plan()));
    values->setText(QStringLiteral("32 KiB"));
    QVERIFY(!values->property("invalid").toBool());
    QVERIFY(f.button("startSweep")->isEnabled());
    QCOMPARE(f.session.requests.size(), std::size_t(0));
}

void TestSweepPages::pointsAreChosenByLinksConditionsAndASample()
{
    SweepFixture f;
    f.page->builder()->axes()[0]->chooseField("levels.GlobalBuffer.capacity");
    f.page->builder()->axes()[0]->valuesEdit()->setText(QStringLiteral("16 KiB, 32 KiB, 64 KiB, 128 KiB"));
    auto* conditions = f.find<QLineEdit>("sweepConditions");
    conditions->setText(QStringLiteral("levels.GlobalBuffer.capacity >= 32*KiB"));
    f.find<QLineEdit>("sweepLinks")
        ->setText(QStringLiteral("levels.InputBuffer.capacity = levels.GlobalBuffer.capacity/4"));
    const auto chosen = f.page->builder()->inputs();
    QVERIFY2(bool(chosen), chosen ? "" : chosen.error().message.c_str());
    QCOMPARE(explore::count(chosen->space), std::size_t(3));
    QCOMPARE(chosen->space.links.size(), std::size_t(1));
    QVERIFY2(f.plan().startsWith(QStringLiteral("3 variants")), qPrintable(f.plan()));
    conditions->setText(QStringLiteral("on_chips > 1"));
    QVERIFY2(f.plan().contains(QStringLiteral("no field with a value that is named 'on_chips'")), qPrintable(f.plan()));
    QVERIFY(!f.button("startSweep")->isEnabled());
    conditions->clear();
    auto* sampling = f.find<QComboBox>("sweepSampling");
    auto* sample = f.find<QSpinBox>("sweepSample");
    QVERIFY(!sample->isEnabled());
    sampling->setCurrentIndex(1);
    QVERIFY(sample->isEnabled());
    sample->setValue(2);
    QVERIFY2(f.plan().startsWith(QStringLiteral("2 variants")), qPrintable(f.plan()));
    f.find<QComboBox>("sweepFront")->setCurrentIndex(2);
    auto* extent = f.find<QComboBox>("sweepExtent");
    extent->setCurrentText(QStringLiteral("within 5 %"));
    f.button("startSweep")->click();
    const auto front = f.session.fakeSweeps.fronts.back();
    QVERIFY(front && front->objectives[0] == explore::Objective::Energy && front->within == 0.05 && !front->kneeOnly);
    extent->setCurrentText(QStringLiteral("knee only"));
    const auto knee = f.window.findChild<SweepBuilder*>()->front();
    QVERIFY(knee && knee->within == 0 && knee->kneeOnly);
}

void TestSweepPages::whatAnAxisSweepsIsNotChosenBeside()
{
    SweepFixture f;
    auto* engine = f.find<QComboBox>("sweepEngine");
    auto* objective = f.find<QComboBox>("sweepObjective");
    const QString chosen = engine->currentText();
    AxisRow* axis = f.page->builder()->axes()[0];
    axis->chooseField("run.engine");
    QVERIFY(!engine->isEnabled() && engine->currentText().isEmpty()); // "swept by an axis" stands there
    QVERIFY(objective->isEnabled());
    axis->chooseField("run.objective");
    QVERIFY(engine->isEnabled());
    QCOMPARE(engine->currentText(), chosen);
    QVERIFY(!objective->isEnabled());
}

/// Start was greyed while a sweep ran, and the focus went to a field of the form.
void TestSweepPages::theKeyboardStaysWhereASweepIsStarted()
{
    SweepFixture f;
    f.build();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.button("startSweep")->setFocus();
    f.button("startSweep")->click();
    QVERIFY(f.button("cancelSweep")->hasFocus());
    f.session.fakeSweeps.end(JobState::End::Finished);
    QVERIFY(f.button("startSweep")->hasFocus());
}

void TestSweepPages::anyNumberOfAxes()
{
    SweepFixture f;
    auto* add = f.find<QToolButton>("addAxis");
    for (int i = 0; i < 5; ++i)
        add->click();
    QCOMPARE(f.page->builder()->axes().size(), std::size_t(6));
    QVERIFY(add->isEnabled());
    Q_EMIT f.page->builder()->axes()[1]->removeRequested();
    QCOMPARE(f.page->builder()->axes().size(), std::size_t(5));
}

void TestSweepPages::theCountIsThereAtOnceAndTheEstimateFollows()
{
    SweepFixture f;
    f.build();
    QVERIFY2(f.plan().startsWith(QStringLiteral("4 variants of simba \u00d7 1 network")), qPrintable(f.plan()));
    QTRY_VERIFY_WITH_TIMEOUT(!f.sweeps.estimates.empty(), 5'000);
    QCOMPARE(explore::count(f.sweeps.estimates.back().space), std::size_t(4));
    SweepEstimate estimate{4, 1, 0, {}, {}, std::chrono::milliseconds(95'000), 2};
    Q_EMIT f.sweeps.estimated(estimate);
    QCOMPARE(f.plan(), QStringLiteral("4 variants of simba \u00d7 1 network, about 95.0 s on 2 threads"));
    QVERIFY(f.page->hasEstimate());
    f.page->builder()->axes()[0]->valuesEdit()->setText(QStringLiteral("32 KiB"));
    QVERIFY(!f.page->hasEstimate()); // of something else
    QVERIFY(f.plan().startsWith(QStringLiteral("2 variants")));
}

/// Constraints of the panel Run are part of the sweep and told; candidates are simulated by a run alone.
void TestSweepPages::constraintsOfTheRunAreTold()
{
    SweepFixture f;
    f.build();
    QTRY_VERIFY_WITH_TIMEOUT(!f.sweeps.estimates.empty(), 5'000);
    Q_EMIT f.sweeps.estimated({4, 1, 0, {}, {}, std::chrono::milliseconds(1), 2});
    QVERIFY(f.page->hasEstimate() && !f.plan().contains(QStringLiteral("keep to")));
    schedule::ScheduleOptions options = f.window.workbench().options();
    options.constraints = {"GlobalBuffer: K = 4"};
    options.fuseOperators = true;
    options.engine = "cosa-mesh";
    options.cosa.simulated = true;
    f.window.workbench().setOptions(options);
    QVERIFY(!f.page->hasEstimate());
    QVERIFY2(f.plan().contains(QStringLiteral("fused operators, all mappings keep to: GlobalBuffer: K = 4")),
             qPrintable(f.plan()));
    QCOMPARE(f.page->builder()->inputs()->options.constraints, options.constraints);
    QVERIFY(!f.page->builder()->inputs()->options.cosa.simulated);
}

void TestSweepPages::refusedCombinationsAreTold()
{
    SweepFixture f;
    f.build();
    SweepEstimate estimate{4,
                           1,
                           2,
                           QStringLiteral("levels[1].capacity: the capacity must be above 0 B"),
                           QStringLiteral("1 of 4 accelerators"),
                           std::chrono::milliseconds(1000),
                           2};
    Q_EMIT f.sweeps.estimated(estimate);
    QVERIFY2(f.plan().contains(QStringLiteral("2 refused: levels[1].capacity")), qPrintable(f.plan()));
    QVERIFY2(f.plan().endsWith(QStringLiteral("; caution: 1 of 4 accelerators")), qPrintable(f.plan()));
    Q_EMIT f.sweeps.estimateFailed(QStringLiteral("there is no nestloom-solver"));
    QVERIFY(f.plan().contains(QStringLiteral("there is no nestloom-solver")));
}

void TestSweepPages::editsOfTheAcceleratorReachTheSweep()
{
    SweepFixture f;
    f.build();
    hardware::Accelerator edited = f.window.workbench().document().value();
    edited.levels[1].capacity = Bytes{98'304};
    f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), edited);
    auto* field = f.page->builder()->axes()[0]->findChild<QComboBox*>(QStringLiteral("axisField"));
    QCOMPARE(field->currentText(), QStringLiteral("GlobalBuffer capacity (96 KiB)"));
    QVERIFY(f.page->builder()->inputs()->space.base == edited);
    QCOMPARE(f.page->builder()->axes()[0]->valuesEdit()->text(), QStringLiteral("32 KiB, 64 KiB")); // kept
}

void TestSweepPages::aFieldIsTypedAsAPathOrAPartOfItsName()
{
    SweepFixture f;
    f.build();
    auto* field = f.page->builder()->axes()[0]->findChild<QComboBox*>(QStringLiteral("axisField"));
    const auto type = [&](const char* text) {
        field->lineEdit()->selectAll();
        QTest::keyClicks(field->lineEdit(), QLatin1String(text));
        Q_EMIT field->lineEdit()->editingFinished();
        return field->currentText();
    };
    QVERIFY(type("levels.DRAM.read_bandwidth").startsWith(QStringLiteral("DRAM read bandwidth")));
    QVERIFY(type("GlobalBuffer.capacity").startsWith(QStringLiteral("GlobalBuffer capacity")));
    QVERIFY(type("globalbuffer cap").startsWith(QStringLiteral("GlobalBuffer capacity")));
    QVERIFY(type("capacity").startsWith(QStringLiteral("GlobalBuffer capacity"))); // several: as it was
    QVERIFY(type("no such field").startsWith(QStringLiteral("GlobalBuffer capacity")));
    QVERIFY(type("globalbuffer fanout col").startsWith(QStringLiteral("GlobalBuffer fan-out columns")));
    QVERIFY(type("flit").startsWith(QStringLiteral("Network-on-chip flit")));
    QVERIFY(type("cap glob").startsWith(QStringLiteral("GlobalBuffer capacity"))); // words in any order
    QLineEdit* values = f.page->builder()->axes()[0]->valuesEdit();
    values->selectAll();
    QTest::keyClicks(values, QStringLiteral("32 KiB, 96 KiB"));
    const auto choose = [field](const char* path) {
        field->setCurrentIndex(field->findData(QString::fromLatin1(path)));
        Q_EMIT field->activated(field->currentIndex());
    };
    choose("levels.WeightBuffer.capacity");
    QCOMPARE(values->text(), QStringLiteral("32 KiB, 96 KiB")); // typed, and fits
    choose("clock");
    QCOMPARE(values->text(), QStringLiteral("32 KiB, 96 KiB")); // typed, marked, and not lost
    QVERIFY(values->property("invalid").toBool());
    choose("levels.GlobalBuffer.capacity");
    QCOMPARE(f.page->builder()->inputs()->space.axes[0].path, std::string("levels.GlobalBuffer.capacity"));
}

void TestSweepPages::aFieldThatIsNotKnownStaysAndIsTold()
{
    SweepFixture f;
    f.build();
    f.find<QToolButton>("addAxis")->click();
    AxisRow* row = f.page->builder()->axes().back();
    auto* field = row->findChild<QComboBox*>(QStringLiteral("axisField"));
    QTest::keyClicks(field->lineEdit(), QStringLiteral("capacity"));
    Q_EMIT field->lineEdit()->editingFinished();
    QCOMPARE(field->currentText(), u"capacity");
    QVERIFY(row->findChild<ElidedLabel*>()->text().contains(u"more than one, is called 'capacity'"));
    field->lineEdit()->selectAll();
    QTest::keyClicks(field->lineEdit(), QStringLiteral("clock"));
    Q_EMIT field->lineEdit()->editingFinished();
    QCOMPARE(row->path(), std::string("clock"));
}

void TestSweepPages::networksAreChosenByTheirBoxes()
{
    SweepFixture f;
    f.build();
    QCOMPARE(f.page->builder()->inputs()->networks.size(), std::size_t(1)); // the one of the window
    QCOMPARE(f.page->builder()->inputs()->networks[0].name, std::string("alexnet"));
    auto* list = f.find<QListWidget>("sweepNetworks");
    list->item(1)->setCheckState(Qt::Checked);
    QCOMPARE(f.page->builder()->inputs()->networks.size(), std::size_t(2));
    QVERIFY(f.plan().contains(QStringLiteral("\u00d7 2 networks")));
    list->item(0)->setCheckState(Qt::Unchecked);
    list->item(1)->setCheckState(Qt::Unchecked);
    QVERIFY(!f.page->builder()->inputs());
    QVERIFY(f.plan().contains(QStringLiteral("at least one network")));
}

void TestSweepPages::aSweepFillsTheTableAndTheJobsPanel()
{
    SweepFixture f;
    f.startWith({sample::point(0)});
    QCOMPARE(f.sweeps.started.size(), std::size_t(1));
    QVERIFY(f.sweeps.cancelledEstimates > 0 || f.sweeps.estimates.empty());
    QCOMPARE(f.page->panel()->table()->model()->rowCount(), 1);
    QCOMPARE(f.window.findChild<JobsPanel*>()->runningCount(), 1);
    QVERIFY2(f.state().contains(QStringLiteral("1 of 4 points")), qPrintable(f.state()));
    QVERIFY(f.button("cancelSweep")->isVisible());
    const QRect cancel = f.button("cancelSweep")->geometry();
    QVERIFY(!f.button("startSweep")->isEnabled());
    f.sweeps.finishPoints({sample::infeasiblePoint(1), sample::point(2), sample::point(3)});
    f.sweeps.end(JobState::End::Finished);
    QCOMPARE(f.window.findChild<JobsPanel*>()->runningCount(), 0);
    QVERIFY(!f.button("cancelSweep")->isVisible());
    QTRY_VERIFY(f.button("reportSweep")->isVisible());
    QCoreApplication::processEvents();                                // lays out
    QVERIFY(!f.button("reportSweep")->geometry().intersects(cancel)); // a late click hits nothing else
    QVERIFY(!f.button("resumeSweep")->isVisible());
    QVERIFY2(f.state().endsWith(QStringLiteral("4 of 4 points")), qPrintable(f.state()));
}

void TestSweepPages::aCancelledSweepCanBeResumed()
{
    SweepFixture f;
    f.startWith({sample::point(0)});
    Q_EMIT f.window.findChild<JobsPanel*>()->cancelRequested(f.sweeps.state.job); // from the jobs panel
    QVERIFY(!f.sweeps.isRunning());
    QVERIFY(f.state().endsWith(QStringLiteral("stopped")));
    QVERIFY(f.button("resumeSweep")->isVisible());
    f.button("resumeSweep")->click();
    QVERIFY(f.sweeps.isRunning());
    QVERIFY(f.sweeps.started[1].space.axes == f.sweeps.started[0].space.axes);
    f.button("cancelSweep")->click();
    QVERIFY(!f.sweeps.isRunning());
    QAction* cancel = f.window.actions().cancel; // Ctrl+. stops whatever is at work
    QVERIFY(!cancel->isEnabled());
    f.button("resumeSweep")->click();
    Q_EMIT f.sweeps.changed(f.sweeps.state);
    QVERIFY(cancel->isEnabled());
    cancel->trigger();
    QVERIFY(!f.sweeps.isRunning() && !cancel->isEnabled());
}

void TestSweepPages::aStoredSweepOpensFromTheList()
{
    SweepFixture f;
    f.sweeps.setStored({{7, {}, "simba", "0.1.0", 6, 2}});
    f.find<CopyableTable>("storedSweeps")->selectRow(0);
    QCOMPARE(f.sweeps.loads, std::vector<SweepId>{7});
    Q_EMIT f.sweeps.loaded({sample::summary(7), sample::sweep(), {sample::point(0), sample::point(1)}});
    QVERIFY2(f.state().startsWith(QStringLiteral("Sweep 7 of sample: 2 of 6 points, stopped")), qPrintable(f.state()));
    QVERIFY(f.button("resumeSweep")->isVisible());
    QCOMPARE(f.page->panel()->table()->model()->rowCount(), 2);
    SweepSummary ended{7, {}, "simba", "0.1.0", 6, 2};
    ended.front = "front of cycles against energy";
    f.sweeps.setStored({ended}); // only its front was wanted
    QVERIFY2(f.state().endsWith(QStringLiteral("the front of cycles against energy needs no others")),
             qPrintable(f.state()));
    QCOMPARE(f.button("resumeSweep")->text(), QStringLiteral("Solve the others"));
}

void TestSweepPages::aStoredSweepCanBeReported()
{
    SweepFixture f;
    QVERIFY(!f.button("reportSweep")->isVisible()); // nothing is shown
    f.sweeps.setStored({{7, {}, "simba", "0.1.0", 6, 2}});
    f.find<CopyableTable>("storedSweeps")->selectRow(0);
    Q_EMIT f.sweeps.loaded({sample::summary(7), sample::sweep(), {sample::point(0), sample::point(1)}});
    QVERIFY(f.button("reportSweep")->isVisible());
    f.button("reportSweep")->click();
    auto* dialog = f.window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(QDir::temp().filePath(QStringLiteral("sweep-7.html")));
    QCOMPARE(f.session.history.reportedSweeps, std::vector<qint64>{7});
    delete dialog;
    f.window.showTab(MainWindow::Tab::Pareto); // Ctrl+E is about the sweep there, too
    f.window.actions().exportReport->setEnabled(true);
    f.window.actions().exportReport->trigger();
    dialog = f.window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(QDir::temp().filePath(QStringLiteral("sweep-7.html")));
    QCOMPARE(f.session.history.reportedSweeps, (std::vector<qint64>{7, 7}));
    QCOMPARE(f.session.history.reportedFront.objectives, f.pareto->shownFront().objectives);
    dialog->close();
}

void TestSweepPages::theTableIsFilteredByStatusAndText()
{
    SweepFixture f;
    f.startWith(fourPoints());
    CopyableTable* table = f.page->panel()->table();
    QCOMPARE(table->model()->rowCount(), 4);
    auto* status = f.page->panel()->findChild<QComboBox*>(QStringLiteral("pointStatus"));
    status->setCurrentIndex(status->findText(QStringLiteral("infeasible")));
    Q_EMIT status->activated(status->currentIndex());
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(f.page->panel()->findChild<QLabel*>(QStringLiteral("pointCount"))->text(),
             QStringLiteral("1 of 4 points"));
    status->setCurrentIndex(0);
    Q_EMIT status->activated(0);
    f.page->panel()->findChild<QLineEdit*>()->setText(QStringLiteral("64 KiB"));
    QVERIFY(table->model()->rowCount() < 4 && table->model()->rowCount() > 0);
}

void TestSweepPages::whatTheEngineDoesNotListenToIsDisabledAndSaysWhy()
{
    SweepFixture f;
    auto* builder = f.page->builder();
    const auto choose = [&](const char* engine) {
        for (QComboBox* box : builder->findChildren<QComboBox*>())
            if (const int at = box->findData(QString::fromLatin1(engine)); at >= 0)
                box->setCurrentIndex(at);
    };
    auto* objective = builder->findChild<QComboBox*>(QStringLiteral("sweepObjective"));
    auto* evaluations = builder->findChild<QSpinBox*>(QStringLiteral("sweepEvaluations"));
    auto* prove = builder->findChild<QCheckBox*>(QStringLiteral("sweepProve"));
    const QString tip = evaluations->toolTip();
    QVERIFY(objective->isEnabled() && evaluations->isEnabled() && prove->isEnabled());
    choose("flexer");
    QVERIFY(!objective->isEnabled() && !evaluations->isEnabled() && !prove->isEnabled());
    QVERIFY2(evaluations->toolTip().contains(QStringLiteral("engine flexer")), qPrintable(evaluations->toolTip()));
    choose("annealing");
    QVERIFY(objective->isEnabled() && evaluations->isEnabled() && prove->isEnabled());
    choose("random");
    QVERIFY(objective->isEnabled() && !evaluations->isEnabled());
    choose("cosa");
    QVERIFY(objective->isEnabled() && evaluations->isEnabled() && prove->isEnabled());
    QCOMPARE(evaluations->toolTip(), tip);
}

void TestSweepPages::aPointOpensAsARun()
{
    SweepFixture f;
    f.startWith(fourPoints());
    f.shown->setCurrent(3); // point 3: 64 KiB, 8 B/cycle
    QVERIFY(f.button("openAsRun")->isEnabled());
    f.button("openAsRun")->click();
    QCOMPARE(f.session.requests.size(), std::size_t(1));
    const ScheduleRequest& request = f.session.requests.begin()->second;
    QCOMPARE(request.accelerator.levels[1].capacity->count, std::int64_t(65'536));
    QCOMPARE(request.accelerator.levels[0].readBandwidth->count, 8.0);
    QCOMPARE(QString::fromStdString(request.accelerator.name),
             QStringLiteral("simba, GlobalBuffer capacity 64 KiB, DRAM read bandwidth 8 B/cycle"));
    QCOMPARE(request.network.name, std::string("alexnet"));
    QVERIFY(request.options == f.sweeps.started[0].options);
    QVERIFY(f.window.currentTab() == MainWindow::Tab::Summary);
    QCOMPARE(f.run().accelerator().name, request.accelerator.name);
}

void TestSweepPages::aPointsAcceleratorOpensInTheEditor()
{
    SweepFixture f;
    f.startWith(fourPoints());
    f.shown->setCurrent(0);
    f.button("editPoint")->click();
    const hardware::Accelerator& edited = f.window.workbench().document().value();
    QCOMPARE(edited.levels[1].capacity->count, std::int64_t(32'768));
    QVERIFY(QString::fromStdString(edited.name).startsWith(QStringLiteral("simba, ")));
    QVERIFY(f.window.workbench().whyNotRun().isEmpty());
}

void TestSweepPages::refusedPointsCannotBeOpened()
{
    SweepFixture f;
    f.startWith({{0, 0, explore::PointStatus::Refused, "the capacity must be above 0 B", {}}});
    f.shown->setCurrent(0);
    QVERIFY(!f.button("openAsRun")->isEnabled());
    f.page->panel()->openAsRun(f.shown->points(), 0);
    QVERIFY(f.session.requests.empty());
}

void TestSweepPages::theParetoPageFollowsTheSweep()
{
    SweepFixture f;
    ParetoView* view = f.pareto->view();
    QCOMPARE(view->points().size(), std::size_t(0));
    f.startWith({sample::point(0)});
    QCOMPARE(view->points().size(), std::size_t(1));
    f.sweeps.finishPoints({sample::infeasiblePoint(1), sample::point(2), sample::point(3)});
    QCOMPARE(view->points().size(), std::size_t(4));
    // On-chip memory against cycles: points 2 and 3 have equal memory, 3 is faster; 0 has least memory.
    QCOMPARE(view->front(), (std::vector<int>{0, 3}));
    QVERIFY(f.shown->points().isOnFront(0) && !f.shown->points().isOnFront(2) && f.shown->points().isOnFront(3));
    f.window.showTab(MainWindow::Tab::Pareto);
    QTest::keyClick(view, Qt::Key_Right); // onto the front
    QTest::keyClick(view, Qt::Key_End);
    QCOMPARE(f.shown->current(), 3);
    QCOMPARE(f.pareto->panel()->table()->currentRow(), 3);
    f.shown->setCurrent(0);
    QCOMPARE(view->current(), 0);
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(f.session.requests.size(), std::size_t(1));
}

void TestSweepPages::theLassoFiltersTheTable()
{
    SweepFixture f;
    f.startWith(fourPoints());
    f.window.showTab(MainWindow::Tab::Pareto);
    ParetoView* view = f.pareto->view();
    const QPointF at = view->positionOf(0);
    const auto send = [view](QEvent::Type type, QPointF to, Qt::MouseButtons held) {
        QMouseEvent event(type, to, view->mapToGlobal(to), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held, Qt::ShiftModifier);
        QApplication::sendEvent(view, &event);
    };
    send(QEvent::MouseButtonPress, at + QPointF(-12, -12), Qt::LeftButton);
    for (const QPointF& corner : {QPointF(12, -12), QPointF(12, 12), QPointF(-12, 12), QPointF(-12, -12)})
        send(QEvent::MouseMove, at + corner, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, at, Qt::NoButton);
    QCOMPARE(f.pareto->panel()->table()->model()->rowCount(), 1);
    auto* chip = f.pareto->panel()->findChild<QToolButton*>(QStringLiteral("lassoChip"));
    QVERIFY(chip->isVisible());
    chip->click();
    QCOMPARE(f.pareto->panel()->table()->model()->rowCount(), 4);
    QVERIFY(!view->hasLasso());
}

void TestSweepPages::axesAndColoursCanBeChosen()
{
    SweepFixture f;
    f.startWith(fourPoints());
    ParetoView* view = f.pareto->view();
    auto* y = view->findChild<QComboBox*>(QStringLiteral("paretoY"));
    QCOMPARE(y->currentText(), QStringLiteral("Cycles"));
    y->setCurrentIndex(y->findText(QStringLiteral("Utilisation")));
    Q_EMIT y->activated(y->currentIndex());
    QCOMPARE(view->points()[3].y, 0.4);
    QCOMPARE(view->front(), (std::vector<int>{0, 3})); // larger is better here
    view->setLimit(ParetoView::X, 1e6);                // of the axis that stays
    y->setCurrentIndex(y->findText(QStringLiteral("Energy")));
    Q_EMIT y->activated(y->currentIndex());
    QCOMPARE(view->limit(ParetoView::X), std::optional(1e6));
    const explore::FrontSearch front = f.pareto->shownFront();
    QCOMPARE(front.objectives, (std::vector{explore::Objective::Energy, explore::Objective::OnChipBytes}));
    QVERIFY(front.limits.size() == 1 && front.limits[0].objective == explore::Objective::OnChipBytes
            && front.limits[0].value == 1e6);
    view->setLimit(ParetoView::X, std::nullopt);
    y->setCurrentIndex(y->findText(QStringLiteral("Utilisation")));
    Q_EMIT y->activated(y->currentIndex());
    auto* colour = f.find<QComboBox>("paretoColour");
    QCOMPARE(colour->currentText(), QStringLiteral("DRAM read bandwidth"));
    QCOMPARE(view->points()[3].colour, 1);
    colour->setCurrentIndex(0);
    Q_EMIT colour->activated(0);
    QCOMPARE(view->points()[3].colour, 0);
    f.sweeps.end(JobState::End::Finished);
    f.shown->open(5); // another sweep: the user looks at the same figures
    Q_EMIT f.sweeps.loaded({sample::summary(5), sample::sweep(), fourPoints()});
    QCOMPARE(y->currentText(), QStringLiteral("Utilisation"));
    QCOMPARE(colour->currentText(), QStringLiteral("none"));
    records::SweepSummary listed = sample::summary(5);
    listed.startedAt = records::TimePoint(std::chrono::hours(1));
    f.sweeps.setStored({listed});
    view->setLimit(ParetoView::X, 1e6);
    view->setLog(ParetoView::X, true);
    f.pareto->kinds()->button(FiguresView::Matrix)->click();
    const QVariantMap state = f.pareto->viewState();
    QCOMPARE(state[QStringLiteral("y")].toString(), QStringLiteral("Utilisation"));
    QVERIFY(f.window.close());
    WholeWindow next(f.session); // and so at the next start
    auto* pareto = qobject_cast<ParetoPage*>(next.page(MainWindow::Tab::Pareto));
    QCOMPARE(pareto->viewState(), state);
    Q_EMIT f.sweeps.loaded({sample::summary(5), sample::sweep(), fourPoints()});
    QCOMPARE(pareto->view()->limit(ParetoView::X), std::optional(1e6));
    QVERIFY(pareto->view()->isLog(ParetoView::X));
    QCOMPARE(pareto->kinds()->checkedId(), int(FiguresView::Matrix));
    QCOMPARE(pareto->viewState(), state);
}

void TestSweepPages::networksAreToldApart()
{
    SweepFixture f;
    Q_EMIT f.sweeps.loaded({});
    f.shown->open(5);
    Q_EMIT f.sweeps.loaded(
        {sample::summary(5), sample::sweep(2), {sample::point(0, 0), sample::point(0, 1), sample::point(5, 1)}});
    ParetoView* view = f.pareto->view();
    QCOMPARE(view->points()[1].series, 1);
    QCOMPARE(view->front().size(), std::size_t(3));
    auto* network = f.find<QComboBox>("paretoNetwork");
    network->setCurrentIndex(network->findText(QStringLiteral("second")));
    Q_EMIT network->activated(network->currentIndex());
    QCOMPARE(view->front(), (std::vector<int>{1, 2}));
}

void TestSweepPages::storedRunsCanBeShownBesideThePoints()
{
    SweepFixture f;
    f.startWith(fourPoints());
    RunSummary run;
    run.id = 12;
    run.networkName = "alexnet";
    run.acceleratorName = "simba";
    run.status = RunStatus::Finished;
    run.totals.emplace();
    run.totals->cycles = Cycles{2500};
    run.totals->energy = Picojoules{2e6};
    run.totals->solved = 2;
    run.layerCount = run.layersDone = 2;
    RunSummary other = run;
    other.networkName = "vgg16";
    RunSummary part = run; // its totals lack a layer
    part.id = 13;
    part.layerCount = 3;
    f.session.setRuns({run, other, part});
    ParetoView* view = f.pareto->view();
    auto* x = view->findChild<QComboBox*>(QStringLiteral("paretoX"));
    x->setCurrentIndex(x->findText(QStringLiteral("Energy")));
    Q_EMIT x->activated(x->currentIndex());
    f.pareto->findChild<QCheckBox*>()->setChecked(true);
    QCOMPARE(view->points().size(), std::size_t(5)); // those of the other network and of a part are left out
    QVERIFY(view->points()[0].isRun);
    QCOMPARE(view->points()[0].x, 2e6);
    f.window.showTab(MainWindow::Tab::Pareto);
    QTest::mouseDClick(view, Qt::LeftButton, {}, view->positionOf(0).toPoint());
    QCOMPARE(f.session.loads, std::vector<RunId>{12});
    f.sweeps.finishPoints({sample::point(1)}); // live points go on behind it
    QCOMPARE(view->points().size(), std::size_t(6));
}

void TestSweepPages::frontsOfOtherSweepsStandBeside()
{
    SweepFixture f;
    f.open({sample::summary(5), sample::sweep(), {sample::point(0), sample::point(3)}});
    f.sweeps.setStored({{5, {}, "simba", "0.1.0", 6, 2}, {4, {}, "eyeriss", "0.1.0", 12, 3}});
    f.window.showTab(MainWindow::Tab::Pareto);
    auto* add = f.find<QToolButton>("addSweep");
    Q_EMIT add->menu()->aboutToShow();
    QCOMPARE(add->menu()->actions().size(), 1); // not the shown one
    QCOMPARE(add->menu()->actions()[0]->text(), QStringLiteral("Sweep 4 of eyeriss, 3 points"));
    add->menu()->actions()[0]->trigger();
    QCOMPARE(f.sweeps.loads.back(), SweepId(4));
    explore::SweepInputs two = sample::sweep(2);
    two.space.base = f.window.workbench().document().value();
    Q_EMIT f.sweeps.loaded(
        {sample::summary(4), two, {sample::point(1), sample::point(0, 1), sample::infeasiblePoint(2)}});
    ParetoView* view = f.pareto->view();
    QCOMPARE(view->points().size(), std::size_t(5));
    QCOMPARE(view->legend().series,
             (QStringList{QStringLiteral("first"), QStringLiteral("first"), QStringLiteral("second")}));
    QVERIFY(view->legend().byFront);
    QCOMPARE(view->legend().groups[0], QStringLiteral("Sweep 5 of sample\ncosa, latency, then energy\nmodel: own"));
    QCOMPARE(view->legend().groups[1].left(7), QStringLiteral("Sweep 4"));
    const TableValues values = view->chartValues();
    QCOMPARE(values.columns.mid(0, 4), (QStringList{QStringLiteral("from"), QStringLiteral("point"),
                                                    QStringLiteral("swept values"), QStringLiteral("network")}));
    QCOMPARE(values.rows[0][0].toString(), QStringLiteral("sweep 4"));
    QVERIFY2(values.rows[0][2].toString().contains(QStringLiteral("levels.DRAM.read_bandwidth = ")),
             qPrintable(values.rows[0][2].toString()));
    QCOMPARE(values.rows[0][3].toString(), QStringLiteral("first, Sweep 4 of simba"));
    QCOMPARE(view->points()[0].series, 1); // the other sweep comes first
    QCOMPARE(view->points()[1].series, 2);
    QCOMPARE(view->points()[3].series, 0);
    QCOMPARE(view->front().size(), std::size_t(4));                            // each of its own
    QVERIFY(f.shown->points().isOnFront(0) && f.shown->points().isOnFront(1)); // rows of the shown sweep
    QCOMPARE(f.find<ElidedLabel>("paretoModels")->text().left(31),             // nothing of models
             QStringLiteral("\u26a0 2 of 6 points are solved: whe"));
    // A point of another sweep opens as a run of that one's inputs.
    Q_EMIT view->activated(1);
    QCOMPARE(f.session.requests.size(), std::size_t(1));
    QCOMPARE(f.session.requests.begin()->second.network.name, std::string("second"));
    f.window.showTab(MainWindow::Tab::Pareto);
    view->setLimit(ParetoView::X, 1e9);
    QTRY_VERIFY(f.shown->chosen());
    QCOMPARE(*f.shown->chosen(), (std::vector<int>{0, 1})); // of the table only its own
    auto* chip = f.find<QToolButton>("overlayChip");
    QCOMPARE(chip->text(), QStringLiteral("Sweep 4  x"));
    chip->click();
    QCOMPARE(view->points().size(), std::size_t(2));
    QVERIFY(!view->legend().byFront);
}

void TestSweepPages::differentModelsAreToldInWords()
{
    SweepFixture f;
    f.open({sample::summary(5), sample::sweep(), {sample::point(0), sample::point(3)}});
    explore::SweepInputs onNodes = sample::sweep();
    onNodes.nodes.emplace();
    f.addBeside({sample::summary(4), onNodes, {sample::point(1)}});
    auto* models = f.find<ElidedLabel>("paretoModels");
    f.window.showTab(MainWindow::Tab::Pareto);
    QVERIFY(models->isVisible());
    QCOMPARE(models->text(),
             QStringLiteral("\u26a0 Models differ (sweep 5 own, sweep 4 nodes): how far apart their fronts "
                            "are says nothing. 2 of 6 points are solved: where a front was asked for, those of other "
                            "figures may lack points."));
    QCOMPARE(f.pareto->view()->points().size(), std::size_t(3));
}

void TestSweepPages::whatCannotBeShownBesideSaysWhy()
{
    SweepFixture f;
    f.open({sample::summary(5), sample::sweep(), {sample::point(0), sample::point(3)}});
    explore::SweepInputs ofPlans = sample::sweep();
    ofPlans.memory.emplace();
    f.addBeside({sample::summary(4), ofPlans, {sample::infeasiblePoint(1)}});
    QCOMPARE(f.find<QToolButton>("overlayChip")->text(), QStringLiteral("Sweep 4: its points have no Cycles  x"));
    QCOMPARE(f.pareto->view()->points().size(), std::size_t(2));
    auto* y = f.pareto->view()->findChild<QComboBox*>(QStringLiteral("paretoY"));
    y->setCurrentIndex(y->findText(QStringLiteral("DRAM read bandwidth")));
    Q_EMIT y->activated(y->currentIndex());
    QCOMPARE(f.find<QToolButton>("overlayChip")->text(), QStringLiteral("Sweep 4  x")); // both sweep it
    QCOMPARE(f.pareto->view()->points().size(), std::size_t(3));

    SweepFixture other;
    other.open({sample::summary(5), sample::sweep(), {sample::point(0), sample::point(3)}});
    explore::SweepInputs faster = sample::sweep();
    faster.space.base.clock = Hertz{2 * faster.space.base.clock.count};
    other.addBeside({sample::summary(4), faster, {sample::point(1)}});
    QCOMPARE(other.find<QToolButton>("overlayChip")->text(),
             QStringLiteral("Sweep 4: clocks differ: compare by Time  x"));
}

void TestSweepPages::aSmallFrontOpensInTheChart()
{
    SweepFixture f;
    f.startWith(fourPoints());
    f.window.showTab(MainWindow::Tab::Pareto);
    f.pareto->kinds()->button(FiguresView::Matrix)->click();
    FrontMatrix* matrix = f.pareto->figures()->matrix();
    QVERIFY(matrix->isVisible() && !f.pareto->view()->isVisible());
    QTRY_VERIFY(matrix->isReady());
    QCOMPARE(matrix->figures()[0].title, QStringLiteral("Cycles"));
    QCOMPARE(matrix->figures()[1].title, QStringLiteral("Energy"));
    QCOMPARE(matrix->front(0, 1), (std::vector<int>{3, 2, 0})); // more energy takes fewer cycles
    QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->area(0, 1).center().toPoint());
    QVERIFY(!matrix->isVisible() && f.pareto->view()->isVisible());
    QCOMPARE(f.pareto->view()->findChild<QComboBox*>(QStringLiteral("paretoX"))->currentText(),
             QStringLiteral("Cycles"));
    QCOMPARE(f.pareto->view()->findChild<QComboBox*>(QStringLiteral("paretoY"))->currentText(),
             QStringLiteral("Energy"));
    QCOMPARE(f.pareto->view()->front().size(), std::size_t(3));
}

void TestSweepPages::rangesOfParallelAxesFilterTableAndChart()
{
    SweepFixture f;
    f.startWith(fourPoints());
    f.window.showTab(MainWindow::Tab::Pareto);
    f.pareto->kinds()->button(FiguresView::Parallel)->click();
    ParallelView* parallel = f.pareto->figures()->parallel();
    QVERIFY(parallel->isVisible());
    const auto axis = std::ranges::find(parallel->axes(), QStringLiteral("Cycles"), &FigureColumn::title);
    QVERIFY(axis != parallel->axes().end());
    const int cycles = int(axis - parallel->axes().begin());
    QCOMPARE(parallel->axes()[0].title, QStringLiteral("GlobalBuffer capacity")); // fields as well
    parallel->setRange(cycles, ParallelView::Range{2'500, 4'500});
    QTRY_VERIFY(f.shown->chosen());
    QCOMPARE(*f.shown->chosen(), (std::vector<int>{2, 3}));
    QCOMPARE(f.pareto->panel()->table()->model()->rowCount(), 2);
    QCOMPARE(f.pareto->view()->withinLimits(), 2);
    // It stays with other axes of the chart, and narrows further with its limits.
    auto* y = f.pareto->view()->findChild<QComboBox*>(QStringLiteral("paretoY"));
    y->setCurrentIndex(y->findText(QStringLiteral("Energy")));
    Q_EMIT y->activated(y->currentIndex());
    QCOMPARE(f.pareto->view()->withinLimits(), 2);
    f.pareto->view()->setLimit(ParetoView::Y, 3.5e6);
    QTRY_COMPARE(*f.shown->chosen(), std::vector<int>{2});
    f.sweeps.finishPoints({sample::point(1)}); // 5,000 cycles
    QTRY_COMPARE(parallel->axes()[0].values.size(), std::size_t(5));
    QTest::qWait(150);
    QCOMPARE(*f.shown->chosen(), std::vector<int>{2});
    f.pareto->panel()->findChild<QToolButton*>(QStringLiteral("lassoChip"))->click();
    QVERIFY(!parallel->inRanges() && !f.pareto->view()->isNarrowed());
    QCOMPARE(f.pareto->panel()->table()->model()->rowCount(), 5);
    // Another sweep has none of the points that ranges and focus were on.
    parallel->setRange(cycles, ParallelView::Range{2'500, 4'500});
    f.shown->setCurrent(3);
    f.open({sample::summary(5), sample::sweep(), {sample::point(0)}});
    QTRY_COMPARE(f.pareto->view()->withinLimits(), 1);
}

void TestSweepPages::fieldsThatInteractAreListed()
{
    SweepFixture f;
    std::vector<explore::PointResult> points;
    for (const std::int64_t cycles :
         {4000, 4000, 4000, 2000, 4000, 1000}) { // bandwidth counts with a large buffer only
        points.push_back(sample::point(points.size()));
        points.back().cost->cycles = Cycles{cycles};
    }
    f.open({sample::summary(5), sample::sweep(), points});
    f.window.showTab(MainWindow::Tab::Pareto);
    auto* panel = f.pareto->findChild<EffectsPanel*>();
    QTRY_COMPARE(panel->model().rowCount(), 3);
    QVERIFY(!panel->isVisible());
    f.find<QToolButton>("paretoEffectsButton")->click();
    QVERIFY(panel->isVisible());
    double all = 0;
    QStringList what;
    for (const Effect& effect : panel->model().all()) {
        all += effect.share;
        what << effect.what;
    }
    QVERIFY(std::abs(all - 1) < 1e-6);
    QVERIFY(what.contains(QStringLiteral("GlobalBuffer capacity \u00d7 DRAM read bandwidth")));
    QVERIFY(f.find<ElidedLabel>("paretoEffects")
                ->text()
                .startsWith(QStringLiteral("Differences of Cycles of first come from: DRAM read")));
}

void TestSweepPages::problemsReachTheProblemsLine()
{
    SweepFixture f;
    QSignalSpy problems(&f.window.workbench(), &Workbench::problem);
    Q_EMIT f.sweeps.failed(QStringLiteral("the disk is full"));
    QCOMPARE(problems.count(), 1);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSweepPages)
#include "tst_sweep_pages.moc"
