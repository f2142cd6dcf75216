// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/why_not.h"

#include "engine/mapping/changes.h"
#include "engine/mapping/feasibility.h"
#include "engine/mapping/verify.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

using Answer = Feasibility::Answer;
using Lines = std::vector<std::string>;

Answer answerWith(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Lines& lines)
{
    hardware::Accelerator other = accelerator;
    other.constraints = lines;
    return findFeasible(other, layer).answer;
}

/// What is left when no line can be left out without a mapping coming into being.
Lines minimalConflict(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    Lines left;
    for (const std::string& line : accelerator.constraints)
        if (!isBlankConstraint(line))
            left.push_back(line);
    for (std::size_t i = left.size(); i-- > 0;) { // later lines first: those of a run before those of its accelerator
        Lines fewer = left;
        fewer.erase(fewer.begin() + std::ptrdiff_t(i));
        if (answerWith(accelerator, layer, fewer) == Answer::No)
            left = fewer;
    }
    return left;
}

std::string quoted(const Lines& lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "'" : i + 1 == lines.size() ? " and '" : ", '") + lines[i] + "'";
    return text;
}

/// "; 5 does not divide K = 64", for one constraint that asks for such a factor.
std::string indivisible(const workload::Layer& layer, const Lines& conflict)
{
    const auto constraint = conflict.size() == 1 ? parseConstraint(conflict.front()) : Result<Constraint>(Error{});
    const auto* bound = constraint ? std::get_if<BoundConstraint>(&constraint->what) : nullptr;
    if (!bound || !bound->dimension || !bound->value || bound->relation != Relation::Equal)
        return {};
    const std::int64_t whole = layer.bounds[*bound->dimension];
    return whole % *bound->value == 0 ? std::string()
                                      : "; " + std::to_string(*bound->value) + " does not divide "
                                            + workload::letter(*bound->dimension) + " = " + std::to_string(whole);
}

std::string described(const std::vector<Shortage>& shortages)
{
    std::string text;
    for (const Shortage& shortage : shortages) {
        std::string tiles;
        for (const TensorRole role : kTensorRoles)
            if (shortage.tiles[role].count > 0)
                tiles += (tiles.empty() ? "" : ", ") + std::string(name(role)) + " "
                         + std::to_string(shortage.tiles[role].count) + " B";
        text += "; level " + shortage.level + " would need " + std::to_string(shortage.needed.count) + " B (" + tiles
                + ") and holds " + std::to_string(shortage.available.count) + " B";
    }
    return text;
}

std::string helps(const std::vector<Change>& changes)
{
    std::string text;
    for (const Change& change : changes)
        text += (text.empty() ? "; what helps: " : ", or ") + change.text;
    return text.empty() ? "; no single change helps" : text;
}

} // namespace

std::optional<WhyNot> whyNot(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    const Answer answer = findFeasible(accelerator, layer).answer;
    if (answer == Answer::Yes)
        return std::nullopt;
    WhyNot why;
    if (answer == Answer::Unknown) {
        why.proven = false;
        why.message =
            "no mapping that keeps the constraints was found, and that there is none could not be proven; ease one of "
            + quoted(accelerator.constraints);
        return why;
    }
    why.constraints = minimalConflict(accelerator, layer);
    why.changes = smallestChanges(accelerator, layer, why.constraints, why.shortages);
    if (why.constraints.empty()) {
        why.message = explainInfeasible(accelerator, layer).value_or(Infeasibility{}).message;
        return why;
    }
    why.message = (why.constraints.size() == 1 ? "no mapping keeps " : "no mapping keeps all of ")
                  + quoted(why.constraints) + indivisible(layer, why.constraints) + described(why.shortages)
                  + helps(why.changes);
    return why;
}

} // namespace nestloom::mapping
