// SPDX-License-Identifier: GPL-3.0-or-later
// Runs side by side: which, what of them, and how the views follow each other.
#include "tests/support/whole_runs.h"
#include "tests/ui/support/stored_run.h"
#include "tests/ui/support/view_probe.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/compare/impact_model.h"
#include "ui/features/compare/maps_chart.h"
#include "ui/features/compare/totals_model.h"
#include "ui/features/run/project_tree.h"
#include "ui/parts/cycles_chart.h"
#include "ui/parts/loop_nest_view.h"
#include "ui/parts/model_badge.h"
#include "ui/widgets/table_text.h"
#include "ui/workbench/comparison.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QWheelEvent>

#include <memory>

namespace nestloom::ui {

namespace {

/// Run 7 and run 8, in which layer 2 is slower, layer 4 much faster and bound by DRAM.
std::vector<RunRecord> twoRuns(const FakeSession& session)
{
    const RunRecord first = storedRun(session, 7, 1000);
    RunRecord other = storedRun(session, 8, 1000);
    other.layers[2].cost->cycles = Cycles{1100};
    other.layers[4].cost->cycles = Cycles{700};
    other.layers[4].cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 0, "DRAM read"};
    other.inputs.accelerator.levels[1].capacity = Bytes{1 << 20};
    other.summary.totals = schedule::totals(other.inputs.accelerator, other.layers);
    return {first, other};
}

/// A network that shares all layers but the last with alexnet, and has one of its own.
RunRecord otherNetwork(const FakeSession& session, RunId id)
{
    RunRecord record = storedRun(session, id, 900);
    record.inputs.network.name = "other";
    record.inputs.network.layers.back().name = "new";
    record.inputs.network.layers.back().bounds[workload::LoopDimension::N] = 3;
    record.layers.back().name = "new";
    return record;
}

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT
private slots:
    void theRunsComeBackAfterAKill();
    void twoRunsAreReadAndAligned();
    void aRunTakenOutBeforeItIsReadNeverAppears();
    void moreThanFourRunsAreRefusedInWords();
    void aRunThatCannotBeReadSaysWhy();
    void aRunningRunIsReadAgainWhenItHasMore();
    void layersAreSortedByWhatTheyChange();
    void layersOfATrainingStepAreGreyBesideInference();
    void layersOfOtherBatchesAreComparedPerInput();
    void otherNetworksAreComparedLayerByLayer();
    void totalsHaveTheirDeltas();
    void totalsOfOtherWorkAreNotCompared();
    void changesBetweenModelsAreGrey();
    void runsOfEveryKindStandInOneTable();
    void plansAndSchedulesOnNodesHaveTheLayersTheyHave();
    void theUserChoosesTheJudge();
    void picturesOfTwoPlansHaveTheirDifference();
    void picturesAreOnTheSameAxes();
    void tablesCopyExactNumbers();
    void thePerspectiveIsAboutThePage();
    void theReportOfThePageIsTheComparison();
    void chartsShareTheirAxisAndSelection();
    void layerTabsBeginWithTheLayerThatChangedMost();
    void theEmptyPageSaysWhatToDo();
    void fourRunsFitBesideTheProjectTree();
    void runsTravelAsMimeData();
    void runsAreDroppedOnThePage();
    void runsSelectedInTheTreeAreCompared();
};

void TestCompare::theRunsComeBackAfterAKill()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    f.window.workbench().comparison().add(7);
    f.window.workbench().comparison().add(8);
    WholeWindow again(f.session); // while the first one has not closed
    const auto& runs = again.workbench().comparison().runs();
    QCOMPARE(runs.size(), std::size_t(2));
    QVERIFY(runs[0].run == 7 && runs[1].run == 8);
}

void TestCompare::twoRunsAreReadAndAligned()
{
    FakeSession session;
    store(session, twoRuns(session));
    Comparison comparison(session);
    QSignalSpy asked(&comparison, &Comparison::asked);
    comparison.compare({7, 8, 7});
    QCOMPARE(comparison.runs().size(), std::size_t{2});
    QCOMPARE(asked.size(), 1);
    QVERIFY(!comparison.isReady());
    session.reader.answerAll();
    QVERIFY(comparison.isReady());
    QCOMPARE(comparison.rows().size(), std::size_t{8});
    QCOMPARE(comparison.rows()[4].results[1]->cost->cycles, Cycles{700});
    comparison.putFirst(8);
    QCOMPARE(comparison.rows()[4].results[0]->cost->cycles, Cycles{700});
    comparison.remove(7);
    QVERIFY(!comparison.isReady());
    QVERIFY(comparison.rows().empty());
}

void TestCompare::aRunTakenOutBeforeItIsReadNeverAppears()
{
    FakeSession session;
    store(session, twoRuns(session));
    Comparison comparison(session);
    comparison.compare({7, 8});
    comparison.remove(8);
    session.reader.answerAll();
    QCOMPARE(comparison.runs().size(), std::size_t{1});
    QCOMPARE(comparison.runs().front().run, RunId{7});
}

void TestCompare::moreThanFourRunsAreRefusedInWords()
{
    FakeSession session;
    Comparison comparison(session);
    QSignalSpy problem(&comparison, &Comparison::problem);
    comparison.compare({1, 2, 3, 4, 5});
    QCOMPARE(comparison.runs().size(), std::size_t{4});
    QCOMPARE(problem.size(), 1);
    QVERIFY(problem.at(0).at(0).toString().contains(QStringLiteral("At most 4 runs")));
}

void TestCompare::aRunThatCannotBeReadSaysWhy()
{
    FakeSession session;
    store(session, {storedRun(session, 7, 1000)});
    Comparison comparison(session);
    comparison.compare({7, 9});
    session.reader.answerAll();
    QVERIFY(!comparison.isReady());
    QCOMPARE(comparison.runs()[1].problem, QStringLiteral("store: no such run"));
}

void TestCompare::aRunningRunIsReadAgainWhenItHasMore()
{
    FakeSession session;
    std::vector<RunRecord> records = twoRuns(session);
    records[1].summary.status = RunStatus::Running;
    records[1].summary.layersDone = 1;
    records[1].layers.resize(1);
    store(session, records);
    Comparison comparison(session);
    comparison.compare({7, 8});
    session.reader.answerAll();
    QVERIFY(comparison.rows()[4].results[1] == nullptr);
    store(session, records); // nothing new
    QCOMPARE(session.reader.asked(), std::size_t{0});
    store(session, twoRuns(session));
    QCOMPARE(session.reader.asked(), std::size_t{1});
    session.reader.answerAll();
    QVERIFY(comparison.rows()[4].results[1] != nullptr);
}

void TestCompare::layersAreSortedByWhatTheyChange()
{
    FakeSession session;
    store(session, twoRuns(session));
    Comparison comparison(session);
    ImpactModel model(comparison);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    comparison.compare({7, 8});
    session.reader.answerAll();
    model.refresh();
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.comparedRow(0), std::size_t{4});
    QCOMPARE(model.comparedRow(1), std::size_t{2});
    QCOMPARE(model.tableRow(2), 1);
    const int difference = ImpactModel::columnOf(1, ImpactModel::Difference);
    const int share = ImpactModel::columnOf(1, ImpactModel::Share);
    QCOMPARE(cell(model, 0, difference), QStringLiteral("-300"));
    QCOMPARE(cell(model, 0, share), QStringLiteral("75.0 %")); // of 300 + 100
    QCOMPARE(cell(model, 0, model.reasonColumn()), QStringLiteral("was bound by compute, now by DRAM read"));
    QCOMPARE(cell(model, 1, difference), QStringLiteral("+100"));
    QCOMPARE(cell(model, 2, difference), QStringLiteral("="));
    QVERIFY(cell(model, 0, difference, Qt::ToolTipRole)
                .contains(QStringLiteral("run 7 (baseline): 1,000 cycles; -30.0 %, better")));
}

void TestCompare::otherNetworksAreComparedLayerByLayer()
{
    FakeSession session;
    store(session, {storedRun(session, 7, 1000), otherNetwork(session, 8)});
    Comparison comparison(session);
    ImpactModel model(comparison);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    comparison.compare({7, 8});
    session.reader.answerAll();
    model.refresh();
    QCOMPARE(model.rowCount(), 9);
    QCOMPARE(cell(model, 0, ImpactModel::columnOf(1, ImpactModel::Difference)), QStringLiteral("-100"));
    QCOMPARE(cell(model, 7, model.reasonColumn()), QStringLiteral("only in run 7"));
    QCOMPARE(cell(model, 8, model.reasonColumn()), QStringLiteral("only in run 8"));
    QCOMPARE(cell(model, 8, ImpactModel::Layer), QStringLiteral("new"));
    QCOMPARE(cell(model, 8, ImpactModel::FirstCycles), QStringLiteral("-"));
    QVERIFY(cell(model, 8, ImpactModel::FirstCycles, Qt::ToolTipRole)
                .contains(QStringLiteral("run 7 has no layer of this shape")));
}

void TestCompare::totalsHaveTheirDeltas()
{
    FakeSession session;
    store(session, twoRuns(session));
    Comparison comparison(session);
    TotalsModel model(comparison);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    comparison.compare({7, 8});
    model.refresh();
    QCOMPARE(model.rowCount(), 0); // not read yet
    session.reader.answerAll();
    model.refresh();
    QCOMPARE(model.rowOf(QStringLiteral("Segments")), -1); // of runs on nodes only
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("Cycles")), TotalsModel::valueColumn(0)),
             QStringLiteral("8.00 kcycle"));
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("Cycles")), TotalsModel::valueColumn(1)),
             QStringLiteral("7.80 kcycle"));
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("Cycles")), TotalsModel::deltaColumn(1)), QStringLiteral("-2.5 %"));
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("Energy")), TotalsModel::deltaColumn(1)), QStringLiteral("="));
    QVERIFY(cell(model, model.rowOf(QStringLiteral("Utilisation")), TotalsModel::deltaColumn(1))
                .endsWith(QStringLiteral("pp")));
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("Objective")), TotalsModel::valueColumn(1)),
             QStringLiteral("latency"));
}

void TestCompare::totalsOfOtherWorkAreNotCompared()
{
    FakeSession session;
    store(session, {storedRun(session, 7, 1000), otherNetwork(session, 8)});
    Comparison comparison(session);
    TotalsModel model(comparison);
    comparison.compare({7, 8});
    session.reader.answerAll();
    model.refresh();
    QVERIFY(cell(model, model.rowOf(QStringLiteral("Cycles")), TotalsModel::deltaColumn(1)).isEmpty());
    QVERIFY(cell(model, model.rowOf(QStringLiteral("Utilisation")), TotalsModel::deltaColumn(1)).isEmpty());
    QVERIFY(cell(model, model.rowOf(QStringLiteral("Cycles")), TotalsModel::deltaColumn(1), Qt::ToolTipRole)
                .startsWith(QStringLiteral("Not compared")));
}

void TestCompare::changesBetweenModelsAreGrey()
{
    FakeSession session;
    std::vector<RunRecord> records = twoRuns(session);
    records[1].inputs.options.engine = records[1].summary.engine = "flexer";
    store(session, records);
    Comparison comparison(session);
    TotalsModel totals(comparison);
    ImpactModel impact(comparison);
    comparison.compare({7, 8});
    session.reader.answerAll();
    totals.refresh();
    impact.refresh();
    const int row = totals.rowOf(QStringLiteral("Cycles"));
    const auto colourOf = [](const QAbstractItemModel& model, int at, int column) {
        return model.index(at, column).data(Qt::ForegroundRole).value<QBrush>().color();
    };
    QCOMPARE(cell(totals, row, TotalsModel::deltaColumn(1)), QStringLiteral("-2.5 %"));
    const Theme& theme = themeFor(QApplication::palette());
    QCOMPARE(colourOf(totals, row, TotalsModel::deltaColumn(1)), theme.mutedText);
    QCOMPARE(colourOf(impact, 0, ImpactModel::columnOf(1, ImpactModel::Difference)), theme.mutedText);
    QVERIFY(cell(totals, row, TotalsModel::deltaColumn(1), Qt::ToolTipRole)
                .contains(QStringLiteral("tiles against own: different models")));
    QCOMPARE(totals.cautions(), QStringList(QStringLiteral("Changes of run 8 are grey: tiles against own: different "
                                                           "models.")));
    store(session, twoRuns(session)); // of one model
    Comparison same(session);
    TotalsModel judged(same);
    same.compare({7, 8});
    session.reader.answerAll();
    judged.refresh();
    QCOMPARE(colourOf(judged, row, TotalsModel::deltaColumn(1)), theme.better);
    QVERIFY(judged.cautions().isEmpty());
}

namespace {

/// A run of every kind: mappings, tiles, nodes and a plan.
std::vector<RunRecord> oneOfEach(const FakeSession& session)
{
    kapla::NodeRunOptions quick;
    quick.batch = 4;
    std::vector<RunRecord> records{twoRuns(session)[0], twoRuns(session)[1], tests::nodesRun(9, quick),
                                   tests::memoryRun(10)};
    records[1].inputs.options.engine = records[1].summary.engine = "flexer";
    records[0].summary.batch = records[1].summary.batch = 1;
    return records;
}

} // namespace

void TestCompare::layersOfATrainingStepAreGreyBesideInference()
{
    kapla::NodeRunOptions inference, training;
    inference.batch = training.batch = 4;
    training.training = true;
    FakeSession session;
    store(session, {tests::nodesRun(8, inference), tests::nodesRun(9, training)});
    Comparison comparison(session);
    ImpactModel model(comparison);
    comparison.compare({8, 9});
    session.reader.answerAll();
    model.refresh();
    int changed = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex at = model.index(row, ImpactModel::columnOf(1, ImpactModel::Difference));
        const QString text = at.data().toString();
        if (text == QStringLiteral("=") || text == QStringLiteral("-"))
            continue;
        ++changed;
        QCOMPARE(at.data(Qt::ForegroundRole).value<QBrush>().color(), themeFor(QApplication::palette()).mutedText);
        QVERIFY2(at.data(Qt::ToolTipRole).toString().contains(QStringLiteral("no verdict: run 9 counts 29 layers")),
                 qPrintable(at.data(Qt::ToolTipRole).toString()));
    }
    QVERIFY(changed > 0);
}

void TestCompare::layersOfOtherBatchesAreComparedPerInput()
{
    FakeSession session;
    std::vector<RunRecord> records = twoRuns(session);
    records[0].summary.batch = 1;
    records[1].summary.batch = 4;
    for (workload::Layer& layer : records[1].inputs.network.layers)
        layer.bounds[workload::LoopDimension::N] *= 4;
    store(session, records);
    Comparison comparison(session);
    comparison.compare({7, 8});
    session.reader.answerAll();
    QVERIFY(comparison.isPerInput());
    ImpactModel model(comparison);
    model.refresh();
    QCOMPARE(model.rowCount(), int(records[0].inputs.network.layers.size()));
    QCOMPARE(model.headerData(int(ImpactModel::FirstCycles), Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("run 7 [cycles / input]"));
    QCOMPARE(cell(model, 0, ImpactModel::Layer), QString::fromStdString(records[0].inputs.network.layers[4].name));
    QCOMPARE(cell(model, 0, ImpactModel::columnOf(1, ImpactModel::CycleCount)), QStringLiteral("175"));
    QCOMPARE(cell(model, 0, ImpactModel::columnOf(1, ImpactModel::Difference)), QStringLiteral("-825"));
    QCOMPARE(cell(model, 0, model.reasonColumn()), QStringLiteral("was bound by compute, now by DRAM read"));
    QCOMPARE(cell(model, 1, model.reasonColumn()), QString());

    records[1].summary.batch.reset(); // stored before networks stated theirs
    store(session, records);
    Comparison unknown(session);
    unknown.compare({7, 8});
    session.reader.answerAll();
    QVERIFY(!unknown.isPerInput());
    QCOMPARE(unknown.rows().size(), 2 * records[0].inputs.network.layers.size()); // other shapes
}

void TestCompare::runsOfEveryKindStandInOneTable()
{
    WindowFixture f;
    const std::vector<RunRecord> records = oneOfEach(f.session);
    store(f.session, records);
    f.window.workbench().comparison().compare({7, 8, 9, 10});
    f.session.reader.answerAll();
    const auto* table = f.find<QTableView>("compareTotals");
    const auto& model = *table->model();
    const auto textOf = [&model](const QString& title, int column, int role = Qt::DisplayRole) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (cell(model, row, 0) == title)
                return cell(model, row, column, role);
        return QStringLiteral("no such row");
    };
    QCOMPARE(textOf(QStringLiteral("Cycles"), TotalsModel::valueColumn(3)), QStringLiteral("-"));
    QCOMPARE(textOf(QStringLiteral("Cycles"), TotalsModel::valueColumn(3), Qt::ToolTipRole),
             QStringLiteral("run 10: a memory plan knows neither cycles nor energy"));
    QCOMPARE(textOf(QStringLiteral("Cycles"), TotalsModel::deltaColumn(2)), QString()); // another batch
    QCOMPARE(textOf(QStringLiteral("Engine"), TotalsModel::valueColumn(2)), QStringLiteral("KAPLA"));
    QCOMPARE(textOf(QStringLiteral("Layers of the longest segment"), TotalsModel::valueColumn(0)), QStringLiteral("-"));
    QStringList badges;
    for (const ModelBadge* badge : f.find<QWidget>("comparePage")->findChildren<ModelBadge*>()) {
        badges << badge->text();
        QVERIFY2(badge->toolTip().contains(badge->text()), qPrintable(badge->text() + badge->toolTip()));
    }
    QCOMPARE(badges, (QStringList{QStringLiteral("own"), QStringLiteral("tiles"), QStringLiteral("nodes"),
                                  QStringLiteral("memory")}));
    const QString cautions = f.find<QLabel>("compareCautions")->text();
    for (const char* part :
         {"Changes of run 8 are grey: tiles against own", "Run 10 is not compared with run 7", "; memory against own"})
        QVERIFY2(cautions.contains(QLatin1String(part)), qPrintable(cautions));
    QVERIFY2(f.window.minimumSizeHint().width() <= 1366,
             qPrintable(QString::number(f.window.minimumSizeHint().width())));
    for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark})
        QVERIFY(colourCount(render(f.window, {1366, 768}, theme, QStringLiteral("compare-kinds"))) > 20);
}

void TestCompare::plansAndSchedulesOnNodesHaveTheLayersTheyHave()
{
    WindowFixture f;
    const std::vector<RunRecord> records = oneOfEach(f.session);
    store(f.session, records);
    Comparison& comparison = f.window.workbench().comparison();
    auto* tabs = f.find<QTabWidget>("compareTabs");
    comparison.compare({7, 9});
    f.session.reader.answerAll();
    QVERIFY(tabs->isTabEnabled(1) && tabs->isTabEnabled(2));
    QCOMPARE(comparison.rows()[0].cycles[0], std::optional(1000.0));
    QVERIFY(*comparison.rows()[0].cycles[1] > 0); // conv1 on nodes
    QVERIFY(f.find<QLabel>("compareNoLayers")->text().contains(QStringLiteral("Run 9 schedules the whole network")));
    tabs->setCurrentIndex(1);
    (void)render(f.window, {1366, 768}, ThemeKind::Light, QStringLiteral("compare-layers-nodes"));
    tabs->setCurrentIndex(0);
    comparison.compare({9, 10}); // neither has mappings
    f.session.reader.answerAll();
    QVERIFY(tabs->isTabEnabled(1) && !tabs->isTabEnabled(2));
    QVERIFY(tabs->tabToolTip(2).contains(QStringLiteral("un 10 plans the memory")));
}

void TestCompare::theUserChoosesTheJudge()
{
    WindowFixture f;
    std::vector<RunRecord> records = twoRuns(f.session);
    for (schedule::LayerResult& layer : records[0].layers) {
        layer.timeloopCost = layer.cost;
        layer.timeloopCost->cycles = Cycles{2000};
    }
    store(f.session, records);
    Comparison& comparison = f.window.workbench().comparison();
    comparison.compare({7, 8});
    f.session.reader.answerAll();
    auto* layer = f.find<QComboBox>("compareLayer");
    layer->setCurrentIndex(3);
    Q_EMIT layer->activated(3);
    auto* judge = f.find<QComboBox>("judgeBy");
    const int timeloop = judge->findData(int(records::CostModel::Timeloop));
    judge->setCurrentIndex(timeloop);
    Q_EMIT judge->activated(timeloop);
    QCOMPARE(comparison.runs()[0].model, records::CostModel::Timeloop);
    QCOMPARE(comparison.rows()[0].cycles[0], std::optional(2000.0));
    QCOMPARE(comparison.runs()[1].model, records::CostModel::Own); // has none of these figures
    const QString cautions = f.find<QLabel>("compareCautions")->text();
    QVERIFY2(cautions.contains(QStringLiteral("own against timeloop")), qPrintable(cautions));
    QVERIFY2(cautions.contains(QStringLiteral("un 8 cannot be judged by timeloop")), qPrintable(cautions));
    judge->setCurrentIndex(0);
    Q_EMIT judge->activated(0);
    QCOMPARE(comparison.judge(), std::optional<records::CostModel>());
    QCOMPARE(comparison.rows()[0].cycles[0], std::optional(1000.0));
    QCOMPARE(layer->currentIndex(), 3); // stays, as the runs are the same
    comparison.compare({8, 7});
    f.session.reader.answerAll();
    QCOMPARE(layer->currentIndex(), 0);
}

void TestCompare::tablesCopyExactNumbers()
{
    FakeSession session;
    store(session, twoRuns(session));
    Comparison comparison(session);
    comparison.compare({7, 8});
    session.reader.answerAll();
    ImpactModel impact(comparison);
    impact.refresh();
    const QString tsv = copyTable(impact, TableFormat::Tsv);
    QVERIFY2(tsv.contains(QStringLiteral("\t1000\t700\t-300\t0.75\twas bound by compute, now by DRAM read")),
             qPrintable(tsv));
    TotalsModel totals(comparison);
    totals.refresh();
    const QString markdown = copyTable(totals, TableFormat::Markdown);
    QVERIFY2(markdown.contains(QStringLiteral("-2.5 %")), qPrintable(markdown));
    QVERIFY(copyTable(totals, TableFormat::Tsv).contains(QStringLiteral("Cycles [cycles]\t8000\t7800\t")));
}

void TestCompare::picturesOfTwoPlansHaveTheirDifference()
{
    WindowFixture f;
    store(f.session, {tests::memoryRun(10), tests::memoryRun(11, Bytes{65536}), twoRuns(f.session)[0]});
    f.window.workbench().comparison().compare({10, 11});
    f.session.reader.answerAll();
    auto& maps = f.session.fakes.maps;
    QCOMPARE(maps.last, quint64(0)); // not in sight
    f.window.showTab(MainWindow::Tab::Compare);
    auto* tabs = f.find<QTabWidget>("compareTabs");
    tabs->setCurrentIndex(4);
    QTRY_COMPARE(maps.last, quint64(1));
    maps.tell({records::runMaps(maps.requests.at(1)), true, {}});
    const auto* chart = f.find<MapsChart>("mapsChart");
    QCOMPARE(chart->maps().what, records::RunMaps::What::Scratchpad);
    QVERIFY(!chart->maps().difference(1).empty());
    auto* kind = f.find<QComboBox>("mapsKind");
    QCOMPARE(kind->count(), 1);
    QTRY_VERIFY(kind->width() > kind->fontMetrics().horizontalAdvance(kind->currentText()) + 20);
    QVERIFY(!f.find<QComboBox>("compareLayer")->isVisible()); // there is no layer to choose
    // Back again nothing is asked anew; of other runs it is.
    tabs->setCurrentIndex(0);
    tabs->setCurrentIndex(4);
    QCOMPARE(maps.last, quint64(1));
    f.window.workbench().comparison().compare({10, 7});
    f.session.reader.answerAll();
    QTRY_COMPARE(maps.last, quint64(2));
    maps.tell({records::runMaps(maps.requests.at(2)), true, {}});
    QCOMPARE(chart->maps().maps[1].missing, std::string("it plans no memory"));
    // The layers of the new runs are shown without a visit of another tab.
    QVERIFY(f.find<QComboBox>("compareLayer")->currentIndex() > 0);
}

void TestCompare::picturesAreOnTheSameAxes()
{
    MapsChart chart;
    chart.resize(800, 400);
    QCOMPARE(chart.chartName(), QString());
    records::RunMaps maps;
    maps.what = records::RunMaps::What::Lanes;
    maps.columns = 40;
    maps.rows = 2;
    maps.across = 4000;
    maps.down = 2;
    maps.rowNames = {"NPU 0", "NPU 1"};
    maps.maps.resize(2);
    maps.maps[0].cells.assign(80, 0); // NPU 0 is busy in the first run, NPU 1 in the other
    maps.maps[1].cells.assign(80, 0);
    std::fill_n(maps.maps[0].cells.begin(), 40, 1.F);
    std::fill_n(maps.maps[1].cells.begin() + 40, 40, 1.F);
    chart.setMaps(maps, {QStringLiteral("run 1"), QStringLiteral("run 2")});
    QCOMPARE(chart.mapRect(0).width(), chart.differenceRect(1).width());
    QCOMPARE(chart.mapRect(0).left(), chart.mapRect(1).left());
    const QImage image = chart.grab().toImage();
    const Theme& theme = themeFor(chart.palette());
    const QRectF place = chart.differenceRect(1);
    QSet<QRgb> less, more;
    for (int x = 0; x < 8; ++x) {
        less << image.pixel(int(place.left()) + 20 + x, int(place.top() + place.height() * 0.25));
        more << image.pixel(int(place.left()) + 20 + x, int(place.top() + place.height() * 0.75));
    }
    QCOMPARE(more, QSet<QRgb>{theme.accent.rgb()});
    QCOMPARE(less.size(), 2); // hatched: colour alone tells nothing
    QVERIFY(chart.toolTipAt(chart.mapRect(0).center() - QPointF(0, 10)).contains(QStringLiteral("run 2: 0.0 %")));
    QCOMPARE(chart.chartValues().rows.size(), 40);
    // All pictures are zoomed together, and a double click shows everything.
    const QPointF at = chart.mapRect(1).center();
    QWheelEvent wheel(at, chart.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&chart, &wheel);
    QVERIFY(chart.from() > 0 && chart.to() < 4000);
    QVERIFY(std::abs(chart.from() + chart.to() - 4000) < 40);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(chart.from(), 0.0);
    QCOMPARE(chart.to(), 4000.0);
    // What has no picture says why.
    maps.maps[1] = {{}, "it has no tiles", {}};
    chart.setMaps(maps, {QStringLiteral("run 1"), QStringLiteral("run 2")});
    QVERIFY(chart.maps().difference(1).empty());
    QVERIFY(!chart.grab().isNull());
    chart.setEmpty(QStringLiteral("nothing"));
    QCOMPARE(chart.toolTipAt(at), QString());
}

void TestCompare::thePerspectiveIsAboutThePage()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    f.window.workbench().comparison().compare({7, 8});
    f.session.reader.answerAll();
    QVERIFY(f.window.actions().compareView->isChecked());
    QCOMPARE(f.window.currentTab(), MainWindow::Tab::Compare);
    QVERIFY(f.find<QDockWidget>("projectDock")->isVisible());
    QVERIFY(!f.find<QDockWidget>("acceleratorDock")->isVisible());
    f.window.actions().runView->trigger();
    QCOMPARE(f.window.currentTab(), MainWindow::Tab::Summary);
    QVERIFY(f.find<QDockWidget>("acceleratorDock")->isVisible());
}

void TestCompare::theReportOfThePageIsTheComparison()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    QVERIFY(!f.window.actions().exportReport->isEnabled());
    f.window.workbench().comparison().compare({8, 7});
    f.session.reader.answerAll();
    QVERIFY(f.window.actions().exportReport->isEnabled());
    f.window.exportReport(QStringLiteral("c.html"));
    QCOMPARE(f.session.history.reports.back(), (std::vector<RunId>{8, 7}));
    f.window.workbench().openRun(7);
    f.session.answerLoad(f.session.reader.records.at(7));
    f.window.showTab(MainWindow::Tab::Summary);
    f.window.exportReport(QStringLiteral("r.html"));
    QCOMPARE(f.session.history.reports.back(), (std::vector<RunId>{7}));
}

void TestCompare::chartsShareTheirAxisAndSelection()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    f.window.workbench().openRun(8);
    f.session.answerLoad(f.session.reader.records.at(8));
    f.window.workbench().comparison().compare({7, 8});
    f.session.reader.answerAll();
    auto* page = f.find<QWidget>("comparePage");
    const QList<CyclesChart*> charts = page->findChildren<CyclesChart*>();
    QCOMPARE(charts.size(), 2);
    charts[0]->setQuantity(ChartQuantity::Energy);
    QCOMPARE(charts[1]->quantity(), ChartQuantity::Energy);

    auto* table = f.find<QTableView>("impactTable");
    table->selectRow(0); // layer 4 changed most
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(4));
    QCOMPARE(charts[0]->selectedLayer(), 4);
    QCOMPARE(charts[1]->selectedLayer(), 4);
    for (LoopNestView* nest : page->findChildren<LoopNestView*>())
        QVERIFY(!nest->asText().isEmpty());
    f.window.workbench().selection().selectLayer(2);
    QCOMPARE(charts[0]->selectedLayer(), 2);
    QCOMPARE(table->currentIndex().row(), 1);
}

void TestCompare::layerTabsBeginWithTheLayerThatChangedMost()
{
    WindowFixture f;
    auto* tabs = f.find<QTabWidget>("compareTabs");
    tabs->setCurrentIndex(2); // nothing is compared yet
    tabs->setCurrentIndex(0);
    store(f.session, twoRuns(f.session));
    f.window.workbench().comparison().compare({7, 8});
    f.session.reader.answerAll();
    tabs->setCurrentIndex(2);
    QVERIFY(!f.find<QWidget>("comparePage")->findChildren<LoopNestView*>().empty());
    for (LoopNestView* nest : f.find<QWidget>("comparePage")->findChildren<LoopNestView*>())
        QVERIFY(!nest->asText().isEmpty());
    QCOMPARE(f.find<QTableView>("impactTable")->currentIndex().row(), 0);
}

void TestCompare::theEmptyPageSaysWhatToDo()
{
    WindowFixture f;
    auto* text = f.find<QLabel>("compareEmpty");
    auto* button = f.find<QPushButton>("compareWithBaseline");
    QVERIFY(text->text().contains(QStringLiteral("no runs yet")));
    QVERIFY(button->isHidden());
    store(f.session, {twoRuns(f.session).front()});
    QVERIFY(text->text().contains(QStringLiteral("one run so far")));
    store(f.session, twoRuns(f.session));
    QVERIFY(text->text().contains(QStringLiteral("Select them in the project tree")));
    f.window.workbench().openRun(8);
    f.session.answerLoad(f.session.reader.records.at(8));
    QVERIFY(!button->isHidden());
    QCOMPARE(button->text(), QStringLiteral("Compare run 8 with run 7"));
    button->click();
    QCOMPARE(f.window.workbench().comparison().runs().front().run, RunId{7});
    f.window.workbench().comparison().remove(8);
    QVERIFY(text->text().contains(QStringLiteral("Run 7 waits for another one")));
}

void TestCompare::fourRunsFitBesideTheProjectTree()
{
    WindowFixture f;
    std::vector<RunRecord> records = twoRuns(f.session);
    records.push_back(storedRun(f.session, 9, 1500));
    records.push_back(otherNetwork(f.session, 10));
    records[2].inputs.accelerator.levels.pop_back();
    store(f.session, records);
    f.window.workbench().comparison().compare({7, 8, 9, 10});
    f.session.reader.answerAll();
    QVERIFY2(f.window.minimumSizeHint().width() <= 1366,
             qPrintable(QString::number(f.window.minimumSizeHint().width())));
    const QImage image = render(f.window, {1366, 768}, ThemeKind::Dark, QStringLiteral("compare-four"));
    QCOMPARE(image.width(), 1366);
    QVERIFY(hasColour(image, darkTheme().better));
}

void TestCompare::runsTravelAsMimeData()
{
    const std::unique_ptr<QMimeData> mime(mimeOfRuns({3, 5}));
    QCOMPARE(runsOf(*mime), (std::vector<RunId>{3, 5}));
    QVERIFY(runsOf(QMimeData()).empty());
}

void TestCompare::runsAreDroppedOnThePage()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    auto* page = f.find<QWidget>("comparePage");
    const std::unique_ptr<QMimeData> mime(mimeOfRuns({7, 8}));
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page, &drop);
    QCOMPARE(f.window.workbench().comparison().runs().size(), std::size_t{2});
}

void TestCompare::runsSelectedInTheTreeAreCompared()
{
    WindowFixture f;
    store(f.session, twoRuns(f.session));
    QTreeWidgetItem* runs = f.window.findChild<ProjectTree*>()->topLevelItem(2);
    QVERIFY(f.window.findChild<ProjectTree*>()->selectedRuns().empty());
    runs->child(0)->setSelected(true);
    runs->child(1)->setSelected(true);
    QCOMPARE(f.window.findChild<ProjectTree*>()->selectedRuns(), (std::vector<RunId>{8, 7}));
    f.window.actions().compareView->trigger();
    QCOMPARE(f.window.workbench().comparison().runs().front().run, RunId{7}); // the oldest
    QCOMPARE(f.window.workbench().comparison().runs().back().run, RunId{8});
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestCompare)
#include "tst_compare.moc"
