// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/constraints.h"

#include <algorithm>
#include <array>

namespace nestloom::mapping {

namespace {

using hardware::Accelerator;

template <typename... F>
struct Overloaded : F... {
    using F::operator()...;
};

std::string letters(const std::vector<LoopDimension>& dimensions)
{
    std::string text;
    for (const LoopDimension d : dimensions)
        text += std::string(" ") + workload::letter(d);
    return text;
}

std::string tensorNames(TensorSet tensors)
{
    std::string text;
    for (const TensorRole role : kTensorRoles)
        if (tensors.contains(role))
            text += " " + std::string(name(role));
    return text;
}

std::string body(const BoundConstraint& bound)
{
    constexpr std::array<std::string_view, 3> relations{"=", "<=", ">="};
    std::string text = bound.of == BoundOf::Spatial ? "spatial " : bound.of == BoundOf::Tile ? "tile " : "";
    if (bound.dimension)
        text += std::string(1, workload::letter(*bound.dimension)) + " ";
    return text + std::string(relations[static_cast<std::size_t>(bound.relation)]) + " "
           + (bound.value ? std::to_string(*bound.value) : "all");
}

std::string body(const LoopsConstraint& loops)
{
    if (loops.only)
        return (loops.spatial ? "spatial only" : "only") + letters(loops.dimensions);
    return (loops.spatial ? "no spatial" : loops.dimensions.empty() ? "no temporal" : "no") + letters(loops.dimensions);
}

std::string body(const OrderConstraint& order)
{
    std::string text = "order";
    for (std::size_t i = 0; i <= order.dimensions.size(); ++i) {
        if (order.others == i)
            text += " ...";
        if (i < order.dimensions.size())
            text += std::string(" ") + workload::letter(order.dimensions[i]);
    }
    return text;
}

std::string levelNames(const Accelerator& accelerator)
{
    std::string names;
    for (const hardware::BufferLevel& level : accelerator.levels)
        names += (names.empty() ? "" : ", ") + level.name;
    return names;
}

TensorRole tensorOf(Dataflow dataflow)
{
    return dataflow == Dataflow::OutputStationary  ? TensorRole::Outputs
           : dataflow == Dataflow::InputStationary ? TensorRole::Inputs
                                                   : TensorRole::Weights;
}

std::size_t innermostKeeper(const Accelerator& accelerator, TensorRole tensor)
{
    std::size_t level = accelerator.levels.size() - 1;
    while (level > 0 && !accelerator.levels[level].keeps.contains(tensor))
        --level;
    return level;
}

/// The level with the most children: the array of PEs.
std::size_t arrayLevel(const Accelerator& accelerator)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < accelerator.levels.size(); ++i)
        if (accelerator.levels[i].fanout.count() > accelerator.levels[best].fanout.count())
            best = i;
    return best;
}

std::string dataflowProblem(const Accelerator& accelerator, Dataflow dataflow)
{
    if (dataflow == Dataflow::RowStationary) {
        const std::size_t array = arrayLevel(accelerator);
        if (accelerator.levels[array].fanout.count() == 1 || array + 1 == accelerator.levels.size())
            return accelerator.name + " has no array of PEs with buffers, which the row stationary dataflow needs";
        return {};
    }
    const TensorRole tensor = tensorOf(dataflow);
    if (innermostKeeper(accelerator, tensor) > 0)
        return {};
    return "no level of " + accelerator.name + " inside " + accelerator.levels.front().name + " keeps "
           + std::string(name(tensor)) + ", so they cannot stay in place";
}

/// Loops of the levels from the next outer keeper of the tensor up to its innermost one leave the tile there in place.
std::vector<Constraint> stationary(const Accelerator& accelerator, TensorRole tensor)
{
    const std::size_t keeper = innermostKeeper(accelerator, tensor);
    std::vector<Constraint> meaning;
    for (std::size_t i = keeper; i-- > 0;) {
        meaning.insert(meaning.begin(), {accelerator.levels[i].name, StationaryConstraint{tensor}});
        if (accelerator.levels[i].keeps.contains(tensor))
            break;
    }
    return meaning;
}

/// Filter rows go down the array, output rows along its diagonals, channels fill what is left; each PE keeps whole rows
/// of the filter and slides over a row of inputs (Chen et al., Eyeriss, ISCA 2016, section V).
std::vector<Constraint> rowStationary(const Accelerator& accelerator)
{
    using enum LoopDimension;
    const std::size_t array = arrayLevel(accelerator);
    const std::string& name = accelerator.levels[array].name;
    return {{name, LoopsConstraint{true, true, {S, Q, C, K}}},
            {name, BoundConstraint{BoundOf::Spatial, S, Relation::Equal, std::nullopt}},
            {accelerator.levels[array + 1].name, BoundConstraint{BoundOf::Tile, R, Relation::Equal, std::nullopt}}};
}

} // namespace

std::string_view name(Dataflow dataflow)
{
    constexpr std::array<std::string_view, 4> names{"weight stationary", "output stationary", "input stationary",
                                                    "row stationary"};
    return names[static_cast<std::size_t>(dataflow)];
}

std::string print(const Constraint& constraint)
{
    const std::string head = constraint.level + ": ";
    return std::visit(
        Overloaded{
            [&](const StationaryConstraint& s) { return head + "stationary " + std::string(name(s.tensor)); },
            [&](const KeepConstraint& k) { return head + (k.keep ? "keep" : "bypass") + tensorNames(k.tensors); },
            [&](const DataflowConstraint& d) { return "dataflow: " + std::string(name(d.dataflow)); },
            [&](const auto& other) { return head + body(other); }},
        constraint.what);
}

std::string constraintProblem(const Accelerator& accelerator, const Constraint& constraint)
{
    if (const auto* dataflow = std::get_if<DataflowConstraint>(&constraint.what))
        return dataflowProblem(withBypasses(accelerator), dataflow->dataflow);
    const auto level = accelerator.findLevel(constraint.level);
    if (!level)
        return accelerator.name + " has no level '" + constraint.level + "'; its levels are " + levelNames(accelerator);
    const auto* keeps = std::get_if<KeepConstraint>(&constraint.what);
    if (keeps && !keeps->keep && level->value == 0)
        return "nothing can bypass the outermost level " + constraint.level;
    return {};
}

std::vector<Constraint> meaningOf(const Accelerator& accelerator, const Constraint& constraint)
{
    const auto* dataflow = std::get_if<DataflowConstraint>(&constraint.what);
    if (!dataflow)
        return {constraint};
    const Accelerator kept = withBypasses(accelerator);
    if (dataflow->dataflow == Dataflow::RowStationary)
        return rowStationary(kept);
    return stationary(kept, tensorOf(dataflow->dataflow));
}

Result<std::vector<Constraint>> parseConstraints(const Accelerator& accelerator, const std::vector<std::string>& lines)
{
    std::vector<Constraint> constraints;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isBlankConstraint(lines[i]))
            continue;
        const std::string where = "constraint " + std::to_string(i + 1);
        auto constraint = parseConstraint(lines[i]);
        if (!constraint)
            return Error{ErrorCode::InvalidInput, constraint.error().message, where};
        if (std::string problem = constraintProblem(accelerator, *constraint); !problem.empty())
            return Error{ErrorCode::InvalidInput, "'" + print(*constraint) + "': " + problem, where};
        constraints.push_back(*std::move(constraint));
    }
    return constraints;
}

Accelerator withConstraints(const Accelerator& accelerator, const std::vector<std::string>& lines)
{
    Accelerator result = accelerator;
    result.constraints.insert(result.constraints.end(), lines.begin(), lines.end());
    return result;
}

Accelerator withBypasses(const Accelerator& accelerator)
{
    Accelerator result = accelerator;
    for (const std::string& line : accelerator.constraints) {
        const auto constraint = parseConstraint(line);
        const auto* keeps = constraint ? std::get_if<KeepConstraint>(&constraint->what) : nullptr;
        const auto level = keeps && !keeps->keep ? accelerator.findLevel(constraint->level) : std::nullopt;
        if (!level || level->value == 0)
            continue;
        for (const TensorRole role : kTensorRoles)
            if (keeps->tensors.contains(role))
                result.levels[level->value].keeps = result.levels[level->value].keeps.without(role);
    }
    return result;
}

} // namespace nestloom::mapping
