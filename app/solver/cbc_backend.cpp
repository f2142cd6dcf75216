// SPDX-License-Identifier: Apache-2.0
#include "app/solver/cbc_backend.h"

#include "app/solver/branch_and_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace nestloom::solver {

using milp::protocol::Done;
using milp::protocol::Solve;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Done makeAnswer(const Solve& request, SolveStatus status, std::string reason)
{
    Done done;
    done.request = request.request;
    done.status = status;
    done.bound = kNaN;
    done.reason = std::move(reason);
    return done;
}

void setSolution(Done& done, milp::Assignment assignment)
{
    done.hasSolution = true;
    done.assignment = std::move(assignment);
}

/// What Clp computes with; it ends the program (an assertion) for objectives from 1e25 on.
constexpr double kLargest = 1e20;

bool hasTooLarge(const milp::Model& model)
{
    const auto tooLarge = [](const auto& terms) {
        return std::ranges::any_of(terms, [](const auto& term) { return std::abs(term.second) > kLargest; });
    };
    return std::ranges::any_of(model.rows(), [&](const milp::Row& row) { return tooLarge(row.terms); })
           || tooLarge(model.objective());
}

bool hasIntegers(const milp::Model& model)
{
    return std::ranges::any_of(model.variables(), [](const milp::Variable& variable) { return variable.integer; });
}

/// For a model that has no variable (left to decide on).
Done constantAnswer(const Solve& request)
{
    Done done = makeAnswer(request, SolveStatus::Optimal, {});
    done.bound = request.model.objectiveConstant();
    setSolution(done, {});
    done.prices.assign(request.model.rows().size(), 0.0);
    return done;
}

std::vector<double> pricesOf(const OsiClpSolverInterface& solver)
{
    return {solver.getRowPrice(), solver.getRowPrice() + solver.getNumRows()};
}

/// Why a relaxation has no solution, as far as Clp tells; it does so only of a model that it has not simplified before.
std::vector<double> infeasiblePrices(OsiClpSolverInterface& solver)
{
    ClpSimplex& model = *solver.getModelPtr();
    model.dual();
    const std::unique_ptr<double[]> ray(model.status() == 1 ? model.infeasibilityRay() : nullptr);
    return ray ? std::vector<double>(ray.get(), ray.get() + model.numberRows()) : std::vector<double>();
}

/// The answer when the relaxation itself could not be solved.
Done answerWithoutRelaxation(const Solve& request, OsiClpSolverInterface& solver, const StopSignal& stop)
{
    if (stop.cause()) {
        Done done =
            makeAnswer(request, SolveStatus::NoSolutionFound, "the solver was stopped before it found a solution");
        done.cause = *stop.cause();
        return done;
    }
    if (solver.isProvenPrimalInfeasible()) {
        Done done = makeAnswer(request, SolveStatus::Infeasible, "no assignment satisfies all constraints");
        done.prices = infeasiblePrices(solver);
        return done;
    }
    if (solver.isProvenDualInfeasible())
        return makeAnswer(request, SolveStatus::NoSolutionFound, "the objective has no lower bound");
    return makeAnswer(request, SolveStatus::NoSolutionFound, "the relaxation could not be solved");
}

Done answerOf(const Solve& request, SearchResult& result, const StopSignal& stop)
{
    Done done = makeAnswer(request, SolveStatus::NoSolutionFound, {});
    done.nodes = result.nodes;
    done.bound = result.bound;
    if (stop.cause())
        done.cause = *stop.cause();
    else if (!result.complete)
        done.cause = result.nodeLimit ? StopCause::WorkLimit : StopCause::Completed;
    if (result.best) {
        done.status = result.complete ? SolveStatus::Optimal : SolveStatus::Feasible;
        setSolution(done, std::move(*result.best));
    } else if (result.complete) {
        done.status = SolveStatus::Infeasible;
        done.bound = kNaN;
        done.reason = "no assignment of the integer variables satisfies all constraints";
    } else {
        done.reason = done.cause == StopCause::WorkLimit ? "the node limit was reached before a solution was found"
                      : stop.cause()                     ? "the solver was stopped before it found a solution"
                                     : "the search ended without a solution and without a proof that there is none";
    }
    return done;
}

} // namespace

Done solveWithCbc(const Solve& request, SolveObserver& observer)
{
    const milp::Model& model = request.model;
    if (isTriviallyInfeasible(model))
        return makeAnswer(request, SolveStatus::Infeasible, "no assignment satisfies all constraints");
    if (model.variables().empty())
        return constantAnswer(request);
    if (hasTooLarge(model))
        return makeAnswer(request, SolveStatus::NoSolutionFound, "the model has coefficients beyond 1e20");

    StopSignal stop(observer, request.timeLimitMs);
    PivotHandler pivots(stop);
    OsiClpSolverInterface solver;
    load(model, solver);
    solver.getModelPtr()->passInEventHandler(&pivots);
    solver.initialSolve();
    if (!solver.isProvenOptimal() || stop.cause())
        return answerWithoutRelaxation(request, solver, stop);

    const double rootBound = solver.getObjValue() + model.objectiveConstant();
    if (request.parameters.relaxationOnly || !hasIntegers(model)) {
        Done done = makeAnswer(request, SolveStatus::Optimal, {});
        done.bound = rootBound;
        setSolution(done, {solver.getColSolution(), solver.getColSolution() + model.variables().size()});
        done.prices = pricesOf(solver);
        return done;
    }
    const std::vector<double> prices = pricesOf(solver);
    observer.onProgress(kNaN, rootBound, 0);

    const bool preprocess = request.parameters.presolve;
    SearchResult result;
    if (preprocess) {
        OsiClpSolverInterface original(solver);
        result = branchAndBound(request, original, rootBound, true, stop, observer);
    }
    if (!preprocess || (result.mappingFailed && !stop.cause()))
        result = branchAndBound(request, solver, rootBound, false, stop, observer);
    Done done = answerOf(request, result, stop);
    done.prices = prices;
    return done;
}

} // namespace nestloom::solver
