// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_history.h"
#include "tests/ui/support/sample_run.h"
#include "ui/parts/network_layer_model.h"
#include "ui/parts/run_list_model.h"
#include "ui/words/run_words.h"

#include <QAbstractItemModelTester>
#include <QIcon>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

RunSummary run(RunId id, RunStatus status = RunStatus::Finished) { return sample::historyRow(id, status); }

JobState job(JobId id, int done)
{
    JobState j;
    j.id = id;
    j.title = "CoSA  resnet50 on simba";
    j.layersDone = done;
    j.layerCount = 54;
    j.fraction = done / 54.0;
    j.phase = "layer2.0.conv1: local search";
    j.incumbentCycles = 1.2e6;
    j.worstGap = 0.004;
    j.elapsed = std::chrono::milliseconds(1'500);
    return j;
}

constexpr auto kStrict = QAbstractItemModelTester::FailureReportingMode::QtTest;

} // namespace

class ListModelsTest : public QObject {
    Q_OBJECT
private slots:
    void runsAreShownWithUnits();
    void runsOfTheSameNetworkAreComparedWithTheBaseline();
    void aRunThatLacksLayersSaysSoAndIsComparedWithNothing();
    void aMemoryPlanHasBytesAndNeitherCyclesNorEnergy();
    void aJobWithFailedLayersSaysSo();
    void aNewRunIsInsertedOnTopAndKeepsTheOthers();
    void aRemovedRunResetsTheList();
    void anInterruptedRunIsAWarning();
    void aNetworkShowsItsBoundsAndWeightBytes();
};

void ListModelsTest::runsAreShownWithUnits()
{
    RunListModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    model.setRuns({run(12)});
    const auto text = [&model](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(text(RunListModel::Number), u"12"_s);
    QCOMPARE(text(RunListModel::Layers), u"54/54"_s);
    QCOMPARE(text(RunListModel::CycleCount), u"12.4 Mcycle"_s);
    QCOMPARE(text(RunListModel::Energy), u"31.2 mJ"_s);
    QCOMPARE(text(RunListModel::Utilization), u"71.0 %"_s);
    QCOMPARE(model.index(0, RunListModel::CycleCount).data(Qt::ToolTipRole).toString(), u"12,400,000 cycles"_s);
}

void ListModelsTest::runsOfTheSameNetworkAreComparedWithTheBaseline()
{
    RunListModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    RunSummary faster = run(12), other = run(11);
    faster.totals->cycles = Cycles{11'160'000};
    other.networkName = "another";
    model.setRuns({faster, other, run(10)});
    const auto text = [&model](int row) { return model.index(row, RunListModel::CyclesDelta).data().toString(); };
    const auto tip = [&model](int row) {
        return model.index(row, RunListModel::CyclesDelta).data(Qt::ToolTipRole).toString();
    };
    QCOMPARE(text(0), u"-"_s);
    QCOMPARE(tip(0), u"There is no baseline."_s);
    model.setBaseline(10);
    QCOMPARE(text(0), u"-10.0 %"_s);
    QCOMPARE(tip(0), u"run 10 (baseline): 12,400,000 cycles; -10.0 %, better"_s);
    QCOMPARE(text(1), u"-"_s);
    QCOMPARE(tip(1), u"Not compared: run 10 is of network resnet50, run 11 of another."_s);
    QCOMPARE(text(2), u"baseline"_s);
    other = run(11);
    other.engine = "flexer";
    model.setRuns({faster, other, run(10)});
    QCOMPARE(text(1), u"-"_s); // figures of another model
    QVERIFY(tip(1).contains(u"of model 'tiles'"_s));
    QVERIFY(RunListModel::compare(faster, run(10), RunListModel::CyclesDelta) < 0);
}

void ListModelsTest::aRunThatLacksLayersSaysSoAndIsComparedWithNothing()
{
    RunListModel model;
    RunSummary part = run(12);
    part.totals->solved = 1;
    part.totals->cycles = Cycles{410'000};
    model.setRuns({part, run(11), run(10)});
    model.setBaseline(10);
    const auto text = [&model](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(text(RunListModel::Layers), u"1/54"_s);
    QCOMPARE(text(RunListModel::Status), u"finished, 1 of 54 layers"_s);
    QCOMPARE(text(RunListModel::CycleCount), u"410 kcycle (part)"_s);
    QCOMPARE(text(RunListModel::CyclesDelta), u"-"_s);
    QVERIFY(model.index(0, RunListModel::CyclesDelta).data(Qt::ToolTipRole).toString().contains(u"1 of 54 layers"_s));
    QCOMPARE(model.index(0, RunListModel::CycleCount).data(Qt::ToolTipRole).toString(),
             u"410,000 cycles in 1 of 54 layers"_s);
    QVERIFY(RunListModel::compare(run(11), part, RunListModel::CycleCount) < 0); // never the fastest
    model.setBaseline(12);
    QCOMPARE(model.index(1, RunListModel::CyclesDelta).data().toString(), u"-"_s);
    RunSummary summary;
    summary.status = RunStatus::Finished;
    summary.layerCount = 98;
    QVERIFY(!summary.isWhole());
    QCOMPARE(statusText(summary), u"finished, 0 of 98 layers"_s);
}

void ListModelsTest::aMemoryPlanHasBytesAndNeitherCyclesNorEnergy()
{
    RunListModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    RunSummary plan = run(12);
    plan.engine = "cosma";
    plan.kind = records::RunKind::Memory;
    plan.totals.reset();
    plan.memory = records::MemoryFigures{.scratchpad = {65536}, .traffic = {3072}, .bound = {2048}};
    model.setRuns({plan});
    const auto text = [&model](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(text(RunListModel::Model), u"memory"_s);
    QCOMPARE(text(RunListModel::OffChip), u"3 KiB"_s);
    QCOMPARE(text(RunListModel::Gap), u"50.00 %"_s);
    for (const int column : {RunListModel::CycleCount, RunListModel::Energy, RunListModel::Layers, RunListModel::Batch})
        QCOMPARE(text(column), u"-"_s);
    plan.memory->traffic = plan.memory->bound;
    model.setRuns({plan});
    QCOMPARE(text(RunListModel::Gap), u"proven least"_s);
}

void ListModelsTest::aJobWithFailedLayersSaysSo()
{
    JobState ended = job(1, 54);
    QCOMPARE(doneText(ended), u"54/54 layers"_s);
    QCOMPARE(incumbentText(ended), u"1.20 Mcycle"_s);
    ended.layersFailed = 9;
    ended.end = JobState::End::Finished;
    QCOMPARE(doneText(ended), u"45/54 layers, 9 failed"_s);
    QCOMPARE(incumbentText(ended), u"1.20 Mcycle in 45 of 54 layers"_s);
    ended.layersFailed = 54;
    QCOMPARE(incumbentText(ended), u"no layer mapped"_s);
}

void ListModelsTest::aNewRunIsInsertedOnTopAndKeepsTheOthers()
{
    RunListModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    model.setRuns({run(11), run(10)});
    const QPersistentModelIndex eleven(model.index(0, 0));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setRuns({run(12, RunStatus::Running), run(11), run(10)});
    QCOMPARE(resets.count(), 0);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(eleven.row(), 1);
    QCOMPARE(model.rowOf(10), 2);
    QCOMPARE(model.rowOf(9), -1);
}

void ListModelsTest::aRemovedRunResetsTheList()
{
    RunListModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    model.setRuns({run(12), run(11)});
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setRuns({run(12)});
    QCOMPARE(resets.count(), 1);
    QCOMPARE(model.rowCount(), 1);
}

void ListModelsTest::anInterruptedRunIsAWarning()
{
    RunListModel model;
    model.setRuns({run(12, RunStatus::Interrupted), run(11)});
    QVERIFY(!model.index(0, RunListModel::Status).data(Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(!model.index(1, RunListModel::Status).data(Qt::DecorationRole).isValid());
    QCOMPARE(model.index(0, RunListModel::Status).data().toString(), u"interrupted"_s);
}

void ListModelsTest::aNetworkShowsItsBoundsAndWeightBytes()
{
    NetworkLayerModel model;
    QAbstractItemModelTester tester(&model, kStrict);
    workload::Network network = sample::network(2);
    network.layers[1].strideP = network.layers[1].strideQ = 2;
    network.layers[0].strideP = 2;
    model.setNetwork(network);
    const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, NetworkLayerModel::FirstBound), u"3"_s);
    QCOMPARE(text(0, NetworkLayerModel::FirstBound + 2), u"56"_s);
    QCOMPARE(text(0, NetworkLayerModel::LastBound), u"1"_s);
    QCOMPARE(text(0, NetworkLayerModel::Stride), u"2 x 1"_s);
    QCOMPARE(text(1, NetworkLayerModel::Stride), u"2"_s);
    QCOMPARE(text(0, NetworkLayerModel::Macs), u"116 MMAC"_s);
    QCOMPARE(text(0, NetworkLayerModel::Weights), u"36.9 k"_s);
    QCOMPARE(model.index(0, NetworkLayerModel::Weights).data(Qt::ToolTipRole).toString(),
             u"36,864 weights\n= R 3 x S 3 x C 64 x K 64"_s);
    QVERIFY(model.index(0, NetworkLayerModel::Macs).data(Qt::ToolTipRole).toString().contains(u"P 56 x Q 56"_s));
}

QTEST_MAIN(ListModelsTest)
#include "tst_list_models.moc"
