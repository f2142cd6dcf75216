// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/dual_bound.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace nestloom::milp {

namespace {

constexpr double kRounding = 0x1p-48; // of a sum of thousands of products, of the sum of their sizes

/// A sum of numbers, and how far it may be above the true one.
struct RoundedSum {
    double value = 0, size = 0;
    void add(double term)
    {
        value += term;
        size += std::abs(term);
    }
    double atLeast() const { return value - kRounding * size; }
};

/// The least of y * x for lower <= x <= upper, when y is only known to be within `error`.
double leastProduct(double y, double error, double lower, double upper)
{
    const double low = y - error, high = y + error;
    const auto product = [](double a, double b) { return a == 0 ? 0.0 : a * b; }; // 0 * infinity is 0 here
    return std::min({product(low, lower), product(low, upper), product(high, lower), product(high, upper)});
}

std::optional<double> leastValue(const Model& model, std::span<const double> prices, bool withObjective)
{
    if (prices.size() != model.rows().size()
        || !std::ranges::all_of(prices, [](double price) { return std::isfinite(price); }))
        return std::nullopt;
    std::vector<RoundedSum> reduced(model.variables().size()); // c - y A
    if (withObjective)
        for (const auto& [variable, cost] : model.objective())
            reduced[variable.value].add(cost);
    RoundedSum sum;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const Row& row = model.rows()[i];
        if (prices[i] == 0 || !std::isfinite(prices[i] > 0 ? row.lower : row.upper))
            continue; // a price on a side that there is not proves nothing: as if it were 0
        sum.add(prices[i] * (prices[i] > 0 ? row.lower : row.upper));
        for (const auto& [variable, coefficient] : row.terms)
            reduced[variable.value].add(-prices[i] * coefficient);
    }
    for (std::size_t i = 0; i < reduced.size(); ++i) {
        const Variable& variable = model.variables()[i];
        const double error =
            reduced[i].size > std::abs(reduced[i].value) ? kRounding * reduced[i].size : 0.0; // a single term is exact
        sum.add(leastProduct(reduced[i].value, error, variable.lower, variable.upper));
    }
    const double least = sum.atLeast();
    return std::isfinite(least) ? std::optional(least) : std::nullopt;
}

} // namespace

std::optional<double> dualBound(const Model& model, std::span<const double> prices)
{
    const auto least = leastValue(model, prices, true);
    return least ? std::optional(*least + model.objectiveConstant()) : std::nullopt;
}

bool provesInfeasible(const Model& model, std::span<const double> prices)
{
    for (const Row& row : model.rows())
        if (row.terms.empty() && (row.lower > 0 || row.upper < 0))
            return true; // solvers drop such rows, and have no price for them
    return leastValue(model, prices, false).value_or(0) > 0;
}

namespace {

constexpr double kWhole = 1e-6; // nearer to a whole number than this there is nothing to branch on

struct Range {
    VariableId variable;
    double lower = 0, upper = 0;
};

/// A part of the space: ranges of variables, the last one of each holds.
struct Part {
    double bound = -kInfinity;
    std::vector<Range> ranges;
    friend bool operator<(const Part& a, const Part& b) { return a.bound > b.bound; } // least first
};

/// The integer that is farthest from whole.
std::optional<VariableId> mostFractional(const Model& model, const Assignment& values)
{
    std::optional<VariableId> found;
    double most = kWhole;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const double distance = std::abs(values[i] - std::round(values[i]));
            model.variables()[i].integer && distance > most) {
            most = distance;
            found = VariableId{std::uint32_t(i)};
        }
    return found;
}

} // namespace

Result<double> branchingBound(Model model, double target, std::int64_t nodes,
                              const std::function<Result<SolveOutcome<Assignment>>(const Model&)>& ask)
{
    std::priority_queue<Part> open;
    open.push({});
    for (std::int64_t node = 0; node < nodes && !open.empty() && open.top().bound < target; ++node) {
        Part part = open.top();
        std::vector<Range> before;
        for (const Range& range : part.ranges) {
            Variable& variable = model.variable(range.variable);
            before.push_back({range.variable, variable.lower, variable.upper});
            variable.lower = range.lower;
            variable.upper = range.upper;
        }
        const auto answer = ask(model);
        const auto branch = answer && answer->solution ? mostFractional(model, *answer->solution) : std::nullopt;
        const Variable split = branch ? model.variable(*branch) : Variable{};
        for (auto range = before.rbegin(); range != before.rend(); ++range) {
            model.variable(range->variable).lower = range->lower;
            model.variable(range->variable).upper = range->upper;
        }
        if (!answer)
            return answer.error();
        part.bound =
            std::max(part.bound,
                     answer->status == SolveStatus::Infeasible ? kInfinity : answer->stats.bound.value_or(-kInfinity));
        open.pop();
        if (part.bound >= target)
            continue;
        if (!branch) { // a point, or nothing to go on with: no more can be proven than this
            open.push(std::move(part));
            break;
        }
        const double at = std::floor((*answer->solution)[branch->value]);
        Part above = part;
        part.ranges.push_back({*branch, split.lower, at});
        above.ranges.push_back({*branch, at + 1, split.upper});
        open.push(std::move(part));
        open.push(std::move(above));
    }
    return open.empty() ? target : std::min(target, open.top().bound);
}

} // namespace nestloom::milp
