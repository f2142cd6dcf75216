// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/explain_proof.h"

#include "engine/schedule/explain_layer.h"

namespace nestloom::schedule {

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
