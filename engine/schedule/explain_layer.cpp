// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/explain_layer.h"

#include "engine/cost/explain.h"

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

/// What a cost without a loop nest says.
Formula stated(const LayerResult& result, Figure figure, Hertz clock)
{
    const std::string source = "counted from the schedule of tiles";
    switch (figure) {
    case Figure::Energy: return cost::given("energy", result.cost->energy.count, Unit::Picojoules, source);
    case Figure::Utilization: return cost::given("utilisation", result.cost->utilization, Unit::None, source);
    case Figure::Edp:
        return cost::energyDelayProduct(stated(result, Figure::Energy, clock), stated(result, Figure::Cycles, clock), clock);
    default: return cost::given("cycles", double(result.cost->cycles.count), Unit::Cycles, source);
    }
}

Formula above(Formula cycles, double bound)
{
    return cost::made("gap", Unit::None, Operation::Above,
                      {std::move(cycles), cost::given("proven lower bound", bound, Unit::Cycles, "no mapping is faster, proven by the engine")});
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

} // namespace

std::string_view name(Figure figure)
{
    constexpr std::array<std::string_view, 6> names{"cycles", "energy", "EDP", "utilisation", "gap", "DRAM bytes"};
    return names[static_cast<std::size_t>(figure)];
}

std::optional<Formula> explain(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerResult& result,
                               Figure figure)
{
    if (!result.cost || (figure == Figure::Gap && !result.lowerBoundCycles))
        return std::nullopt;
    const bool nest = result.mapping && result.mapping->levels.size() == accelerator.levels.size();
    if (!nest && figure == Figure::DramBytes)
        return std::nullopt;
    if (!nest)
        return figure == Figure::Gap ? above(stated(result, Figure::Cycles, accelerator.clock), *result.lowerBoundCycles)
                                     : stated(result, figure, accelerator.clock);
    const cost::CostedMapping costed{accelerator, layer, *result.mapping, *result.cost};
    switch (figure) {
    case Figure::Cycles: return cost::explainCycles(costed);
    case Figure::Energy: return cost::explainEnergy(costed);
    case Figure::Edp: return cost::explainEdp(costed);
    case Figure::Utilization: return cost::explainUtilization(costed);
    case Figure::Gap: return above(cost::explainCycles(costed), *result.lowerBoundCycles);
    case Figure::DramBytes: return dramBytes(costed);
    }
    return std::nullopt;
}

std::optional<Formula> explainTotal(const hardware::Accelerator& accelerator, const workload::Network& network,
                                    const std::vector<LayerResult>& results, Figure figure)
{
    const Totals sums = totals(accelerator, results);
    if (sums.solved == 0 || (figure == Figure::Gap && !sums.lowerBoundCycles))
        return std::nullopt;
    const auto cycles = [&] { return sum("cycles", Unit::Cycles, accelerator, network, results, Figure::Cycles); };
    switch (figure) {
    case Figure::Cycles: return cycles();
    case Figure::Energy: return sum("energy", Unit::Picojoules, accelerator, network, results, figure);
    case Figure::DramBytes: return sum("DRAM bytes", Unit::Bytes, accelerator, network, results, figure);
    case Figure::Edp:
        return cost::energyDelayProduct(sum("energy", Unit::Picojoules, accelerator, network, results, Figure::Energy), cycles(),
                                        accelerator.clock);
    case Figure::Gap: return above(cycles(), *sums.lowerBoundCycles);
    case Figure::Utilization:
        return cost::made("utilisation", Unit::None, Operation::Quotient,
                          {cost::given("multiply-accumulates of the solved layers", double(sums.macs), Unit::Macs, "bounds of the layers"),
                           cost::made("multiply-accumulates there is time for", Unit::Macs, Operation::Product,
                                      {cost::given("MAC units", double(accelerator.macUnits()), Unit::MacUnits, "accelerator: product of the fan-outs"),
                                       cycles()})});
    }
    return std::nullopt;
}

} // namespace nestloom::schedule
