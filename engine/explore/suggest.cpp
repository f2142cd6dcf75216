// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/suggest.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/cost/mesh_model.h"
#include "engine/explore/design_space.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <cmath>

namespace nestloom::explore {

namespace {

using hardware::Accelerator;
using hardware::BufferLevel;
using schedule::LayerResult;

/// What sets the cycles and takes the energy of all results, as shares of 1.
struct Shares {
    double compute = 0;
    double mesh = 0; // of cycles that ports and columns of the mesh set, which wider flits shorten
    std::vector<double> read, write, energy; // by level

    Shares(const Accelerator& accelerator, const std::vector<LayerResult>& results)
        : read(accelerator.levels.size()), write(read), energy(read)
    {
        double cycles = 0, picojoules = 0;
        for (const LayerResult& result : results) {
            if (!result.cost || result.cost->levels.size() != read.size())
                continue;
            const auto took = double(result.cost->cycles.count);
            const cost::Bottleneck& bound = result.cost->bottleneck;
            (bound.kind == cost::Bottleneck::Kind::Compute    ? compute
             : bound.kind == cost::Bottleneck::Kind::ReadPort ? read.at(bound.level)
                                                              : write.at(bound.level)) += took;
            if (result.cost->model == cost::Model::Mesh && bound.kind != cost::Bottleneck::Kind::Compute
                && bound.text != name(cost::MeshPart::DramBus) && bound.text != name(cost::MeshPart::DramBusIn))
                mesh += took;
            cycles += took;
            for (std::size_t i = 0; i < energy.size(); ++i)
                energy[i] += result.cost->levels[i].energy.count;
            picojoules += result.cost->energy.count;
        }
        compute /= std::max(1.0, cycles);
        mesh /= std::max(1.0, cycles);
        for (std::size_t i = 0; i < read.size(); ++i) {
            read[i] /= std::max(1.0, cycles);
            write[i] /= std::max(1.0, cycles);
            energy[i] /= picojoules > 0 ? picojoules : 1;
        }
    }
};

std::string percent(double share) { return fixedNumber(100 * share, 0) + " %"; }

/// Collects changes with what they may bring; one field and direction is listed once, with what promises most.
class Wishes {
public:
    explicit Wishes(const Accelerator& accelerator) : m_accelerator(accelerator) {}

    void add(const std::string& path, bool up, double promise, const std::string& reason)
    {
        const Result<Field> known = field(m_accelerator, path);
        if (!known || !known->value || !(*known->value > 0) || promise < 0.01)
            return;
        const double one = known->kind == FieldKind::BytesPerSecond ? 1e9 : 1; // 12.8 GB/s become 16 GB/s
        const double to = (up ? nextUp(*known->value / one) : nextDown(*known->value / one)) * one;
        if (!(to >= 1) || !usable(path, to))
            return;
        const FieldChange change{path, known->kind, *known->value, to, reason};
        const auto same = std::ranges::find_if(
            m_wishes, [&](const Wish& wish) { return wish.change.path == path && wish.change.to == to; });
        if (same == m_wishes.end())
            m_wishes.push_back({change, promise});
        else if (same->promise < promise)
            *same = {change, promise};
    }

    std::vector<FieldChange> best(std::size_t most)
    {
        std::ranges::stable_sort(m_wishes, [](const Wish& a, const Wish& b) { return a.promise > b.promise; });
        std::vector<FieldChange> changes;
        for (std::size_t i = 0; i < std::min(most, m_wishes.size()); ++i)
            changes.push_back(m_wishes[i].change);
        return changes;
    }

private:
    struct Wish {
        FieldChange change;
        double promise = 0; // share of the cost it is aimed at
    };
    bool usable(const std::string& path, double to) const
    {
        const Result<Accelerator> changed = withField(m_accelerator, path, to);
        return changed && hardware::check(*changed).empty();
    }

    const Accelerator& m_accelerator;
    std::vector<Wish> m_wishes;
};

std::string pathOf(const BufferLevel& level, const char* key) { return "levels." + level.name + "." + key; }

/// Larger tiles inside a level travel through it less often; the nearest level inside helps most.
void growInside(Wishes& wishes, const Accelerator& accelerator, std::size_t level, double promise,
                const std::string& reason)
{
    for (std::size_t i = level + 1; i < accelerator.levels.size(); ++i, promise *= 0.7)
        wishes.add(pathOf(accelerator.levels[i], "capacity"), true, promise, reason);
}

void aimAtCycles(Wishes& wishes, const Accelerator& accelerator, const Shares& shares)
{
    wishes.add("interconnect.flit", true, shares.mesh, "the mesh sets " + percent(shares.mesh) + " of the cycles");
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevel& level = accelerator.levels[i];
        for (const bool reads : {true, false}) {
            const double share = reads ? shares.read[i] : shares.write[i];
            const std::string reason =
                level.name + (reads ? " read" : " write") + " sets " + percent(share) + " of the cycles";
            wishes.add(pathOf(level, reads ? "read_bandwidth" : "write_bandwidth"), true, share, reason);
            growInside(wishes, accelerator, i, 0.6 * share, reason);
        }
        const std::string reason = "compute sets " + percent(shares.compute) + " of the cycles";
        if (level.fanout.columns > 1)
            wishes.add(pathOf(level, "fanout.columns"), true, shares.compute, reason);
        if (level.fanout.rows > 1)
            wishes.add(pathOf(level, "fanout.rows"), true, 0.9 * shares.compute, reason);
    }
}

void aimAtEnergyAndArea(Wishes& wishes, const Accelerator& accelerator, const Shares& shares)
{
    const double onChip = std::max(1.0, double(accelerator.onChipBytes().count));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevel& level = accelerator.levels[i];
        const std::string reason = level.name + " takes " + percent(shares.energy[i]) + " of the energy";
        growInside(wishes, accelerator, i, 0.5 * shares.energy[i], reason);
        if (!level.capacity)
            continue;
        const double bytes = double(level.capacity->count * accelerator.instances(i)) / onChip;
        wishes.add(pathOf(level, "capacity"), false, 0.5 * shares.energy[i], reason);
        wishes.add(pathOf(level, "capacity"), false, 0.3 * bytes,
                   level.name + " is " + percent(bytes) + " of the bytes on chip");
    }
}

} // namespace

double nextUp(double value)
{
    const double next = std::exp2(std::floor(std::log2(value)) + 1);
    return next >= 1.25 * value ? next : 2 * next;
}

double nextDown(double value)
{
    const double next = std::exp2(std::ceil(std::log2(value)) - 1);
    return next <= value / 1.25 ? next : next / 2;
}

std::vector<FieldChange> promisingChanges(const Accelerator& accelerator, const std::vector<LayerResult>& results,
                                          std::size_t most)
{
    const Shares shares(accelerator, results);
    Wishes wishes(accelerator);
    aimAtCycles(wishes, accelerator, shares);
    aimAtEnergyAndArea(wishes, accelerator, shares);
    return wishes.best(most);
}

namespace {

constexpr double kLeastGain = 0.001;

bool isWhole(const std::vector<schedule::LayerResult>& layers)
{
    return std::ranges::all_of(layers,
                               [](const auto& layer) { return layer.cost && layer.cause != StopCause::Cancelled; });
}

} // namespace

double relativeChange(const Suggestion& suggestion, Objective objective)
{
    const double before = valueOf(suggestion.before, objective), after = valueOf(suggestion.after, objective);
    return before > 0 ? after / before - 1 : 0;
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
    std::erase_if(suggestions, [&](const Suggestion& suggestion) { return !(gain(suggestion) >= kLeastGain); });
    std::ranges::stable_sort(suggestions, [&](const Suggestion& a, const Suggestion& b) { return gain(a) > gain(b); });
    const auto steps = [](double change) { return std::round(change / kLeastGain); };
    const auto rows = collect(suggestions, [&](const Suggestion& one) {
        return std::vector{-steps(gain(one)), steps(relativeChange(one, Objective::Cycles)),
                           steps(relativeChange(one, Objective::Energy)),
                           steps(relativeChange(one, Objective::OnChipBytes)), steps(one.macUnits)};
    });
    std::vector<Suggestion> different;
    for (const std::size_t at : nonDominated(rows))
        if (different.size() < most)
            different.push_back(std::move(suggestions[at]));
    return different;
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
    TRY(const auto unchanged, map(inputs.accelerator));
    if (!isWhole(unchanged))
        return suggestions;
    const PointCost before = pointCost(inputs.accelerator, inputs.network, options, unchanged);
    const std::vector<FieldChange> changes = promisingChanges(inputs.accelerator, inputs.results);
    for (std::size_t i = 0; i < changes.size() && !control.stop.stop_requested(); ++i) {
        control.report({"suggestions", double(i + 1) / double(changes.size() + 1), {}, {}});
        const auto changed = withField(inputs.accelerator, changes[i].path, changes[i].to);
        const auto layers = changed ? map(*changed) : Result<std::vector<schedule::LayerResult>>(changed.error());
        if (!layers || !isWhole(*layers)) // an accelerator that cannot be, or that the engine does not serve
            continue;
        suggestions.push_back({changes[i], before, pointCost(*changed, inputs.network, options, *layers),
                               newEnergyCaution(inputs.accelerator, *changed),
                               double(changed->macUnits()) / double(inputs.accelerator.macUnits())});
        if (onSuggestion)
            onSuggestion(suggestions.back());
    }
    return suggestions;
}

} // namespace nestloom::explore
