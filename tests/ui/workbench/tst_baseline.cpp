// SPDX-License-Identifier: GPL-3.0-or-later
// The run that numbers are compared with: chosen, read, matched, remembered.
#include "tests/ui/support/stored_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/parts/headline_card.h"
#include "ui/parts/layer_table_model.h"
#include "ui/workbench/baseline.h"

#include <QAction>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

namespace nestloom::ui {

class TestBaseline : public QObject {
    Q_OBJECT
private slots:
    void theLastFinishedRunOfTheNetworkIsTheAutomaticBaseline();
    void aRunOfAnotherNetworkACancelledOneOrAPartIsNotTaken();
    void totalsAreComparedOverTheSolvedLayersOnly();
    void aPinnedRunStaysAndSurvivesARestart();
    void aPinOfAnotherStoreIsNotTaken();
    void theBaselineIsNotComparedWithItself();
    void anotherNetworkIsComparedLayerByLayerOnly();
    void anotherObjectiveIsSaid();
    void aRunOfTheSameObjectiveIsPreferred();
    void aRunOfTheSameEngineIsPreferred();
    void aPointOfASweepIsComparedWithItsBase();
    void aRunOfAnotherModelIsNotTakenByItself();
    void totalsThatCostOperatorsAreOfAnotherKind();
    void aRunThatCannotBeReadIsSaid();
    void anAnswerThatIsNoLongerWantedIsDropped();
    void theChipPinsAndUnpins();
    void differencesLeaveRoomForTheStatus_data();
    void differencesLeaveRoomForTheStatus();
};

void TestBaseline::theLastFinishedRunOfTheNetworkIsTheAutomaticBaseline()
{
    WindowFixture f;
    Baseline& baseline = f.window.workbench().baseline();
    QVERIFY(baseline.whyNothing().contains(QStringLiteral("No run is shown")));
    store(f.session, {storedRun(f.session, 7, 1000), storedRun(f.session, 8, 2000)});
    f.start();
    QCOMPARE(baseline.run(), RunId{8});
    QVERIFY(!baseline.isPinned());
    QVERIFY(baseline.record() == nullptr);
    QVERIFY(baseline.whyNothing().contains(QStringLiteral("is being read")));
    f.session.reader.answerAll();
    QVERIFY(baseline.record() != nullptr);
    QCOMPARE(baseline.name(), QStringLiteral("run 8"));
    QCOMPARE(baseline.layer(0)->cost->cycles, Cycles{2000});
    QVERIFY(baseline.layer(999) == nullptr);
    QCOMPARE(baseline.layers().layer(0)->cycles, 2000.0);

    f.window.workbench().openRun(8); // its own baseline is the one before
    f.session.answerLoad(f.session.reader.records.at(8));
    QCOMPARE(baseline.run(), RunId{7});
}

void TestBaseline::aRunOfAnotherNetworkACancelledOneOrAPartIsNotTaken()
{
    WindowFixture f;
    RunRecord cancelled = storedRun(f.session, 3, 1000);
    cancelled.summary.status = RunStatus::Cancelled;
    RunRecord other = storedRun(f.session, 4, 1000);
    other.inputs.network.name = "other";
    other.summary.networkName = "other";
    RunRecord part = storedRun(f.session, 5, 1000); // finished, but one layer failed: cheap for what it lacks
    part.layers[0].cost.reset();
    part.layers[0].status = schedule::LayerStatus::Failed;
    part.summary.totals = schedule::totals(part.inputs.accelerator, part.layers);
    store(f.session, {cancelled, other, part});
    f.start();
    QCOMPARE(f.window.workbench().baseline().run(), RunId{0});
    QVERIFY(f.window.workbench().baseline().whyNothing().contains(
        QStringLiteral("no earlier run of all layers of alexnet")));
}

void TestBaseline::totalsAreComparedOverTheSolvedLayersOnly()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000)});
    const JobId job = f.start();
    f.session.reader.answerAll();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 900));
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 2, 800));
    QTRY_COMPARE(f.run().totals().solved, std::size_t{2});
    const auto totals = f.window.workbench().baseline().totals();
    QVERIFY(totals.has_value());
    QCOMPARE(totals->cycles, Cycles{2000}); // two of the eight layers
    QCOMPARE(f.run().totals().cycles, Cycles{1700});
}

void TestBaseline::aPinnedRunStaysAndSurvivesARestart()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000), storedRun(f.session, 8, 2000)});
    f.start();
    f.window.workbench().baseline().pin(7);
    QCOMPARE(f.window.workbench().baseline().run(), RunId{7});
    QVERIFY(f.window.workbench().baseline().isPinned());

    WholeWindow again(f.session);
    f.session.setRuns(f.session.runs());
    QCOMPARE(again.workbench().baseline().run(), RunId{7});
    QVERIFY(again.workbench().baseline().isPinned());
    again.workbench().baseline().unpin();

    const WholeWindow third(f.session);
    QCOMPARE(const_cast<WholeWindow&>(third).workbench().baseline().run(), RunId{0}); // nothing shown, nothing pinned
}

void TestBaseline::aPinOfAnotherStoreIsNotTaken()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000)});
    f.window.workbench().baseline().pin(7);
    RunRecord sameNumber = storedRun(f.session, 7, 1000);
    sameNumber.summary.startedAt += std::chrono::minutes(1);
    store(f.session, {sameNumber});
    QVERIFY(!f.window.workbench().baseline().isPinned());
}

void TestBaseline::theBaselineIsNotComparedWithItself()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000)});
    f.window.workbench().openRun(7);
    f.session.answerLoad(f.session.reader.records.at(7));
    f.window.workbench().baseline().pin(7);
    f.session.reader.answerAll();
    const Baseline& baseline = f.window.workbench().baseline();
    QCOMPARE(baseline.whyNothing(), QStringLiteral("Run 7 is the baseline itself."));
    QVERIFY(!baseline.totals());
    QVERIFY(baseline.layers().isEmpty());
}

void TestBaseline::anotherNetworkIsComparedLayerByLayerOnly()
{
    WindowFixture f;
    RunRecord other = storedRun(f.session, 7, 1000);
    other.inputs.network.name = other.summary.networkName + "-short";
    other.summary.networkName = other.inputs.network.name;
    other.inputs.network.layers.pop_back();
    other.layers.pop_back();
    store(f.session, {other});
    f.window.workbench().baseline().pin(7);
    const JobId job = f.start();
    f.session.reader.answerAll();
    const std::size_t last = f.run().layers().size() - 1;
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 900));
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], last, 900));
    QTRY_COMPARE(f.run().totals().solved, std::size_t{2});
    const Baseline& baseline = f.window.workbench().baseline();
    QVERIFY(baseline.layer(0) != nullptr);
    QVERIFY(baseline.layer(last) == nullptr);
    QVERIFY(!baseline.totals());
    QVERIFY2(baseline.whyNothing().contains(QStringLiteral("1 of 2 layers have no counterpart")),
             qPrintable(baseline.whyNothing()));
}

void TestBaseline::anotherObjectiveIsSaid()
{
    WindowFixture f;
    RunRecord other = storedRun(f.session, 7, 1000);
    other.inputs.options.cosa.objective = schedule::Objective::Energy;
    store(f.session, {other});
    const JobId job = f.start();
    f.session.reader.answerAll();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 900));
    QTRY_COMPARE(f.run().totals().solved, std::size_t{1});
    QVERIFY(f.window.workbench().baseline().caution().contains(QStringLiteral("energy instead of latency")));
    const auto bound = [&f] { return f.find<HeadlineCard>("gapCard")->toolTip(); };
    QVERIFY2(bound().contains(QStringLiteral("run 7 minimised another objective")), qPrintable(bound()));
    other.inputs.options.cosa.objective = schedule::Objective::Latency;
    other.summary.id = 8;
    store(f.session, {other});
    f.session.reader.answerAll();
    QVERIFY2(!bound().contains(QStringLiteral("another objective")), qPrintable(bound()));
}

void TestBaseline::aRunOfTheSameObjectiveIsPreferred()
{
    WindowFixture f;
    RunRecord same = storedRun(f.session, 7, 1000), energy = storedRun(f.session, 8, 2000);
    same.summary.objective = "latency";
    energy.summary.objective = "energy";
    energy.inputs.options.cosa.objective = schedule::Objective::Energy;
    store(f.session, {same, energy});
    f.start(); // for latency
    QCOMPARE(f.window.workbench().baseline().run(), RunId{7});
    store(f.session, {energy});
    QCOMPARE(f.window.workbench().baseline().run(), RunId{8});
    RunRecord fused = same; // which counts other traffic
    fused.summary.id = 9;
    fused.summary.variant.fused = !f.window.workbench().options().fuseOperators;
    store(f.session, {energy, fused});
    QCOMPARE(f.window.workbench().baseline().run(), RunId{8});
}

void TestBaseline::aRunOfTheSameEngineIsPreferred()
{
    WindowFixture f;
    RunRecord search = storedRun(f.session, 8, 2000);
    search.inputs.options.engine = search.summary.engine = "hybrid";
    store(f.session, {storedRun(f.session, 7, 1000), search});
    f.start(); // CoSA, whose model hybrid has, too
    QCOMPARE(f.window.workbench().baseline().run(), RunId{7});
    RunRecord point = storedRun(f.session, 9, 1500); // kept of a sweep
    point.summary.acceleratorName = "simba, GlobalBuffer capacity 32 KiB";
    store(f.session, {storedRun(f.session, 7, 1000), search, point});
    QCOMPARE(f.window.workbench().baseline().run(), RunId{7});
    point.summary.acceleratorName = "simba*"; // the same one, edited
    store(f.session, {storedRun(f.session, 7, 1000), search, point});
    QCOMPARE(f.window.workbench().baseline().run(), RunId{9});
    store(f.session, {search});
    QCOMPARE(f.window.workbench().baseline().run(), RunId{8});
}

void TestBaseline::aPointOfASweepIsComparedWithItsBase()
{
    WindowFixture f;
    const auto named = [&f](RunId run, const char* accelerator) {
        RunRecord record = storedRun(f.session, run, 1000);
        record.inputs.accelerator.name = record.summary.acceleratorName = accelerator;
        return record;
    };
    const std::string base = storedRun(f.session, 7, 1000).inputs.accelerator.name;
    const RunRecord other = named(8, "k80"), sibling = named(9, (base + ", GlobalBuffer capacity 32 KiB").c_str()),
                    point = named(10, (base + ", GlobalBuffer capacity 64 KiB").c_str());
    const Baseline& baseline = f.window.workbench().baseline();
    store(f.session, {named(7, base.c_str()), other, sibling, point});
    f.window.workbench().openRun(10);
    f.session.answerLoad(point);
    QCOMPARE(baseline.run(), RunId{7});
    store(f.session, {named(6, "k80"), sibling, other, point});
    QCOMPARE(baseline.run(), RunId{9}); // a sibling rather than something else
}

void TestBaseline::aRunOfAnotherModelIsNotTakenByItself()
{
    WindowFixture f;
    RunRecord tiles = storedRun(f.session, 8, 1000);
    tiles.inputs.options.engine = tiles.summary.engine = "flexer";
    store(f.session, {storedRun(f.session, 7, 1000), tiles});
    f.start(); // CoSA
    Baseline& baseline = f.window.workbench().baseline();
    QCOMPARE(baseline.run(), RunId{7});
    QVERIFY(baseline.otherModel().isEmpty());
    baseline.pin(8); // asked for: told, but without a verdict
    f.session.reader.answerAll();
    QCOMPARE(baseline.otherModel(), QStringLiteral("own against tiles: different models"));
    QVERIFY(baseline.caution().contains(QStringLiteral("Changes are grey: own against tiles")));
    QCOMPARE(baseline.layers().layer(0)->otherModel, baseline.otherModel());
    baseline.unpin();
}

void TestBaseline::totalsThatCostOperatorsAreOfAnotherKind()
{
    WindowFixture f;
    RunRecord vector = storedRun(f.session, 9, 1000);
    vector.inputs.accelerator.vectorUnit = hardware::VectorUnit{};
    workload::OperatorGraph& graph = vector.inputs.network.graph;
    const TensorId input = workload::append(graph, "input", "input", {}, Bytes{8});
    workload::append(graph, "relu", "relu", {input}, Bytes{8});
    for (workload::Tensor& tensor : graph.tensors)
        tensor.shape = {8};
    store(f.session, {storedRun(f.session, 7, 1000), vector});
    const JobId job = f.start();
    const std::size_t layers = vector.layers.size();
    for (std::size_t i = 0; i < layers; ++i) // what lies between layers counts with all of them only
        f.session.finishLayer(job, solvedLayer(f.session.requests[job], i, 900));
    QTRY_COMPARE(f.run().totals().solved, layers);
    Baseline& baseline = f.window.workbench().baseline();
    baseline.pin(7);
    f.session.reader.answerAll();
    QVERIFY2(baseline.totals().has_value(), qPrintable(baseline.whyNothing()));
    QVERIFY(baseline.otherTotals().isEmpty());
    baseline.pin(9);
    f.session.reader.answerAll();
    QVERIFY2(baseline.totals().has_value(), qPrintable(baseline.whyNothing()));
    QCOMPARE(baseline.otherTotals(), QStringLiteral("run 9 costs vector operators, this one does not"));
    QVERIFY(baseline.otherModel().isEmpty()); // layers are as they were
    QVERIFY(baseline.caution().contains(baseline.otherTotals()));
    baseline.unpin();
}

void TestBaseline::aRunThatCannotBeReadIsSaid()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000)});
    f.session.reader.records.clear();
    f.start();
    f.session.reader.answerAll();
    QCOMPARE(f.window.workbench().baseline().whyNothing(), QStringLiteral("store: no such run"));
}

void TestBaseline::anAnswerThatIsNoLongerWantedIsDropped()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000), storedRun(f.session, 8, 2000)});
    f.start();                              // asks for run 8
    f.window.workbench().baseline().pin(7); // and now for run 7
    QCOMPARE(f.session.reader.asked(), std::size_t{2});
    f.session.reader.answerNext();
    QVERIFY(f.window.workbench().baseline().record() == nullptr);
    f.session.reader.answerNext();
    QCOMPARE(f.window.workbench().baseline().record()->summary.id, RunId{7});
}

void TestBaseline::theChipPinsAndUnpins()
{
    WindowFixture f;
    store(f.session, {storedRun(f.session, 7, 1000), storedRun(f.session, 8, 2000)});
    auto* chip = f.find<QToolButton>("baselineChip");
    QCOMPARE(chip->text(), QStringLiteral("no baseline"));
    f.start();
    QCOMPARE(chip->text(), QStringLiteral("baseline: run 8, automatic"));
    chip->click();
    QCOMPARE(chip->text(), QStringLiteral("baseline: run 8  x"));
    chip->click();
    QVERIFY(!f.window.workbench().baseline().isPinned());

    f.window.workbench().openRun(7);
    f.session.answerLoad(f.session.reader.records.at(7));
    auto* pin = f.find<QAction>("pinBaseline");
    QVERIFY(pin->isEnabled());
    pin->trigger();
    QCOMPARE(chip->text(), QStringLiteral("baseline: run 7  x"));
    f.find<QAction>("unpinBaseline")->trigger();
    QCOMPARE(chip->text(), QStringLiteral("no baseline"));
}

void TestBaseline::differencesLeaveRoomForTheStatus_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("showsBound");
    QTest::newRow("1280x768") << QSize(1280, 768) << false; // the gap says as much
    QTest::newRow("1366x768") << QSize(1366, 768) << true;  // of layers with short names
}

void TestBaseline::differencesLeaveRoomForTheStatus()
{
    QFETCH(QSize, size);
    QFETCH(bool, showsBound);
    applyTheme(*qApp, ThemeKind::Light); // the font that decides what fits
    WindowFixture f;
    f.window.resize(size);
    store(f.session, {storedRun(f.session, 7, 123'456)});
    const JobId job = f.start();
    for (std::size_t i = 0; i < f.run().layers().size(); ++i)
        f.session.finishLayer(job, solvedLayer(f.session.requests[job], i, 112'896));
    f.session.end(job, JobState::End::Finished);
    f.session.reader.answerAll();
    const auto* table = f.find<QTableView>("layerTable");
    QVERIFY(!table->isColumnHidden(LayerTableModel::CyclesDelta));
    QTRY_COMPARE(!table->isColumnHidden(LayerTableModel::LowerBound), showsBound);
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(table->columnWidth(LayerTableModel::Status) > 0);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestBaseline)
#include "tst_baseline.moc"
