// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_plan.h"

#include "app/cli/output.h"
#include "engine/base/number_words.h"
#include "engine/memory/plan_steps.h"

#include <algorithm>
#include <utility>

namespace nestloom::cli {

namespace {

namespace cosma = schedule::cosma;

/// "2.30 MiB (2,408,448 B)"; "8 B", as that is exact.
std::string both(Bytes bytes)
{
    if (bytes.count < 1024)
        return grouped(bytes.count) + " B";
    return shortBytes(double(bytes.count)) + " (" + grouped(bytes.count) + " B)";
}

/// "spills relu_3 (98.0 KiB), retrieves conv_1 (12.0 KiB)"
std::string words(const workload::OperatorGraph& graph, const memory::PlanMoves& moves)
{
    std::string text;
    const auto add = [&](const char* verb, const std::vector<TensorId>& tensors) {
        for (const TensorId id : tensors)
            text += (text.empty() ? "" : ", ") + std::string(verb) + " " + graph.tensors[id.value].name + " ("
                    + shortBytes(double(graph.tensors[id.value].size.count)) + ")";
    };
    add("retrieves", moves.retrieved);
    add("spills", moves.spilled);
    add("drops", moves.dropped);
    return text;
}

std::string printHead(const PlannedNetwork& planned)
{
    const cosma::Budgets& budgets = planned.run.budgets;
    return planned.run.graph.name + ": " + counted(std::int64_t(planned.run.graph.operators.size()), "operator") + ", "
           + (planned.options.fused ? "fused" : "unfused") + ", "
           + (planned.options.parameters ? "activations and parameters" : "activations only") + ", order "
           + std::string(cosma::name(planned.options.order)) + ", method "
           + std::string(planned.options.engine == "cosma" ? "search" : "ilp") + ", elements " + planned.elements
           + "\n\n" + "M_R  " + both(budgets.least) + "  least scratchpad in which every operator fits\n" + "M_H  "
           + both(budgets.half) + "  halfway\n" + "M_P  " + both(budgets.peak) + "  least scratchpad without spills"
           + (budgets.peakIsProven ? "" : ", not proven least")
           + (planned.options.order == cosma::Order::Free ? "" : ", in the best order: this one may need more")
           + "\n\n";
}

/// Why there is no plan, with sizes as everywhere in this text.
std::string refusal(const PlannedNetwork& planned)
{
    const auto op = cosma::operatorWithoutRoom(planned.run.graph, planned.options.scratchpad);
    if (planned.run.outcome.status != SolveStatus::Infeasible || !op)
        return planned.run.outcome.reason;
    const Bytes needed = workload::workingSet(planned.run.graph, *op);
    const workload::Operator& heaviest = planned.run.graph.operators[op->value];
    return "operator " + heaviest.name + " needs " + both(needed) + " for its "
           + std::string(workload::workingSetParts(heaviest)) + ", " + both(needed - planned.options.scratchpad)
           + " more than the scratchpad holds; raise it to M_R, " + both(needed);
}

std::string printAnswer(const PlannedNetwork& planned)
{
    const cosma::CosmaOutcome& outcome = planned.run.outcome;
    std::string text = "scratchpad " + both(planned.options.scratchpad) + ": ";
    if (!outcome.solution)
        return text + (outcome.status == SolveStatus::Infeasible ? "does not fit: " : "no plan was found: ")
               + refusal(planned) + "\n";
    const Bytes traffic = outcome.solution->traffic;
    const Bytes bound{std::int64_t(outcome.stats.bound.value_or(0))};
    text += both(traffic) + " of off-chip traffic beyond the compulsory, ";
    text += outcome.status == SolveStatus::Optimal
                ? "proven least"
                : "at least " + both(bound) + " is proven; gap " + shortBytes(double((traffic - bound).count))
                      + (outcome.reason.empty() ? "" : "; " + outcome.reason);
    text +=
        "; verified, " + duration(std::chrono::duration<double, std::milli>(outcome.stats.cpu).count()) + " of CPU\n";
    if (!planned.run.baselines)
        return text + "\n";
    TextTable table({{"without planning, order"}, {"replacement"}, {"traffic", kRight}, {"saved", kRight}});
    for (const cosma::BaselineTraffic& baseline : *planned.run.baselines)
        table.addRow(
            {std::string(cosma::name(baseline.order)), std::string(cosma::name(baseline.replacement)),
             shortBytes(double(baseline.traffic.count)),
             baseline.traffic.count > 0 ? percent(1 - double(traffic.count) / double(baseline.traffic.count)) : "-"});
    return text + "\n" + table.print() + "\n";
}

std::string printSteps(const PlannedNetwork& planned)
{
    const memory::MemoryPlan& plan = *planned.run.outcome.solution;
    const auto use = memory::occupancy(planned.run.graph, plan);
    const auto moves = memory::planMoves(planned.run.graph, plan);
    TextTable table(
        {{"step", kRight}, {"operator"}, {"type"}, {"in use", kRight}, {"highest address", kRight}, {"moves"}});
    for (std::size_t step = 0; step < plan.order.size(); ++step) {
        const workload::Operator& op = planned.run.graph.operators[plan.order[step].value];
        table.addRow({std::to_string(step), op.name, op.type, shortBytes(double(use[step].used.count)),
                      shortBytes(double(use[step].top.count)), words(planned.run.graph, moves[step])});
    }
    return table.print();
}

/// What lies at an address during the steps first to last.
struct Place {
    std::size_t first = 0, last = 0;
    Bytes offset{}, size{};
    std::string name;
};

/// By first step, then by address; of parameters there is one for each, at the step of its operator.
std::vector<Place> placesOf(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    std::vector<Place> places;
    for (const memory::Residency& stay : plan.residencies) {
        const workload::Tensor& tensor = graph.tensors[stay.tensor.value];
        places.push_back({stay.first, stay.last, stay.offset, tensor.size, tensor.name});
    }
    for (const memory::ParameterPlace& place : plan.parameters) {
        const workload::Operator& op = graph.operators[place.op.value];
        const auto step = std::size_t(std::ranges::find(plan.order, place.op) - plan.order.begin());
        places.push_back({step, step, place.offset, op.parameters[place.parameter],
                          op.name + " parameter " + std::to_string(place.parameter + 1)});
    }
    std::ranges::stable_sort(places, [](const Place& a, const Place& b) {
        return std::pair(a.first, a.offset.count) < std::pair(b.first, b.offset.count);
    });
    return places;
}

} // namespace

std::string printPlan(const PlannedNetwork& planned)
{
    return printHead(planned) + printAnswer(planned) + (planned.run.outcome.solution ? printSteps(planned) : "");
}

std::string printPlaces(const PlannedNetwork& planned)
{
    TextTable table({{"tensor"}, {"address", kRight}, {"size", kRight}, {"first step", kRight}, {"last step", kRight}});
    for (const Place& place : placesOf(planned.run.graph, *planned.run.outcome.solution))
        table.addRow({place.name, grouped(place.offset.count) + " B", grouped(place.size.count) + " B",
                      std::to_string(place.first), std::to_string(place.last)});
    return table.print();
}

} // namespace nestloom::cli
