// SPDX-License-Identifier: Apache-2.0
// What prices prove by arithmetic, whoever names them.
#include "engine/base/rng.h"
#include "engine/milp/dual_bound.h"
#include "tests/engine/milp/exhaustive_solver.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::milp;

namespace {

/// minimise 2 x + 3 y + 1 with x + y >= 4, x - y <= 2, 0 <= x, y <= 10: best at (3, 1), 10, with prices 2.5 and -0.5.
Model small()
{
    Model model;
    const VariableId x = model.addVariable(0, 10, true, "x"), y = model.addVariable(0, 10, true, "y");
    model.addGreaterEqual(LinearExpression().add(x, 1).add(y, 1), 4, "sum");
    model.addLessEqual(LinearExpression().add(x, 1).add(y, -1), 2, "difference");
    model.minimize(LinearExpression(1).add(x, 2).add(y, 3));
    return model;
}

Model randomModel(Rng& rng)
{
    Model model;
    std::vector<VariableId> variables;
    LinearExpression objective(double(rng.below(5)));
    for (std::uint64_t i = 0; i < 2 + rng.below(3); ++i) {
        variables.push_back(model.addVariable(-double(rng.below(3)), double(1 + rng.below(4)), true, "x"));
        objective.add(variables.back(), double(rng.below(11)) - 5);
    }
    for (std::uint64_t i = 0; i < 1 + rng.below(4); ++i) {
        LinearExpression row;
        for (const VariableId variable : variables)
            row.add(variable, double(rng.below(7)) - 3);
        const double lower = double(rng.below(9)) - 6;
        model.addRange(row, rng.below(4) == 0 ? -kInfinity : lower,
                       rng.below(4) == 0 ? kInfinity : lower + double(rng.below(5)), "row");
    }
    model.minimize(objective);
    return model;
}

std::vector<double> randomPrices(Rng& rng, const Model& model)
{
    std::vector<double> prices;
    for (std::size_t i = 0; i < model.rows().size(); ++i)
        prices.push_back((double(rng.below(4001)) - 2000) / 700);
    return prices;
}

} // namespace

class TestDualBound : public QObject {
    Q_OBJECT
private slots:
    void theBestPricesProveTheOptimum()
    {
        const std::vector<double> best{2.5, -0.5};
        QVERIFY(std::abs(*dualBound(small(), best) - 10) < 1e-9);
        QVERIFY(*dualBound(small(), best) <= 10);
    }

    void otherPricesProveLess()
    {
        const std::vector<double> none{0, 0}, some{2, 0}, wrongSide{2, 5};
        QVERIFY(std::abs(*dualBound(small(), none) - 1) < 1e-9);
        QVERIFY(std::abs(*dualBound(small(), some) - 9) < 1e-9);
        QVERIFY(std::abs(*dualBound(small(), wrongSide) - 9) < 1e-9); // the second row has no lower side
    }

    void whatProvesNothingIsNoBound()
    {
        const std::vector<double> tooFew{1}, notFinite{1, std::numeric_limits<double>::quiet_NaN()}, zero{0, 0};
        QVERIFY(!dualBound(small(), {}));
        QVERIFY(!dualBound(small(), tooFew));
        QVERIFY(!dualBound(small(), notFinite));
        Model open;
        open.addVariable(0, kInfinity, false, "x");
        open.minimize(LinearExpression().add(VariableId{0}, -1));
        QVERIFY(!dualBound(open, {})); // falls without end
    }

    void noPricesProveMoreThanIsTrue()
    {
        Rng rng(4);
        tests::ExhaustiveSolver oracle;
        int feasible = 0, infeasible = 0, proven = 0;
        for (int i = 0; i < 300; ++i) {
            const Model model = randomModel(rng);
            const auto truth = oracle.solve(model, {}, {});
            QVERIFY(truth);
            feasible += truth->solution ? 1 : 0;
            infeasible += truth->solution ? 0 : 1;
            for (int j = 0; j < 30; ++j) {
                const auto prices = randomPrices(rng, model);
                const auto bound = dualBound(model, prices);
                QVERIFY(bound);
                if (truth->solution) {
                    QVERIFY2(*bound <= *truth->stats.bound,
                             qPrintable(QStringLiteral("%1 > %2").arg(*bound).arg(*truth->stats.bound)));
                    QVERIFY(!provesInfeasible(model, prices));
                } else {
                    proven += provesInfeasible(model, prices) ? 1 : 0;
                }
            }
        }
        QVERIFY(feasible > 50 && infeasible > 30 && proven > 30);
    }

    void branchingProvesWhatTheRelaxationCannot()
    {
        // 2 x + 2 y >= 3 in whole numbers: the relaxation says 1.5, the truth is 2
        Model model;
        const VariableId x = model.addVariable(0, 5, true, "x"), y = model.addVariable(0, 5, true, "y");
        model.addGreaterEqual(LinearExpression().add(x, 2).add(y, 2), 3, "row");
        model.minimize(LinearExpression().add(x, 1).add(y, 1));
        int asked = 0;
        const auto ask = [&](const Model& part) -> Result<SolveOutcome<Assignment>> {
            ++asked;
            const double lowerX = part.variables()[0].lower, upperX = part.variables()[0].upper;
            const double lowerY = part.variables()[1].lower, upperY = part.variables()[1].upper;
            SolveOutcome<Assignment> outcome; // x as small as it may be, y what is missing
            const double missing = std::max(lowerY, 1.5 - lowerX);
            const std::vector<double> price{lowerX + lowerY < 1.5 ? 0.5 : 0.0};
            outcome.stats.bound = dualBound(part, price);
            if (missing > upperY) {
                const double more = std::min(upperX, 1.5 - upperY);
                if (more + upperY < 1.5 - 1e-9) {
                    const std::vector<double> ray{1.0};
                    outcome.status =
                        provesInfeasible(part, ray) ? SolveStatus::Infeasible : SolveStatus::NoSolutionFound;
                    return outcome;
                }
                outcome.solution = Assignment{more, upperY};
            } else {
                outcome.solution = Assignment{lowerX, missing};
            }
            outcome.status = SolveStatus::Optimal;
            return outcome;
        };
        QVERIFY(std::abs(*branchingBound(model, 2, 1, ask) - 1.5) < 1e-9);
        QVERIFY(*branchingBound(model, 1.9, 50, ask) >= 1.9);
        QVERIFY(*branchingBound(model, 2.5, 50, ask) <= 2); // a point ends it
        QVERIFY(asked < 60);
    }
};

QTEST_GUILESS_MAIN(TestDualBound)
#include "tst_dual_bound.moc"
