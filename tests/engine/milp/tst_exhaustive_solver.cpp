// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/milp/exhaustive_solver.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::milp;

namespace {

/// max 5a + 4b + 3c with 2a + 3b + c <= 5, 4a + b + 2c <= 11, 3a + 4b + 2c <= 8 in integers 0..3:
/// (2, 0, 1) gives 13, by hand.
Model makeKnapsack()
{
    Model model;
    const VariableId a = model.addVariable(0, 3, true, "a");
    const VariableId b = model.addVariable(0, 3, true, "b");
    const VariableId c = model.addVariable(0, 3, true, "c");
    model.addLessEqual(LinearExpression().add(a, 2).add(b, 3).add(c, 1), 5, "");
    model.addLessEqual(LinearExpression().add(a, 4).add(b, 1).add(c, 2), 11, "");
    model.addLessEqual(LinearExpression().add(a, 3).add(b, 4).add(c, 2), 8, "");
    model.minimize(LinearExpression(100).add(a, -5).add(b, -4).add(c, -3));
    return model;
}

} // namespace

class TestExhaustiveSolver : public QObject {
    Q_OBJECT

private slots:
    void findsTheBestPoint();
    void saysWhenThereIsNoPoint();
    void stopsAtTheWorkLimitWithTheBestSoFar();
    void refusesModelsThatItCannotCount_data();
    void refusesModelsThatItCannotCount();
};

void TestExhaustiveSolver::findsTheBestPoint()
{
    const auto outcome = tests::ExhaustiveSolver().solve(makeKnapsack(), {}, {});
    QVERIFY(outcome && outcome->solution);
    QCOMPARE(outcome->status, SolveStatus::Optimal);
    QVERIFY(*outcome->solution == (Assignment{2, 0, 1}));
    QCOMPARE(*outcome->stats.bound, 87.0);
    QCOMPARE(outcome->stats.nodes, std::int64_t(64));
}

void TestExhaustiveSolver::saysWhenThereIsNoPoint()
{
    Model model = makeKnapsack();
    model.addGreaterEqual(LinearExpression().add(VariableId{1}, 2), 5, "b of at least 2.5");
    const auto outcome = tests::ExhaustiveSolver().solve(model, {}, {});
    QVERIFY(outcome);
    QCOMPARE(outcome->status, SolveStatus::Infeasible);
    model.variable(VariableId{0}).lower = 2.5; // and the upper bound is 3, then 2.75: no integer between
    model.variable(VariableId{0}).upper = 2.75;
    QCOMPARE(tests::ExhaustiveSolver().solve(model, {}, {})->status, SolveStatus::Infeasible);
}

void TestExhaustiveSolver::stopsAtTheWorkLimitWithTheBestSoFar()
{
    RunControl control;
    control.workLimit = 3; // points (0,0,0), (1,0,0), (2,0,0)
    const auto outcome = tests::ExhaustiveSolver().solve(makeKnapsack(), {}, control);
    QVERIFY(outcome && outcome->solution);
    QCOMPARE(outcome->status, SolveStatus::Feasible);
    QCOMPARE(outcome->cause, StopCause::WorkLimit);
    QVERIFY(*outcome->solution == (Assignment{2, 0, 0}));
    QVERIFY(!outcome->stats.bound);
}

void TestExhaustiveSolver::refusesModelsThatItCannotCount_data()
{
    QTest::addColumn<double>("upper");
    QTest::addColumn<bool>("integer");
    QTest::newRow("continuous") << 3.0 << false;
    QTest::newRow("unbounded") << double(kInfinity) << true;
    QTest::newRow("too many points") << 1e6 << true;
}

void TestExhaustiveSolver::refusesModelsThatItCannotCount()
{
    QFETCH(double, upper);
    QFETCH(bool, integer);
    Model model = makeKnapsack();
    model.addVariable(0, upper, integer, "d");
    const auto outcome = tests::ExhaustiveSolver().solve(model, {}, {});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Unsupported);
}

QTEST_APPLESS_MAIN(TestExhaustiveSolver)
#include "tst_exhaustive_solver.moc"
