// SPDX-License-Identifier: GPL-3.0-or-later
// The values and tables of the sweep pages.
#include "tests/ui/support/fake_sweeps.h"
#include "tests/ui/support/sample_sweep.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_page.h"
#include "ui/style/theme.h"
#include "ui/widgets/table_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::ui;
using explore::FieldKind;
using explore::PointStatus;

class TestSweepModels : public QObject {
    Q_OBJECT
private slots:
    void fieldsAreNamedInWords_data();
    void fieldsAreNamedInWords();
    void fieldsWithoutEffectAreNotOffered();
    void everyOfferedFieldHasItsUnit();
    void suggestedValuesCanBeRead();
    void measuresAreTheFieldsAndTheCosts();
    void aPointHasItsFigures();
    void plansHaveBytesAndNoCycles();
    void theTableSaysWhichPointsAreUndecided();
    void theTableFillsLive();
    void infeasiblePointsSayWhy();
    void pointsAreCopiedWithUnits();
    void theFrontIsMarked();
    void storedSweepsAreListed();
    void aSweepIsShownWhileItRuns();
    void anotherSweepIsShownWhileOneRuns();
    void onlyTheSweepAskedForLastIsShown();
    void aSecondSweepIsRefusedWhileOneRuns();
    void theJobsPanelHearsOfPoints();

private:
    static std::vector<explore::PointResult> points(std::initializer_list<std::size_t> indices)
    {
        std::vector<explore::PointResult> results;
        for (const std::size_t i : indices)
            results.push_back(sample::point(i));
        return results;
    }
};

void TestSweepModels::fieldsAreNamedInWords_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("title");
    QTest::newRow("level") << "levels.GlobalBuffer.capacity"
                           << "GlobalBuffer capacity";
    QTest::newRow("point in the name") << "levels.L1.5.read_bandwidth"
                                       << "L1.5 read bandwidth";
    QTest::newRow("nested key") << "levels.PE.element.weights"
                                << "PE word of weights";
    QTest::newRow("whole") << "clock"
                           << "Clock";
    QTest::newRow("MAC") << "mac.energy"
                         << "Energy per MAC";
    QTest::newRow("unknown") << "something.else"
                             << "something.else";
}

void TestSweepModels::fieldsAreNamedInWords()
{
    QFETCH(QString, path);
    QFETCH(QString, title);
    QCOMPARE(fieldTitle(path.toStdString()), title);
}

void TestSweepModels::fieldsWithoutEffectAreNotOffered()
{
    hardware::Accelerator accelerator = sample::accelerator();
    const auto offers = [&accelerator](const char* path) {
        for (const explore::Field& field : sweepableFields(accelerator))
            if (field.path == path)
                return true;
        return false;
    };
    QVERIFY(offers("levels.GlobalBuffer.element.inputs"));
    QVERIFY(!offers("levels.GlobalBuffer.element.weights")); // bypassed there
    QVERIFY(!offers("levels.DRAM.capacity"));                // unbounded
    QVERIFY(!offers("interconnect.flit"));
    accelerator.interconnect.below = "GlobalBuffer";
    QVERIFY(offers("interconnect.flit"));
    QVERIFY(offers("clock"));
}

void TestSweepModels::everyOfferedFieldHasItsUnit()
{
    for (const explore::Field& field : sweepableFields(sample::accelerator())) {
        QVERIFY2(fieldTitle(field.path) != QString::fromStdString(field.path), field.path.c_str());
        if (!field.value || field.kind == FieldKind::Count)
            continue;
        if (!explore::choices(field.kind).empty()) {
            QVERIFY2(!fieldText(field.kind, *field.value).isEmpty(), field.path.c_str());
            continue;
        }
        QVERIFY2(fieldText(field.kind, *field.value).contains(QLatin1Char(' ')), field.path.c_str());
        QVERIFY2(exactFieldText(field.kind, *field.value).contains(QLatin1Char(' ')), field.path.c_str());
        QVERIFY2(fieldTitle(field.path) != QString::fromStdString(field.path), field.path.c_str());
    }
}

void TestSweepModels::suggestedValuesCanBeRead()
{
    const FakeSweeps sweeps;
    int read = 0;
    for (const explore::Field& field : sweepableFields(sample::accelerator())) {
        const QString text = suggestedValues(field, sweeps);
        if (text.isEmpty())
            continue;
        const auto values = sweeps.parseAxis(field, text);
        const std::size_t expected = explore::choices(field.kind).empty() ? 4 : explore::choices(field.kind).size();
        QVERIFY2(values && values->values.size() == expected, qPrintable(text));
        ++read;
    }
    QVERIFY(read > 10);
    QVERIFY(suggestedValues({"levels.A.read_bandwidth", FieldKind::BytesPerCycle, {}}, sweeps).isEmpty());
}

void TestSweepModels::measuresAreTheFieldsAndTheCosts()
{
    const auto measures = measuresOf(sample::sweep());
    QCOMPARE(measures.size(), std::size_t(10));
    QCOMPARE(measures[0].title, QStringLiteral("GlobalBuffer capacity"));
    QVERIFY(measures[0].isBinary() && !measures[1].isBinary());
    for (const Measure& measure : measures)
        QVERIFY(!measure.title.isEmpty() && !measure.toolTip.isEmpty());
}

void TestSweepModels::plansHaveBytesAndNoCycles()
{
    explore::SweepInputs inputs = sample::sweep();
    inputs.memory.emplace();
    SweepPointModel model;
    model.setInputs(inputs);
    explore::PointResult planned{0, 0, explore::PointStatus::Finished, {}, {}};
    planned.plan = explore::PlanCost{Bytes{2048}, Bytes{1024}, Bytes{32'768}};
    model.addPoints({planned, sample::infeasiblePoint(1)});
    QStringList titles;
    for (int i = 0; i < model.columnCount(); ++i)
        titles << model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
    QCOMPARE(titles.mid(3).join(u','), QStringLiteral("Off-chip traffic,On-chip memory,Gap,Pareto,Status"));
    QCOMPARE(model.index(0, model.columnOf(2)).data().toString(), QStringLiteral("2 KiB"));
    QCOMPARE(model.index(0, model.columnOf(3)).data().toString(), QStringLiteral("32 KiB"));
    QCOMPARE(model.index(0, model.columnOf(4)).data().toString(), QStringLiteral("within 100.00 %"));
    QCOMPARE(model.index(1, model.columnOf(2)).data().toString(), QStringLiteral("-"));
    QVERIFY(model.isUndecided(0) && !model.isUndecided(1));
    QVERIFY2(model.description(0).contains(QStringLiteral("Proven lower bound: 1,024 B")),
             qPrintable(model.description(0)));
    QVERIFY(!model.description(0).contains(QStringLiteral("ycles")));
}

void TestSweepModels::aPointHasItsFigures()
{
    explore::SweepInputs inputs = sample::sweep();
    const auto text = [&inputs](std::size_t measure, explore::PointResult point) {
        if (point.cost)
            point.cost->seconds.reset();
        addDerived(point, inputs.space);
        const Measure m = measuresOf(inputs)[measure];
        return shortText(m, valueOf(m, inputs.space, point));
    };
    QCOMPARE(text(0, sample::point(3)), QStringLiteral("64 KiB"));
    QCOMPARE(text(1, sample::point(3)), QStringLiteral("8 B/cycle"));
    QCOMPARE(text(2, sample::point(3)), QStringLiteral("3.00 kcycle"));
    QCOMPARE(text(3, sample::point(3)), QStringLiteral("3.00 \u00b5s")); // at 1 GHz
    QCOMPARE(text(4, sample::point(3)), QStringLiteral("4.00 \u00b5J"));
    QCOMPARE(text(6, sample::point(3)), QStringLiteral("128 KiB"));
    QCOMPARE(text(7, sample::point(3)), QStringLiteral("40.0 %"));
    QCOMPARE(text(8, sample::point(2)), QStringLiteral("proven"));
    QCOMPARE(text(8, sample::point(3)), QStringLiteral("within 4.00 %"));
    QCOMPARE(text(0, sample::infeasiblePoint(3)), QStringLiteral("64 KiB"));
    QCOMPARE(text(2, sample::infeasiblePoint(3)), QStringLiteral("-"));
    inputs.space.axes[1] = {"clock", {5e8, 1e9}}; // the clock of the point, not of the base
    QCOMPARE(text(3, sample::point(2)), QStringLiteral("8.00 \u00b5s"));
}

void TestSweepModels::theTableSaysWhichPointsAreUndecided()
{
    SweepPointModel model;
    model.setInputs(sample::sweep());
    explore::PointResult nothingProven = sample::point(2);
    nothingProven.cost->gap.reset();
    model.addPoints({sample::point(0), sample::point(1), nothingProven, sample::infeasiblePoint(3)});
    const int gap = model.columnOf(8);
    QCOMPARE(model.index(0, gap).data().toString(), QStringLiteral("proven"));
    QCOMPARE(model.index(1, gap).data().toString(), QStringLiteral("within 4.00 %"));
    QCOMPARE(model.index(2, gap).data().toString(), QStringLiteral("best found"));
    QCOMPARE(model.index(3, gap).data().toString(), QStringLiteral("-"));
    QVERIFY(!model.isUndecided(0) && model.isUndecided(1) && model.isUndecided(2) && !model.isUndecided(3));
    QVERIFY2(model.description(1).contains(QStringLiteral("Undecided: further than 1.00 %")),
             qPrintable(model.description(1)));
}

void TestSweepModels::theTableFillsLive()
{
    SweepPointModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setInputs(sample::sweep());
    QCOMPARE(model.columnCount(), 1 + 10 + 2);
    model.addPoints(points({4, 1}));
    model.addPoints({});
    model.addPoints(points({0}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, model.columnOf(2)).data().toString(), QStringLiteral("2.00 kcycle"));
    QCOMPARE(model.index(0, model.columnOf(2)).data(Qt::ToolTipRole).toString(), QStringLiteral("2,000 cycles"));
    QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("first"));
    model.setInputs(sample::sweep());
    QCOMPARE(model.rowCount(), 0);
}

void TestSweepModels::infeasiblePointsSayWhy()
{
    SweepPointModel model;
    model.setInputs(sample::sweep());
    model.addPoints({sample::point(0), sample::infeasiblePoint(1)});
    const QString status = model.index(1, model.statusColumn()).data().toString();
    QVERIFY2(status.startsWith(QStringLiteral("infeasible: layer layer0: level LocalBuffer needs 3 B")),
             qPrintable(status));
    QCOMPARE(model.index(0, model.statusColumn()).data().toString(), QStringLiteral("finished"));
    QCOMPARE(model.count(PointStatus::Infeasible), 1);
    QVERIFY(model.description(1).contains(QStringLiteral("raise its capacity")));
    QVERIFY(model.description(0).contains(QStringLiteral("6,000 cycles")));
    QVERIFY(model.description(0).contains(QStringLiteral("Proven lower bound: 900 cycles")));
}

void TestSweepModels::pointsAreCopiedWithUnits()
{
    SweepPointModel model;
    model.setInputs(sample::sweep());
    model.addPoints({sample::point(0), sample::infeasiblePoint(1)});
    const QStringList lines = copyTable(model, TableFormat::Csv).split(QLatin1Char('\n'));
    QVERIFY2(lines[0].contains(QStringLiteral("GlobalBuffer capacity [B]")), qPrintable(lines[0]));
    QVERIFY2(lines[0].contains(QStringLiteral("Energy [pJ]")), qPrintable(lines[0]));
    QVERIFY2(lines[1].contains(QStringLiteral(",32768,4,6000,")), qPrintable(lines[1]));
    QVERIFY2(lines[2].contains(QStringLiteral(",32768,8,,,,,,,")), qPrintable(lines[2]));
    QVERIFY(copyTable(model, TableFormat::Markdown).contains(QStringLiteral("| 6.00 kcycle")));
}

void TestSweepModels::theFrontIsMarked()
{
    SweepPointModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setInputs(sample::sweep());
    model.addPoints(points({0, 1, 2}));
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    model.setFront({0, 2}, QStringLiteral("Cycles and Energy"));
    QVERIFY(model.headerData(model.frontColumn(), Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .contains(u"On the front in Cycles and Energy"));
    QCOMPARE(changes.count(), 1); // of all rows at once
    QVERIFY(model.isOnFront(0) && !model.isOnFront(1) && model.isOnFront(2));
    model.setFront({2}, {});
    model.setFront({2}, {});
    QCOMPARE(changes.count(), 2);
    QVERIFY(model.index(0, model.frontColumn()).data().toString().isEmpty());
}

void TestSweepModels::storedSweepsAreListed()
{
    StoredSweepModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    SweepSummary sweep{3, {}, "simba", "0.1.0", 64, 12, {}, "alexnet, resnet50"};
    model.setSweeps({sweep});
    QCOMPARE(model.index(0, StoredSweepModel::Networks).data().toString(), QStringLiteral("alexnet, resnet50"));
    QCOMPARE(model.index(0, StoredSweepModel::Points).data().toString(), QStringLiteral("12/64"));
    sweep.pointsDone = 64;
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setSweeps({sweep});
    QCOMPARE(resets.count(), 0); // the selection survives
    QCOMPARE(model.index(0, StoredSweepModel::Points).data().toString(), QStringLiteral("64"));
    QCOMPARE(model.rowOf(3), 0);
    QCOMPARE(model.rowOf(4), -1);
}

void TestSweepModels::aSweepIsShownWhileItRuns()
{
    FakeSweeps sweeps;
    ShownSweep shown(sweeps);
    QVERIFY(shown.isEmpty() && !shown.isRunning());
    QSignalSpy replaced(&shown, &ShownSweep::replaced), added(&shown, &ShownSweep::pointsAdded);
    QVERIFY(shown.start(sample::sweep()));
    QCOMPARE(replaced.count(), 1);
    QVERIFY(shown.isRunning());
    shown.setCurrent(-1);
    sweeps.finishPoints(points({0, 1}));
    QCOMPARE(added.count(), 1);
    QCOMPARE(shown.id(), SweepId(1));
    QCOMPARE(shown.points().rowCount(), 2);
    shown.cancel();
    QVERIFY(!shown.isRunning() && !shown.isComplete());
    QVERIFY(shown.resume());
    QCOMPARE(sweeps.started.size(), std::size_t(2));
    QVERIFY(sweeps.started[1].space.axes == sample::sweep().space.axes);
    QCOMPARE(shown.points().rowCount(), 0); // they are told anew
    sweeps.finishPoints(points({0, 1, 2, 3, 4, 5}));
    sweeps.end(JobState::End::Finished);
    QVERIFY(shown.isComplete());
}

void TestSweepModels::anotherSweepIsShownWhileOneRuns()
{
    FakeSweeps sweeps;
    ShownSweep shown(sweeps);
    shown.start(sample::sweep());
    sweeps.finishPoints(points({0}));
    shown.open(77);
    Q_EMIT sweeps.loaded({sample::summary(77), sample::sweep(), points({5})});
    QCOMPARE(shown.points().rowCount(), 1);
    QCOMPARE(shown.id(), SweepId(77));
    QVERIFY(shown.isAnyRunning() && !shown.isRunning());
    sweeps.finishPoints(points({1, 2})); // belong to the other one
    QCOMPARE(shown.points().rowCount(), 1);
    shown.open(1); // back to the one that runs: from memory
    QCOMPARE(sweeps.loads, std::vector<SweepId>{77});
    QCOMPARE(shown.points().rowCount(), 3);
    QVERIFY(shown.isRunning());
    sweeps.finishPoints(points({3}));
    QCOMPARE(shown.points().rowCount(), 4);
}

void TestSweepModels::onlyTheSweepAskedForLastIsShown()
{
    FakeSweeps sweeps;
    ShownSweep shown(sweeps);
    shown.open(5);
    shown.open(6);
    Q_EMIT sweeps.loaded({sample::summary(5), sample::sweep(), points({0})});
    QVERIFY(shown.isEmpty());
    Q_EMIT sweeps.loaded({sample::summary(6), sample::sweep(), points({0, 1})});
    QCOMPARE(shown.points().rowCount(), 2);
    shown.open(5);
    shown.start(sample::sweep());
    Q_EMIT sweeps.loaded({sample::summary(5), sample::sweep(), points({0})}); // a sweep was started since
    QCOMPARE(shown.points().rowCount(), 0);
}

void TestSweepModels::aSecondSweepIsRefusedWhileOneRuns()
{
    FakeSweeps sweeps;
    ShownSweep shown(sweeps);
    shown.start(sample::sweep());
    sweeps.finishPoints(points({0}));
    QVERIFY(!shown.start(sample::sweep(2)));
    QCOMPARE(shown.points().rowCount(), 1);
}

void TestSweepModels::theJobsPanelHearsOfPoints()
{
    SweepState state;
    state.job = 9;
    state.sweep = 4;
    state.title = QStringLiteral("Sweep of simba");
    state.done = 16;
    state.total = 64;
    state.left = std::chrono::milliseconds(41'000);
    const JobState job = jobState(state);
    QVERIFY(job.kind == JobState::Kind::Sweep);
    QCOMPARE(job.fraction, 0.25);
    QCOMPARE(job.run, RunId(4));
    QCOMPARE(job.layersDone, 16);
    QCOMPARE(job.phase, std::string("41.0 s left"));
}

QTEST_MAIN(TestSweepModels)
#include "tst_sweep_models.moc"
