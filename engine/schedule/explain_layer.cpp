// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/explain_layer.h"

#include "engine/cost/explain.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <array>

namespace nestloom::schedule {

namespace {

using cost::Formula;
using cost::Unit;
using Operation = Formula::Operation;

Formula dramBytes(const cost::CostedMapping& costed)
{
    Formula bytes = cost::explainLevelBytes(costed, 0);
    bytes.source = "the outermost level";
    return bytes;
}

const std::string kOfTiles = "counted from the schedule of tiles";

Formula tensorEnergy(TensorRole role, const cost::TensorAccesses& accesses)
{
    const auto elements = [](const char* name, double count) {
        return cost::given(name, count, Unit::Elements, kOfTiles);
    };
    Formula energy = cost::given(std::string(nestloom::name(role)), accesses.energy.count, Unit::Picojoules,
                                 "of these elements, see the accelerator for the energy of an access");
    energy.parts = {elements("read", accesses.reads), elements("filled", accesses.fills),
                    elements("updated", accesses.updates)};
    std::erase_if(energy.parts, [](const Formula& part) { return part.value == 0; });
    return energy;
}

/// By MAC units, level and tensor.
Formula energyOfTiles(const cost::LayerCost& cost)
{
    std::vector<Formula> parts;
    if (cost.macEnergy.count != 0)
        parts.push_back(cost::given("MAC", cost.macEnergy.count, Unit::Picojoules, "of the MAC units"));
    for (const cost::LevelCost& level : cost.levels) {
        std::vector<Formula> tensors;
        for (const TensorRole role : kTensorRoles)
            if (const auto& accesses = level.tensors[role]; accesses && accesses->energy.count != 0)
                tensors.push_back(tensorEnergy(role, *accesses));
        if (level.leakage.count != 0)
            tensors.push_back(cost::given("leakage", level.leakage.count, Unit::Picojoules, "over the whole layer"));
        if (!tensors.empty())
            parts.push_back(cost::made(level.level, Unit::Picojoules, Operation::Sum, std::move(tensors)));
    }
    return cost::made("energy", Unit::Picojoules, Operation::Sum, std::move(parts));
}

/// What a cost without a loop nest says.
Formula stated(const LayerResult& result, Figure figure, Hertz clock)
{
    const std::string& source = kOfTiles;
    switch (figure) {
    case Figure::Energy: return energyOfTiles(*result.cost);
    case Figure::Utilization: return cost::given("utilisation", result.cost->utilization, Unit::None, source);
    case Figure::Edp:
        return cost::energyDelayProduct(stated(result, Figure::Energy, clock), stated(result, Figure::Cycles, clock),
                                        clock);
    default: return cost::given("cycles", double(result.cost->cycles.count), Unit::Cycles, source);
    }
}

Formula above(const LayerResult& result, Formula figure, double bound, Unit unit)
{
    return cost::made("gap", Unit::None, Operation::Above,
                      {std::move(figure), cost::given("proven lower bound", bound, unit, claimOf(result))});
}

/// Of an objective other than latency the figure is stated: what it is made of, the run's options tell.
Formula gapOf(const LayerResult& result, Formula cycles)
{
    if (result.objectiveBound == result.lowerBoundCycles)
        return above(result, std::move(cycles), *result.objectiveBound, Unit::Cycles);
    return above(result,
                 cost::given("figure of the objective", *result.objectiveBound * (1 + *result.gap), Unit::None,
                             "what the run minimises"),
                 *result.objectiveBound, Unit::None);
}

/// The layers' figures together over their bounds together.
Formula totalGap(const std::vector<LayerResult>& results, Formula cycles)
{
    double figures = 0, bounds = 0;
    bool ofCycles = true;
    for (const LayerResult& result : results)
        if (result.gap && result.objectiveBound) {
            figures += *result.objectiveBound * (1 + *result.gap);
            bounds += *result.objectiveBound;
            ofCycles = ofCycles && result.objectiveBound == result.lowerBoundCycles;
        }
    if (ofCycles)
        return above(results.front(), std::move(cycles), bounds, Unit::Cycles);
    return above(
        results.front(),
        cost::given("figures of the objective", figures, Unit::None, "summed over the layers; of EDP in pJ x cycle"),
        bounds, Unit::None);
}

/// Sum over layers; each keeps its formula under its own name.
Formula sum(std::string title, Unit unit, const hardware::Accelerator& accelerator, const workload::Network& network,
            const std::vector<LayerResult>& results, Figure figure)
{
    std::vector<Formula> parts;
    for (const LayerResult& result : results)
        if (result.index < network.layers.size())
            if (auto part = explain(accelerator, network.layers[result.index], result, figure)) {
                part->name = result.name;
                parts.push_back(*std::move(part));
            }
    return cost::made(std::move(title), unit, Operation::Sum, std::move(parts));
}

double figureOf(const cost::OperatorCost& cost, Figure figure)
{
    return figure == Figure::Energy   ? cost.energy.count
           : figure == Figure::Cycles ? double(cost.cycles.count)
                                      : double(cost.read.count + cost.written.count);
}

/// The sum of the layers with what operators that are no layers add.
Formula withOperators(Formula sum, const std::vector<cost::OperatorCost>& operators, Figure figure)
{
    if (operators.empty())
        return sum;
    std::vector<std::pair<std::string, std::vector<Formula>>> byType; // in the network's order
    for (const cost::OperatorCost& cost : operators) {
        auto kind = std::ranges::find(byType, cost.type, &std::pair<std::string, std::vector<Formula>>::first);
        if (kind == byType.end())
            kind = byType.insert(kind, {cost.type, {}});
        kind->second.push_back(cost::given(cost.name, figureOf(cost, figure), sum.unit,
                                           cost.fused ? "on the vector unit, fused" : "on the vector unit"));
    }
    std::vector<Formula> parts;
    for (auto& [type, each] : byType) {
        std::string title = std::to_string(each.size()) + " " + type; // before they are moved
        parts.push_back(cost::made(std::move(title), sum.unit, Operation::Sum, std::move(each)));
    }
    std::vector<Formula> all = std::move(sum.parts);
    all.push_back(cost::made("vector operators", sum.unit, Operation::Sum, std::move(parts)));
    return cost::made(std::move(sum.name), sum.unit, Operation::Sum, std::move(all));
}

} // namespace

std::optional<Formula> explain(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                               const LayerResult& result, Figure figure)
{
    if (!result.cost || (figure == Figure::Gap && !(result.gap && result.objectiveBound)))
        return std::nullopt;
    const bool nest = result.mapping && result.mapping->levels.size() == accelerator.levels.size();
    if (!nest && figure == Figure::DramBytes)
        return std::nullopt;
    if (!nest)
        return figure == Figure::Gap ? gapOf(result, stated(result, Figure::Cycles, accelerator.clock))
                                     : stated(result, figure, accelerator.clock);
    const cost::CostedMapping costed{accelerator, layer, *result.mapping, *result.cost};
    switch (figure) {
    case Figure::Cycles: return cost::explainCycles(costed);
    case Figure::Energy: return cost::explainEnergy(costed);
    case Figure::Edp: return cost::explainEdp(costed);
    case Figure::Utilization: return cost::explainUtilization(costed);
    case Figure::Gap: return gapOf(result, cost::explainCycles(costed));
    case Figure::DramBytes: return dramBytes(costed);
    }
    return std::nullopt;
}

std::optional<Formula> explainTotal(const hardware::Accelerator& accelerator, const workload::Network& network,
                                    const ScheduleOptions& options, const std::vector<LayerResult>& results,
                                    Figure figure)
{
    const Totals sums = totals(accelerator, results);
    if (sums.solved == 0 || (figure == Figure::Gap && !sums.gap))
        return std::nullopt;
    const auto operators = cost::vectorCosts(accelerator, network, options.fuseOperators).operators;
    const auto cycles = [&] { return sum("cycles", Unit::Cycles, accelerator, network, results, Figure::Cycles); };
    const auto whole = [&](std::string title, Unit unit, Figure of) {
        return withOperators(sum(std::move(title), unit, accelerator, network, results, of), operators, of);
    };
    switch (figure) {
    case Figure::Cycles: return whole("cycles", Unit::Cycles, figure);
    case Figure::Energy: return whole("energy", Unit::Picojoules, figure);
    case Figure::DramBytes: return whole("DRAM bytes", Unit::Bytes, figure);
    case Figure::Edp:
        return cost::energyDelayProduct(whole("energy", Unit::Picojoules, Figure::Energy),
                                        whole("cycles", Unit::Cycles, Figure::Cycles), accelerator.clock);
    case Figure::Gap: return totalGap(results, cycles());
    case Figure::Utilization:
        return cost::made("utilisation", Unit::None, Operation::Quotient,
                          {cost::given("multiply-accumulates of the solved layers", double(sums.macs), Unit::Macs,
                                       "bounds of the layers"),
                           cost::made("multiply-accumulates there is time for", Unit::Macs, Operation::Product,
                                      {cost::given("MAC units", double(accelerator.macUnits()), Unit::MacUnits,
                                                   "accelerator: product of the fan-outs"),
                                       cycles()})});
    }
    return std::nullopt;
}

namespace {

using cost::Formula;
using cost::Unit;

Unit unitOfObjective(Objective objective)
{
    return objective == Objective::Latency ? Unit::Cycles
           : objective == Objective::Edp   ? Unit::PicojouleSeconds
                                           : Unit::Picojoules;
}

Formula gap(std::string name, Formula figure, double bound, Unit unit, std::string boundName, std::string source)
{
    return cost::made(std::move(name), Unit::None, Formula::Operation::Above,
                      {std::move(figure), cost::given(std::move(boundName), bound, unit, std::move(source))});
}

/// The figure with its formula; that of a weighted sum is an input, its price is no part of the layer.
Formula figureOf(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerResult& result,
                 Objective objective, const ObjectiveReport& report)
{
    const Figure figure = objective == Objective::Latency ? Figure::Cycles
                          : objective == Objective::Edp   ? Figure::Edp
                                                          : Figure::Energy;
    if (objective != Objective::Weighted)
        if (auto formula = explain(accelerator, layer, result, figure))
            return *std::move(formula);
    return cost::given("energy + price x cycles", report.figure.value_or(0), Unit::Picojoules,
                       "with the run's price of a cycle");
}

/// Of the objective in the unit of its formula; that of an EDP is proven in pJ x cycle.
double boundIn(Unit unit, double bound, Hertz clock)
{
    return unit == Unit::PicojouleSeconds ? bound / clock.count : bound;
}

} // namespace

std::vector<Formula> explainProof(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                  const LayerResult& result, Objective objective, const ObjectiveReport& report)
{
    std::vector<Formula> figures;
    const Unit unit = unitOfObjective(objective);
    if (report.figure && report.bound)
        figures.push_back(gap("gap of the objective", figureOf(accelerator, layer, result, objective, report),
                              boundIn(unit, *report.bound, accelerator.clock), unit, "proven lower bound",
                              "no mapping that keeps the constraints is below"));
    auto energy = explain(accelerator, layer, result, Figure::Energy);
    if (report.energyBound && energy)
        figures.push_back(gap("gap of the energy among mappings as fast", *std::move(energy), *report.energyBound,
                              Unit::Picojoules, "least energy at this latency",
                              "no mapping with at most as many cycles needs less: searched exactly"));
    return figures;
}

} // namespace nestloom::schedule
