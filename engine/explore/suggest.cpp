// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/suggest.h"

#include "engine/explore/energy_cautions.h"

#include <algorithm>

namespace nestloom::explore {

namespace {

constexpr double kLeastGain = 0.001;

bool isWhole(const std::vector<schedule::LayerResult>& layers)
{
    return std::all_of(layers.begin(), layers.end(),
                       [](const auto& layer) { return layer.cost && layer.cause != StopCause::Cancelled; });
}

} // namespace

double relativeChange(const Suggestion& suggestion, Objective objective)
{
    const double before = valueOf(suggestion.before, objective), after = valueOf(suggestion.after, objective);
    return before > 0 ? after / before - 1 : 0;
}

namespace {

template <typename Gain>
std::vector<Suggestion> bestBy(std::vector<Suggestion> suggestions, const Gain& gain, std::size_t most)
{
    std::erase_if(suggestions, [&](const Suggestion& suggestion) { return !(gain(suggestion) >= kLeastGain); });
    std::stable_sort(suggestions.begin(), suggestions.end(),
                     [&](const Suggestion& a, const Suggestion& b) { return gain(a) > gain(b); });
    if (suggestions.size() > most)
        suggestions.erase(suggestions.begin() + std::ptrdiff_t(most), suggestions.end());
    return suggestions;
}

} // namespace

std::vector<Suggestion> best(std::vector<Suggestion> suggestions, Objective objective, std::size_t most)
{
    const auto gain = [objective](const Suggestion& suggestion) {
        const double change = relativeChange(suggestion, objective);
        return objective == Objective::Utilization ? change : -change;
    };
    return bestBy(std::move(suggestions), gain, most);
}

std::vector<Suggestion> best(std::vector<Suggestion> suggestions, const schedule::Goal& goal, std::size_t most)
{
    const auto figure = [&](const PointCost& cost) {
        return goal.figure(double(cost.cycles.count), cost.energy.count);
    };
    const auto gain = [&](const Suggestion& suggestion) {
        const double before = figure(suggestion.before);
        return before > 0 ? 1 - figure(suggestion.after) / before : 0;
    };
    return bestBy(std::move(suggestions), gain, most);
}

Result<std::vector<Suggestion>> suggest(const SuggestInputs& inputs, const schedule::SolverFactory& makeSolver,
                                        const RunControl& control,
                                        const std::function<void(const Suggestion&)>& onSuggestion)
{
    schedule::Starts starts;
    for (const schedule::LayerResult& result : inputs.results)
        if (result.mapping && result.index < inputs.network.layers.size())
            starts.add(inputs.network.layers[result.index], *result.mapping);
    schedule::ScheduleOptions options = inputs.options;
    options.cosa.proveWithMip = false;
    const auto map = [&](const hardware::Accelerator& accelerator) {
        return schedule::scheduleNetwork(accelerator, inputs.network, options, makeSolver, control.stop, {},
                                         {&starts, nullptr, false, {}});
    };
    std::vector<Suggestion> suggestions;
    const auto unchanged = map(inputs.accelerator);
    if (!unchanged)
        return unchanged.error();
    if (!isWhole(*unchanged))
        return suggestions; // smallestFix() is the answer then
    const PointCost before = pointCost(inputs.accelerator, *unchanged);
    const std::vector<FieldChange> changes = promisingChanges(inputs.accelerator, inputs.results);
    for (std::size_t i = 0; i < changes.size() && !control.stop.stop_requested(); ++i) {
        control.report({"suggestions", double(i + 1) / double(changes.size() + 1), {}, {}});
        const auto changed = withField(inputs.accelerator, changes[i].path, changes[i].to);
        const auto layers = changed ? map(*changed) : Result<std::vector<schedule::LayerResult>>(changed.error());
        if (!layers)
            return layers.error();
        if (!isWhole(*layers))
            continue;
        suggestions.push_back(
            {changes[i], before, pointCost(*changed, *layers), newEnergyCaution(inputs.accelerator, *changed)});
        if (onSuggestion)
            onSuggestion(suggestions.back());
    }
    return suggestions;
}

} // namespace nestloom::explore
