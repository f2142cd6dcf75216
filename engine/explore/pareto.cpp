// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/pareto.h"

#include "engine/base/text.h"
#include "engine/hardware/accelerator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace nestloom::explore {

namespace {

constexpr std::array<std::string_view, 9> kNames{"cycles", "energy",         "edp",   "on-chip-bytes", "utilisation",
                                                 "area",   "off-chip-bytes", "power", "time"};

bool dominates(const std::vector<double>& a, const std::vector<double>& b)
{
    bool better = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i])
            return false;
        better = better || a[i] < b[i];
    }
    return better;
}

} // namespace

std::string_view name(Objective objective) { return kNames[std::size_t(objective)]; }

std::optional<Objective> objective(std::string_view name) { return valueNamed<Objective>(kNames, name); }

std::vector<Objective> objectivesOf(const SweepInputs& inputs)
{
    if (inputs.memory)
        return {Objective::Traffic, Objective::OnChipBytes};
    const bool byTime = sweepsClock(inputs.space);
    return {byTime ? Objective::Time : Objective::Cycles,
            Objective::OnChipBytes,
            Objective::Energy,
            Objective::Edp,
            Objective::Utilization,
            Objective::Power,
            Objective::Area,
            byTime ? Objective::Cycles : Objective::Time};
}

std::vector<Objective> picturedObjectives(const SweepInputs& inputs)
{
    const bool variesMemory = std::ranges::any_of(
        inputs.space.axes, [&](const Axis& axis) { return kindOf(inputs.space, axis) == FieldKind::Bytes; });
    const std::vector<Objective> all = objectivesOf(inputs);
    return {all[0], inputs.memory || variesMemory ? all[1] : Objective::Energy};
}

bool sweepsClock(const DesignSpace& space)
{
    return sweeps(space, "clock") || std::ranges::find(space.links, "clock", &LinkedField::path) != space.links.end();
}

std::string whyNotBy(const SweepInputs& inputs, Objective objective)
{
    const auto known = objectivesOf(inputs);
    if (std::ranges::find(known, objective) == known.end())
        return "points of engine " + inputs.engine() + " have no " + std::string(name(objective));
    if (objective == Objective::Cycles && sweepsClock(inputs.space))
        return "the points differ in their clock, so that fewer cycles may take longer; compare by time";
    if (objective == Objective::Area && !hardware::chipArea(inputs.space.base))
        return "the area of " + inputs.space.base.name + " is not known: its area table does not say it all";
    return {};
}

double valueOf(const PointResult& result, Objective objective)
{
    if (result.plan && objective == Objective::Traffic)
        return double(result.plan->traffic.count);
    if (result.plan && objective == Objective::OnChipBytes)
        return double(result.plan->scratchpad.count);
    return result.cost ? valueOf(*result.cost, objective) : std::nan("");
}

double valueOf(const PointCost& cost, Objective objective)
{
    switch (objective) {
    case Objective::Cycles: return double(cost.cycles.count);
    case Objective::Energy: return cost.energy.count;
    case Objective::Edp: return cost.edpJouleSeconds;
    case Objective::OnChipBytes: return double(cost.onChip.count);
    case Objective::Utilization: return cost.utilization;
    case Objective::Area: return cost.area ? cost.area->count : std::nan("");
    case Objective::Power: { // J / s; the time is that of the EDP
        const double joules = cost.energy.count * 1e-12;
        return cost.edpJouleSeconds > 0 ? joules * joules / cost.edpJouleSeconds : std::nan("");
    }
    case Objective::Time: return cost.seconds.value_or(std::nan(""));
    case Objective::Traffic: break;
    }
    return std::nan("");
}

bool keeps(const PointResult& result, const std::vector<Limit>& limits)
{
    return std::ranges::all_of(limits, [&](const Limit& limit) {
        const double value = valueOf(result, limit.objective);
        return limit.objective == Objective::Utilization ? value >= limit.value : value <= limit.value;
    });
}

std::vector<std::size_t> nonDominated(const std::vector<std::vector<double>>& rows)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::ranges::none_of(rows[i], [](double value) { return std::isnan(value); }))
            order.push_back(i);
    // In lexicographic order a row can be dominated by earlier ones only, so the front never shrinks.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
    std::vector<std::size_t> front;
    for (const std::size_t i : order)
        if (std::ranges::none_of(front, [&](std::size_t other) { return dominates(rows[other], rows[i]); }))
            front.push_back(i);
    std::ranges::sort(front);
    return front;
}

std::vector<std::size_t> nonDominatedPairs(const std::vector<std::array<double, 2>>& rows)
{
    // The front so far: the second column falls as the first rises. Most rows need no more than one look into it.
    std::map<double, double> steps;
    for (const auto& [x, y] : rows) {
        if (std::isnan(x) || std::isnan(y))
            continue;
        auto next = steps.upper_bound(x);
        if (next != steps.begin() && std::prev(next)->second <= y)
            continue; // dominated, or there already
        while (next != steps.end() && next->second >= y)
            next = steps.erase(next);
        steps.insert_or_assign(next, x, y);
    }
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const auto step = steps.find(rows[i][0]); step != steps.end() && step->second == rows[i][1])
            front.push_back(i);
    return front;
}

namespace {

/// The optimal results of one network, and what they are compared by.
struct NetworkFront {
    std::vector<std::size_t> indices;
    std::vector<std::vector<double>> rows;
};

std::map<std::size_t, NetworkFront> frontsOf(const std::vector<PointResult>& results,
                                             const std::vector<Objective>& objectives, const std::vector<Limit>& limits)
{
    std::map<std::size_t, NetworkFront> networks;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!keeps(results[i], limits))
            continue;
        std::vector<double> row;
        for (const Objective each : objectives)
            row.push_back(valueOf(results[i], each) * (each == Objective::Utilization ? -1 : 1));
        NetworkFront& all = networks[results[i].network];
        all.indices.push_back(i);
        all.rows.push_back(std::move(row));
    }
    for (auto& [network, all] : networks) {
        NetworkFront front;
        for (const std::size_t i : nonDominated(all.rows)) {
            front.indices.push_back(all.indices[i]);
            front.rows.push_back(std::move(all.rows[i]));
        }
        all = std::move(front);
    }
    return networks;
}

} // namespace

std::vector<std::size_t> paretoFront(const std::vector<PointResult>& results, const std::vector<Objective>& objectives,
                                     const std::vector<Limit>& limits)
{
    std::vector<std::size_t> optimal;
    for (const auto& [network, front] : frontsOf(results, objectives, limits))
        optimal.insert(optimal.end(), front.indices.begin(), front.indices.end());
    std::ranges::sort(optimal);
    return optimal;
}

std::vector<std::size_t> knees(const std::vector<PointResult>& results, const std::vector<Objective>& objectives,
                               const std::vector<Limit>& limits)
{
    std::vector<std::size_t> found;
    if (objectives.size() != 2)
        return found;
    for (const auto& [network, front] : frontsOf(results, objectives, limits))
        if (const auto knee = kneeOf(front.rows))
            found.push_back(front.indices[*knee]);
    std::ranges::sort(found);
    return found;
}

std::optional<FrontLine> lineOf(const std::vector<std::vector<double>>& front)
{
    if (front.empty())
        return std::nullopt;
    const auto least = [&](std::size_t figure) {
        return *std::ranges::min_element(
            front, {}, [figure](const std::vector<double>& row) { return std::pair(row[figure], row[1 - figure]); });
    };
    const std::vector<double> first = least(0), last = least(1);
    if (!(first[0] < last[0] && last[1] < first[1]))
        return std::nullopt;
    return FrontLine{{first[0], first[1]}, {last[0], last[1]}};
}

std::optional<std::size_t> kneeOf(const std::vector<std::vector<double>>& front)
{
    const auto line = lineOf(front);
    std::optional<std::size_t> knee;
    double farthest = 1e-9;
    for (std::size_t i = 0; line && i < front.size(); ++i)
        if (const double below = line->below(front[i]); below > farthest) {
            farthest = below;
            knee = i;
        }
    return knee;
}

} // namespace nestloom::explore
