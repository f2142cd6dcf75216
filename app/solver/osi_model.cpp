// SPDX-License-Identifier: Apache-2.0
#include "app/solver/osi_model.h"

#include <algorithm>
#include <cmath>

namespace nestloom::solver {

namespace {

constexpr double kTolerance = 1e-6;
constexpr double kIntegerSlack = 1e-9; // a bound of 2.9999999999 means 3

double lowerBound(const milp::Variable& variable)
{
    return variable.integer ? std::ceil(variable.lower - kIntegerSlack) : variable.lower;
}

double upperBound(const milp::Variable& variable)
{
    return variable.integer ? std::floor(variable.upper + kIntegerSlack) : variable.upper;
}

double osiBound(double bound, double infinity) { return std::clamp(bound, -infinity, infinity); }

CoinPackedMatrix matrixOf(const milp::Model& model)
{
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> lengths;
    std::vector<int> columns;
    std::vector<double> coefficients;
    for (const milp::Row& row : model.rows()) {
        for (const auto& [variable, coefficient] : row.terms) {
            columns.push_back(int(variable.value));
            coefficients.push_back(coefficient);
        }
        lengths.push_back(int(row.terms.size()));
        starts.push_back(static_cast<CoinBigIndex>(columns.size()));
    }
    constexpr bool kByRow = false;
    return {kByRow,
            int(model.variables().size()),
            int(model.rows().size()),
            static_cast<CoinBigIndex>(columns.size()),
            coefficients.data(),
            columns.data(),
            starts.data(),
            lengths.data()};
}

} // namespace

void load(const milp::Model& model, OsiClpSolverInterface& solver)
{
    const double infinity = solver.getInfinity();
    std::vector<double> lower, upper, rowLower, rowUpper;
    for (const milp::Variable& variable : model.variables()) {
        lower.push_back(osiBound(lowerBound(variable), infinity));
        upper.push_back(osiBound(upperBound(variable), infinity));
    }
    for (const milp::Row& row : model.rows()) {
        rowLower.push_back(osiBound(row.lower, infinity));
        rowUpper.push_back(osiBound(row.upper, infinity));
    }
    std::vector<double> objective(model.variables().size(), 0.0);
    for (const auto& [variable, coefficient] : model.objective())
        objective[variable.value] = coefficient;

    solver.messageHandler()->setLogLevel(0);
    solver.setHintParam(OsiDoReducePrint, true, OsiHintTry);
    solver.loadProblem(matrixOf(model), lower.data(), upper.data(), objective.data(), rowLower.data(), rowUpper.data());
    for (std::size_t i = 0; i < model.variables().size(); ++i) {
        if (model.variables()[i].integer)
            solver.setInteger(int(i));
    }
}

double objectiveValue(const milp::Model& model, const milp::Assignment& assignment)
{
    double value = model.objectiveConstant();
    for (const auto& [variable, coefficient] : model.objective())
        value += coefficient * assignment[variable.value];
    return value;
}

std::optional<milp::Assignment> checkedAssignment(const milp::Model& model, const double* values)
{
    milp::Assignment assignment(values, values + model.variables().size());
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        const milp::Variable& variable = model.variables()[i];
        const double slack = kTolerance * std::max(1.0, std::abs(assignment[i]));
        if (variable.integer)
            assignment[i] = std::round(assignment[i]);
        if (!std::isfinite(assignment[i]) || assignment[i] < lowerBound(variable) - slack
            || assignment[i] > upperBound(variable) + slack)
            return std::nullopt;
        assignment[i] = std::clamp(assignment[i], lowerBound(variable), upperBound(variable));
    }
    for (const milp::Row& row : model.rows()) {
        double sum = 0;
        double size = 1;
        for (const auto& [variable, coefficient] : row.terms) {
            const double term = coefficient * assignment[variable.value];
            sum += term;
            size = std::max(size, std::abs(term));
        }
        if (sum < row.lower - kTolerance * size || sum > row.upper + kTolerance * size)
            return std::nullopt;
    }
    return assignment;
}

bool isTriviallyInfeasible(const milp::Model& model)
{
    const auto isEmpty = [](const milp::Variable& variable) { return lowerBound(variable) > upperBound(variable); };
    const auto cannotHold = [](const milp::Row& row) {
        return row.lower > row.upper || (row.terms.empty() && (row.lower > 0 || row.upper < 0));
    };
    return std::ranges::any_of(model.variables(), isEmpty) || std::ranges::any_of(model.rows(), cannotHold);
}

} // namespace nestloom::solver
