// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/branching_bound.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace nestloom::milp {

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
            found = VariableId{static_cast<std::uint32_t>(i)};
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
