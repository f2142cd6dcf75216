// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/milp/process_solver.h"
#include "tests/app/solver/random_models.h"
#include "tests/engine/milp/exhaustive_solver.h"
#include "tests/engine/milp/print_lp.h"

#include <QTest>

#include <atomic>
#include <bit>
#include <thread>

using namespace nestloom;
using namespace nestloom::milp;
using nestloom::testing::makeHardModel;
using nestloom::testing::makeTinyModel;
using std::chrono::milliseconds;

namespace {

double objectiveOf(const Model& model, const Assignment& assignment)
{
    double value = model.objectiveConstant();
    for (const auto& [variable, coefficient] : model.objective())
        value += coefficient * assignment[variable.value];
    return value;
}

bool holds(const Model& model, const Assignment& assignment)
{
    for (const Row& row : model.rows()) {
        double sum = 0;
        for (const auto& [variable, coefficient] : row.terms)
            sum += coefficient * assignment[variable.value];
        if (sum < row.lower - 1e-5 || sum > row.upper + 1e-5)
            return false;
    }
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        const Variable& variable = model.variables()[i];
        if (assignment[i] < variable.lower || assignment[i] > variable.upper)
            return false;
        if (variable.integer && assignment[i] != std::round(assignment[i]))
            return false;
    }
    return true;
}

ProcessSolver makeSolver() { return ProcessSolver({findSolverProgram()}); }

} // namespace

class TestProcessSolver : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTryingEveryPoint();
    void theRelaxationIsNeverAboveTheOptimum();
    void anImpossibleModelIsInfeasible();
    void anEmptyModelCostsItsConstant();
    void aModelWithoutIntegersIsALinearProgram();
    void anObjectiveWithoutLowerBoundHasNoSolution();
    void coefficientsThatClpCannotTakeAreAnAnswer();
    void staysWithinTheGapsThatWereAllowed();
    void cancelAnswersWithinASecondAndKeepsTheIncumbent();
    void aCancelBeforeTheStartIsObeyed();
    void theTimeLimitIsElapsedTimeAndIsNamed();
    void theNodeLimitGivesTheSameBytesTwice();
    void equalModelsGiveEqualBytes();
    void progressNamesBoundAndIncumbent();
    void theSolversCpuTimeIsCounted();
};

void TestProcessSolver::agreesWithTryingEveryPoint()
{
    Rng rng(20);
    ProcessSolver solver = makeSolver();
    tests::ExhaustiveSolver oracle;
    int infeasible = 0;
    for (int i = 0; i < 200; ++i) {
        const Model model = makeTinyModel(rng);
        SolverParameters parameters;
        parameters.presolve = i % 4 != 0;
        const auto found = solver.solve(model, parameters, {});
        const auto wanted = oracle.solve(model, {}, {});
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(wanted);
        const std::string lp = printLp(model);
        QVERIFY2(found->status == wanted->status, lp.c_str());
        if (found->status == SolveStatus::Infeasible) {
            ++infeasible;
            QVERIFY(!found->reason.empty());
            continue;
        }
        const double objective = objectiveOf(model, *found->solution);
        QVERIFY2(holds(model, *found->solution), lp.c_str());
        QVERIFY2(std::abs(objective - objectiveOf(model, *wanted->solution)) < 1e-5, lp.c_str());
        QVERIFY2(*found->stats.bound <= objective && *found->stats.bound > objective - 1e-4, lp.c_str());
    }
    QVERIFY(infeasible > 10 && infeasible < 190); // both answers were asked for
}

void TestProcessSolver::theRelaxationIsNeverAboveTheOptimum()
{
    Rng rng(21);
    ProcessSolver solver = makeSolver();
    SolverParameters relaxed;
    relaxed.relaxationOnly = true;
    int belowByMuch = 0;
    for (int i = 0; i < 60; ++i) {
        const Model model = makeTinyModel(rng);
        const auto bound = solver.solve(model, relaxed, {});
        const auto optimum = solver.solve(model, {}, {});
        QVERIFY(bound && optimum);
        if (optimum->status == SolveStatus::Infeasible)
            continue;
        QCOMPARE(bound->status, SolveStatus::Optimal);
        const double objective = objectiveOf(model, *optimum->solution);
        QVERIFY(*bound->stats.bound <= objective + 1e-6);
        belowByMuch += *bound->stats.bound < objective - 0.1;
    }
    QVERIFY(belowByMuch > 5); // else it was not the relaxation
}

void TestProcessSolver::anImpossibleModelIsInfeasible()
{
    Model model;
    const VariableId x = model.addVariable(0, 10, true, "x");
    model.addEqual(LinearExpression().add(x, 2), 5, "odd"); // feasible as a linear program only
    model.minimize(LinearExpression().add(x, 1));
    ProcessSolver solver = makeSolver();
    const auto outcome = solver.solve(model, {}, {});
    QVERIFY(outcome);
    QCOMPARE(outcome->status, SolveStatus::Infeasible);
    QVERIFY(!outcome->solution);

    Model broken;
    broken.addVariable(0, 1, false, "x");
    broken.addGreaterEqual(LinearExpression(2), 3, "two is at least three");
    const auto other = solver.solve(broken, {}, {});
    QVERIFY(other);
    QCOMPARE(other->status, SolveStatus::Infeasible);
}

void TestProcessSolver::anEmptyModelCostsItsConstant()
{
    Model model;
    model.minimize(LinearExpression(7));
    ProcessSolver solver = makeSolver();
    const auto outcome = solver.solve(model, {}, {});
    QVERIFY(outcome && outcome->solution);
    QCOMPARE(*outcome->stats.bound, 7.0);
}

void TestProcessSolver::aModelWithoutIntegersIsALinearProgram()
{
    Model model;
    const VariableId x =
        model.addVariable(0, 1000, false, "x"); // with an open side, rounding would leave no bound that is checked
    const VariableId y = model.addVariable(-1000, 1000, false, "y");
    model.addGreaterEqual(LinearExpression().add(x, 2).add(y, 1), 1, "a");
    model.addGreaterEqual(LinearExpression().add(x, -1).add(y, 1), -2, "b");
    model.minimize(LinearExpression(10).add(x, 1).add(y, 1)); // corner: x = 1, y = -1
    ProcessSolver solver = makeSolver();
    const auto outcome = solver.solve(model, {}, {});
    QVERIFY(outcome && outcome->solution);
    QCOMPARE(outcome->status, SolveStatus::Optimal);
    QCOMPARE((*outcome->solution)[x.value], 1.0);
    QCOMPARE((*outcome->solution)[y.value], -1.0);
    QVERIFY(*outcome->stats.bound <= 10 && *outcome->stats.bound > 10 - 1e-6); // less what rounding may have added
}

void TestProcessSolver::anObjectiveWithoutLowerBoundHasNoSolution()
{
    Model model;
    const VariableId x = model.addVariable(-kInfinity, 3, true, "x");
    model.minimize(LinearExpression().add(x, 1));
    ProcessSolver solver = makeSolver();
    const auto outcome = solver.solve(model, {}, {});
    QVERIFY(outcome);
    QCOMPARE(outcome->status, SolveStatus::NoSolutionFound);
    QCOMPARE(outcome->reason, std::string("the objective has no lower bound"));
    QVERIFY(!outcome->stats.bound);
}

void TestProcessSolver::coefficientsThatClpCannotTakeAreAnAnswer()
{
    for (const bool inRow : {false, true}) {
        Model model;
        const VariableId x = model.addVariable(1, 3, true, "x");
        if (inRow)
            model.addGreaterEqual(LinearExpression().add(x, 1e26), 2, "row");
        model.minimize(LinearExpression().add(x, inRow ? 1 : 1e26));
        ProcessSolver solver = makeSolver();
        const auto outcome = solver.solve(model, {}, {});
        QVERIFY(outcome);
        QCOMPARE(outcome->status, SolveStatus::NoSolutionFound);
        QCOMPARE(outcome->reason, std::string("the model has coefficients beyond 1e20"));
    }
}

void TestProcessSolver::staysWithinTheGapsThatWereAllowed()
{
    ProcessSolver solver = makeSolver();
    const Model model = makeHardModel(3, 1);
    const auto exact = solver.solve(model, {}, {});
    QVERIFY(exact);
    QCOMPARE(exact->status, SolveStatus::Optimal);
    const double optimum = objectiveOf(model, *exact->solution);
    SolverParameters loose;
    loose.absoluteGap = 5;
    const auto absolute = solver.solve(model, loose, {});
    QVERIFY(absolute);
    QCOMPARE(absolute->status, SolveStatus::Optimal);
    QVERIFY(objectiveOf(model, *absolute->solution) <= optimum + 5 + 1e-6);
    QVERIFY(*absolute->stats.bound <= optimum + 1e-6);
    QVERIFY(absolute->stats.nodes <= exact->stats.nodes);

    // The gap is relative to the objective with its constant.
    Model shifted = model;
    LinearExpression objective(1000);
    for (const auto& [variable, coefficient] : model.objective())
        objective.add(variable, coefficient);
    shifted.minimize(objective);
    SolverParameters tenPercent;
    tenPercent.relativeGap = 0.1;
    const auto relative = solver.solve(shifted, tenPercent, {});
    QVERIFY(relative);
    QCOMPARE(relative->status, SolveStatus::Optimal);
    const double value = objectiveOf(shifted, *relative->solution);
    QVERIFY(value - *relative->stats.bound <= 0.1 * value);
    QVERIFY(relative->stats.nodes < exact->stats.nodes);
}

void TestProcessSolver::cancelAnswersWithinASecondAndKeepsTheIncumbent()
{
    ProcessSolver solver = makeSolver();
    const Model model = makeHardModel(6, 3);
    std::stop_source stop;
    std::atomic<bool> hasIncumbent = false;
    std::chrono::steady_clock::time_point asked;
    std::thread canceller([&] {
        while (!hasIncumbent)
            std::this_thread::sleep_for(milliseconds(5));
        std::this_thread::sleep_for(milliseconds(200)); // into the middle of the search
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    RunControl control;
    control.stop = stop.get_token();
    control.timeLimit = std::chrono::seconds(60);
    control.onProgress = [&](const Progress& progress) { hasIncumbent = hasIncumbent || progress.incumbent; };
    const auto outcome = solver.solve(model, {}, control);
    const auto answered = std::chrono::steady_clock::now();
    hasIncumbent = true;
    canceller.join();
    QVERIFY(outcome);
    QCOMPARE(outcome->cause, StopCause::Cancelled);
    QCOMPARE(outcome->status, SolveStatus::Feasible);
    QVERIFY(holds(model, *outcome->solution));
    QVERIFY(*outcome->stats.bound <= objectiveOf(model, *outcome->solution));
    QVERIFY2(answered - asked < milliseconds(1000),
             qPrintable(QString::number((answered - asked) / milliseconds(1)) + QStringLiteral(" ms")));

    // The same process goes on working.
    Model easy;
    const VariableId x = easy.addVariable(0.5, 9, true, "x");
    easy.minimize(LinearExpression().add(x, 1));
    const auto next = solver.solve(easy, {}, {});
    QVERIFY(next && next->solution);
    QCOMPARE(next->solution->front(), 1.0);
}

void TestProcessSolver::aCancelBeforeTheStartIsObeyed()
{
    ProcessSolver solver = makeSolver();
    std::stop_source stop;
    stop.request_stop();
    RunControl control;
    control.stop = stop.get_token();
    const auto outcome = solver.solve(makeHardModel(6, 4), {}, control);
    QVERIFY(outcome);
    QCOMPARE(outcome->cause, StopCause::Cancelled);
}

void TestProcessSolver::theTimeLimitIsElapsedTimeAndIsNamed()
{
    ProcessSolver solver = makeSolver();
    RunControl control;
    control.timeLimit = milliseconds(400);
    const Model model = makeHardModel(6, 5);
    const auto outcome = solver.solve(model, {}, control);
    QVERIFY(outcome);
    QCOMPARE(outcome->cause, StopCause::TimeLimit);
    QVERIFY(outcome->stats.wall >= milliseconds(395));
    QVERIFY(outcome->stats.wall < milliseconds(1400));
    QVERIFY(!outcome->solution || holds(model, *outcome->solution)); // a busy machine may not have found one yet
}

void TestProcessSolver::theNodeLimitGivesTheSameBytesTwice()
{
    const Model model = makeHardModel(5, 6);
    RunControl control;
    control.workLimit = 200;
    ProcessSolver first = makeSolver();
    const auto one = first.solve(model, {}, control);
    const auto two = first.solve(model, {}, control);
    ProcessSolver fresh = makeSolver();
    const auto three = fresh.solve(model, {}, control);
    QVERIFY(one && two && three);
    QCOMPARE(one->cause, StopCause::WorkLimit);
    QCOMPARE(one->status, SolveStatus::Feasible);
    for (const auto* other : {&*two, &*three}) {
        QVERIFY(*one->solution == *other->solution);
        QCOMPARE(std::bit_cast<std::uint64_t>(*one->stats.bound), std::bit_cast<std::uint64_t>(*other->stats.bound));
        QCOMPARE(one->stats.nodes, other->stats.nodes);
    }
}

void TestProcessSolver::equalModelsGiveEqualBytes()
{
    Rng rng(22);
    ProcessSolver solver = makeSolver();
    for (int i = 0; i < 20; ++i) {
        const Model model = makeTinyModel(rng);
        const auto one = solver.solve(model, {}, {});
        const auto two = solver.solve(model, {}, {});
        QVERIFY(one && two);
        QCOMPARE(one->status, two->status);
        QVERIFY(one->solution == two->solution);
        QVERIFY(one->stats.bound == two->stats.bound);
    }
}

void TestProcessSolver::progressNamesBoundAndIncumbent()
{
    ProcessSolver solver = makeSolver();
    RunControl control;
    control.workLimit = 200;
    bool sawBound = false;
    std::optional<double> lastIncumbent;
    control.onProgress = [&](const Progress& progress) {
        sawBound = sawBound || progress.bound;
        if (progress.incumbent)
            lastIncumbent = progress.incumbent;
    };
    const Model model = makeHardModel(6, 7);
    const auto outcome = solver.solve(model, {}, control);
    QVERIFY(outcome && outcome->solution);
    QVERIFY(sawBound);
    QVERIFY(lastIncumbent);
    QCOMPARE(*lastIncumbent, objectiveOf(model, *outcome->solution));
}

void TestProcessSolver::theSolversCpuTimeIsCounted()
{
    ProcessSolver solver = makeSolver();
    RunControl control;
    control.workLimit = 300;
    const auto busy = solver.solve(makeHardModel(6, 8), {}, control);
    const auto idle = solver.solve(Model(), {}, {});
    QVERIFY(busy && idle);
    QVERIFY(busy->stats.cpu > milliseconds(10)); // this thread only waits, the solver's work must be in it
    QVERIFY(idle->stats.cpu < busy->stats.cpu);  // and the next request must not be charged for it
}

QTEST_GUILESS_MAIN(TestProcessSolver)
#include "tst_process_solver.moc"
