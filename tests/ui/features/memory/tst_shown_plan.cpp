// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/whole_runs.h"
#include "tests/ui/features/memory/sample_graph.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/memory/schedule_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using State = ShownPlan::State;

namespace {

struct Fixture {
    Fixture()
    {
        const auto budgets = schedule::cosma::budgets(network.graph, {});
        least = budgets->least;
        peak = budgets->peak;
        plan.setScratchpad(least);
        plan.setNetwork(network);
        plan.setActive(true);
    }
    workload::Network network = spillingNetwork();
    FakePlans planner;
    ShownPlan plan{&planner};
    Bytes least, peak;
};

} // namespace

class ShownPlanTest : public QObject {
    Q_OBJECT
private slots:
    void aHiddenPageAsksNothing()
    {
        FakePlans planner;
        ShownPlan plan(&planner);
        plan.setNetwork(spillingNetwork());
        QCOMPARE(planner.last, quint64(0));
        plan.setActive(true);
        QCOMPARE(planner.last, quint64(1));
        plan.setActive(false);
        QCOMPARE(planner.cancels, 1); // hidden
    }

    void elementsAreAsWideAsTheWordsOfTheAccelerator()
    {
        workload::Network network = spillingNetwork();
        for (workload::Tensor& tensor : network.graph.tensors)
            tensor.shape = {tensor.size.count}; // of 8 bit
        FakePlans planner;
        ShownPlan plan(&planner);
        plan.setActive(true);
        plan.setNetwork(network);
        QVERIFY(!plan.usesWords());
        QCOMPARE(plan.question().graph->tensors[1].size, network.graph.tensors[1].size);
        plan.setWords(mapping::WordWidths{{16}, {16}});
        QVERIFY(plan.usesWords());
        QCOMPARE(plan.question().graph->tensors[1].size.count, 2 * network.graph.tensors[1].size.count);
        QCOMPARE(planner.last, quint64(2)); // asked anew
        plan.setWords(mapping::WordWidths{{16}, {16}});
        QCOMPARE(planner.last, quint64(2));
        plan.useWords(false);
        QCOMPARE(plan.question().graph->tensors[1].size, network.graph.tensors[1].size);
        plan.useWords(true);
        QCOMPARE(plan.question().graph->tensors[1].size.count, 2 * network.graph.tensors[1].size.count);
        plan.setNetwork(network); // the same: nothing is asked
        QCOMPARE(planner.last, quint64(4));
    }

    void aStoredPlanSaysWhetherItsElementsAreWords()
    {
        RunRecord run = tests::memoryRun(22);
        for (workload::Tensor& tensor : run.inputs.network.graph.tensors)
            tensor.shape = {tensor.size.count}; // of 8 bit
        FakePlans planner;
        ShownPlan plan(&planner);
        plan.setWords(mapping::WordWidths{{16}, {16}});
        plan.showRun(run);
        QVERIFY(plan.isKeptGraph() && !plan.usesWords());
        run.inputs.network.graph = mapping::withWords(run.inputs.network.graph, *plan.words());
        plan.showRun(run);
        QVERIFY(plan.usesWords());
        plan.setNetwork(spillingNetwork());
        QVERIFY(!plan.isKeptGraph());
    }

    void networksWithoutAGraphSaySo()
    {
        FakePlans planner;
        ShownPlan plan(&planner);
        QCOMPARE(plan.state(), State::NoNetwork);
        workload::Network network;
        network.layers.resize(1);
        plan.setNetwork(network);
        QCOMPARE(plan.state(), State::NoGraph);
        plan.setActive(true);
        QCOMPARE(planner.last, quint64(0));
    }

    void theLastWordShowsPlanStepsAndCurve()
    {
        Fixture f;
        QCOMPARE(f.plan.state(), State::Planning);
        f.planner.answerNow(1);
        QCOMPARE(f.plan.state(), State::Planned);
        QVERIFY(f.plan.hasPlan() && f.plan.isProven() && f.plan.isCurveComplete());
        QCOMPARE(f.plan.steps().size(), f.network.graph.operators.size());
        QVERIFY(f.plan.plan().traffic.count > 0);
        QCOMPARE(f.plan.curve().front().from, f.least);
        QCOMPARE(f.plan.steps()[std::size_t(f.plan.peakStep())].used.count > 0, true);
    }

    void whatAReplacedQuestionSaysIsDropped()
    {
        Fixture f;
        f.planner.answerNow(1);
        f.plan.setScratchpad(f.peak); // replaces: the first has its answer
        QCOMPARE(f.planner.last, quint64(2));
        const Bytes before = f.plan.plan().budget;
        QSignalSpy changed(&f.plan, &ShownPlan::planChanged);
        f.planner.answerNow(1);
        f.planner.fail(1, QStringLiteral("late"));
        QCOMPARE(changed.size(), 0);
        QCOMPARE(f.plan.plan().budget, before);
        f.planner.answerNow(2);
        QCOMPARE(f.plan.plan().budget, f.peak);
        QCOMPARE(f.plan.plan().traffic.count, 0);
    }

    void whileTheSizeMovesTheNewestOneIsAskedAfterTheFirstAnswer()
    {
        Fixture f;
        f.plan.setMoving(true);
        for (int i = 1; i <= 5; ++i)
            f.plan.setScratchpad(f.least + Bytes{i});
        QCOMPARE(f.planner.last, quint64(1)); // it waits for the first answer
        schedule::cosma::PlanAnswer first;
        (void)f.planner.planner.answer(f.planner.requests.at(1).plan, {}, [&](const auto& answer) {
            if (!first.plan)
                first = answer;
        });
        f.planner.tell(1, first);
        QCOMPARE(f.planner.last, quint64(2));
        QCOMPARE(f.planner.requests.at(2).plan.scratchpad, f.least + Bytes{5});
        QVERIFY(!f.planner.curveWanted(f.planner.last));
        f.planner.answerNow(2);
        f.plan.setMoving(false);
        QCOMPARE(f.planner.last, quint64(3));
        QVERIFY(f.planner.curveWanted(f.planner.last));
    }

    void aSlowQuestionIsReplacedAfterAWhile()
    {
        Fixture f;
        f.plan.setScratchpad(f.peak);
        QTRY_COMPARE(f.planner.last, quint64(2));
        QCOMPARE(f.planner.requests.at(2).plan.scratchpad, f.peak);
    }

    void cancelKeepsTheBestSoFar()
    {
        Fixture f;
        schedule::cosma::PlanAnswer first;
        (void)f.planner.planner.answer(f.planner.requests.at(1).plan, {}, [&](const auto& answer) {
            if (!first.plan)
                first = answer;
        });
        first.ended = false;
        f.planner.tell(1, first);
        QCOMPARE(f.plan.state(), State::Planning);
        f.plan.cancel();
        QVERIFY(f.plan.isCancelled() && f.plan.hasPlan());
        QCOMPARE(f.plan.state(), State::Planned);
        f.planner.answerNow(1); // too late
        QVERIFY(f.plan.isCancelled());
    }

    void tooSmallIsInfeasible()
    {
        Fixture f;
        f.planner.answerNow(1);
        f.plan.setScratchpad(f.least - Bytes{1});
        f.planner.answerNow(2);
        QCOMPARE(f.plan.state(), State::Infeasible);
        QVERIFY(!f.plan.hasPlan() && f.plan.steps().empty() && f.plan.boxes().isEmpty());
        QCOMPARE(f.plan.budgets()->least, f.least);
    }

    void otherOptionsForgetWhatWasShown()
    {
        Fixture f;
        f.planner.answerNow(1);
        f.plan.choose({.parameters = false});
        QVERIFY(!f.plan.hasPlan() && f.plan.curve().empty() && !f.plan.budgets());
        QVERIFY(!f.planner.requests.at(f.planner.last).plan.parameters);
        f.plan.choose({.order = schedule::cosma::Order::Default});
        QCOMPARE(f.planner.requests.at(f.planner.last).plan.order, schedule::cosma::Order::Default);
        f.plan.choose({.fused = true});
        QVERIFY(f.planner.requests.at(f.planner.last).plan.fused);
    }

    void aFailureIsShownInWords()
    {
        Fixture f;
        f.planner.fail(1, QStringLiteral("operators[1].inputs is wrong"));
        QCOMPARE(f.plan.state(), State::Failed);
        QCOMPARE(f.plan.reason(), QStringLiteral("operators[1].inputs is wrong"));
    }

    void theScheduleModelKeepsTheRulesOfModels()
    {
        Fixture f;
        ScheduleModel model(f.plan);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        f.planner.answerNow(1);
        QCOMPARE(model.rowCount(), 20);
        qlonglong moved = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            for (const int column : {ScheduleModel::Spilled, ScheduleModel::Retrieved})
                moved += model.data(model.index(row, column), TableModel::ExportRole).toLongLong();
        QCOMPARE(moved, f.plan.plan().traffic.count);
        f.plan.setScratchpad(f.peak);
        f.planner.answerNow(2);
        QCOMPARE(model.rowCount(), 20);
        f.plan.setScratchpad(Bytes{1});
        f.planner.answerNow(3);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(ShownPlanTest)
#include "tst_shown_plan.moc"
