// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_plan.h"

#include "app/cli/output.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"
#include "engine/io/plan_json.h"
#include "engine/schedule/cosma/cosma.h"

#include <algorithm>
#include <utility>

namespace nestloom::cli {

namespace {

namespace cosma = schedule::cosma;
using io::Json;

std::string_view name(cosma::Replacement replacement)
{
    return replacement == cosma::Replacement::Belady ? "Belady" : "greedy";
}

/// "2.30 MiB (2,408,448 B)"; "8 B", as that is exact.
std::string both(Bytes bytes)
{
    if (bytes.count < 1024)
        return grouped(bytes.count) + " B";
    return shortBytes(double(bytes.count)) + " (" + grouped(bytes.count) + " B)";
}

/// A tensor that leaves after a step and comes back, or that comes back for one.
struct Move {
    TensorId tensor;
    bool isFirst = false; // the first time it leaves: it is written
};
struct Moves {
    std::vector<Move> spills, retrieves;
};

/// By step. Residencies lie by tensor and first step.
std::vector<Moves> movesOf(const memory::MemoryPlan& plan)
{
    std::vector<Moves> moves(plan.order.size());
    for (std::size_t i = 1; i < plan.residencies.size(); ++i) {
        const memory::Residency& before = plan.residencies[i - 1];
        const memory::Residency& after = plan.residencies[i];
        if (before.tensor != after.tensor)
            continue;
        const bool isFirst = i == 1 || plan.residencies[i - 2].tensor != before.tensor;
        moves[before.last].spills.push_back({before.tensor, isFirst});
        moves[after.first].retrieves.push_back({after.tensor, false});
    }
    return moves;
}

bool isWritten(const PlannedNetwork& planned, const Move& move)
{
    const OperatorId producer = planned.graph.tensors[move.tensor.value].producer;
    const bool hasCopy = planned.params.inputsBacked && planned.graph.operators[producer.value].inputs.empty();
    return move.isFirst && !hasCopy;
}

/// "spills relu_3 (98.0 KiB), retrieves conv_1 (12.0 KiB)"
std::string words(const PlannedNetwork& planned, const Moves& moves)
{
    std::string text;
    const auto add = [&](const char* verb, const Move& move) {
        const workload::Tensor& tensor = planned.graph.tensors[move.tensor.value];
        text += (text.empty() ? "" : ", ") + std::string(verb) + " " + tensor.name + " ("
                + shortBytes(double(tensor.size.count)) + ")";
    };
    for (const Move& move : moves.retrieves)
        add("retrieves", move);
    for (const Move& move : moves.spills)
        add(isWritten(planned, move) ? "spills" : "drops", move);
    return text;
}

std::string printHead(const PlannedNetwork& planned)
{
    const cosma::Budgets& budgets = planned.budgets;
    return planned.graph.name + ": " + counted(std::int64_t(planned.graph.operators.size()), "operator") + ", "
           + (planned.fused ? "fused" : "unfused") + ", "
           + (planned.parameters ? "activations and parameters" : "activations only") + ", order "
           + std::string(cosma::name(planned.params.order)) + ", method " + planned.method + ", elements "
           + planned.elements + "\n\n" + "M_R  " + both(budgets.least)
           + "  least scratchpad in which every operator fits\n" + "M_H  " + both(budgets.half) + "  halfway\n"
           + "M_P  " + both(budgets.peak) + "  least scratchpad without spills"
           + (budgets.peakIsProven ? "" : ", not proven least") + "\n\n";
}

/// Why there is no plan, with sizes as everywhere in this text.
std::string refusal(const PlannedNetwork& planned)
{
    const auto op = cosma::operatorWithoutRoom(planned.graph, planned.scratchpad);
    if (planned.outcome.status != SolveStatus::Infeasible || !op)
        return planned.outcome.reason;
    const Bytes needed = workload::workingSet(planned.graph, *op);
    return "operator " + planned.graph.operators[op->value].name + " needs " + both(needed)
           + " for its inputs, outputs and parameters, " + both(needed - planned.scratchpad)
           + " more than the scratchpad holds; raise it to M_R, " + both(needed);
}

std::string printAnswer(const PlannedNetwork& planned)
{
    const cosma::CosmaOutcome& outcome = planned.outcome;
    std::string text = "scratchpad " + both(planned.scratchpad) + ": ";
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
    if (!planned.baselines)
        return text + "\n";
    TextTable table({{"without planning, order"}, {"replacement"}, {"traffic", kRight}, {"saved", kRight}});
    for (const cosma::BaselineTraffic& baseline : *planned.baselines)
        table.addRow(
            {std::string(cosma::name(baseline.order)), std::string(name(baseline.replacement)),
             shortBytes(double(baseline.traffic.count)),
             baseline.traffic.count > 0 ? percent(1 - double(traffic.count) / double(baseline.traffic.count)) : "-"});
    return text + "\n" + table.print() + "\n";
}

std::string printSteps(const PlannedNetwork& planned)
{
    const memory::MemoryPlan& plan = *planned.outcome.solution;
    const auto use = memory::occupancy(planned.graph, plan);
    const auto moves = movesOf(plan);
    TextTable table(
        {{"step", kRight}, {"operator"}, {"type"}, {"in use", kRight}, {"highest address", kRight}, {"moves"}});
    for (std::size_t step = 0; step < plan.order.size(); ++step) {
        const workload::Operator& op = planned.graph.operators[plan.order[step].value];
        table.addRow({std::to_string(step), op.name, op.type, shortBytes(double(use[step].used.count)),
                      shortBytes(double(use[step].top.count)), words(planned, moves[step])});
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
        const auto step = std::size_t(std::find(plan.order.begin(), plan.order.end(), place.op) - plan.order.begin());
        places.push_back({step, step, place.offset, op.parameters[place.parameter],
                          op.name + " parameter " + std::to_string(place.parameter + 1)});
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::pair(a.first, a.offset.count) < std::pair(b.first, b.offset.count);
    });
    return places;
}

Json movesJson(const PlannedNetwork& planned, const std::vector<Move>& moves)
{
    Json list = Json::array();
    for (const Move& move : moves) {
        const workload::Tensor& tensor = planned.graph.tensors[move.tensor.value];
        list.push_back({{"tensor", tensor.name}, {"bytes", tensor.size.count}});
    }
    return list;
}

Json stepsJson(const PlannedNetwork& planned)
{
    const memory::MemoryPlan& plan = *planned.outcome.solution;
    const auto use = memory::occupancy(planned.graph, plan);
    const auto moves = movesOf(plan);
    Json list = Json::array();
    for (std::size_t step = 0; step < plan.order.size(); ++step) {
        std::vector<Move> written, dropped;
        for (const Move& move : moves[step].spills)
            (isWritten(planned, move) ? written : dropped).push_back(move);
        const workload::Operator& op = planned.graph.operators[plan.order[step].value];
        list.push_back({{"step", step},
                        {"operator", op.name},
                        {"type", op.type},
                        {"used_bytes", use[step].used.count},
                        {"top_bytes", use[step].top.count},
                        {"retrieves", movesJson(planned, moves[step].retrieves)},
                        {"spills", movesJson(planned, written)},
                        {"drops", movesJson(planned, dropped)}});
    }
    return list;
}

std::string_view statusName(SolveStatus status)
{
    switch (status) {
    case SolveStatus::Optimal: return "optimal";
    case SolveStatus::Feasible: return "feasible";
    case SolveStatus::Infeasible: return "infeasible";
    case SolveStatus::NoSolutionFound: return "no plan found";
    }
    return "";
}

} // namespace

std::string printPlan(const PlannedNetwork& planned)
{
    return printHead(planned) + printAnswer(planned) + (planned.outcome.solution ? printSteps(planned) : "");
}

std::string printPlaces(const PlannedNetwork& planned)
{
    TextTable table({{"tensor"}, {"address", kRight}, {"size", kRight}, {"first step", kRight}, {"last step", kRight}});
    for (const Place& place : placesOf(planned.graph, *planned.outcome.solution))
        table.addRow({place.name, grouped(place.offset.count) + " B", grouped(place.size.count) + " B",
                      std::to_string(place.first), std::to_string(place.last)});
    return table.print();
}

std::string planToJson(const PlannedNetwork& planned)
{
    const cosma::CosmaOutcome& outcome = planned.outcome;
    Json json{{"network", planned.graph.name},
              {"operators", planned.graph.operators.size()},
              {"tensors", planned.graph.tensors.size()},
              {"elements", planned.elements},
              {"fused", planned.fused},
              {"parameters", planned.parameters},
              {"inputs_backed", planned.params.inputsBacked},
              {"order", cosma::name(planned.params.order)},
              {"method", planned.method},
              {"budgets",
               {{"M_R", planned.budgets.least.count},
                {"M_H", planned.budgets.half.count},
                {"M_P", planned.budgets.peak.count},
                {"M_P_proven", planned.budgets.peakIsProven}}},
              {"scratchpad_bytes", planned.scratchpad.count},
              {"status", statusName(outcome.status)},
              {"reason", outcome.reason},
              {"cpu_seconds", std::chrono::duration<double>(outcome.stats.cpu).count()}};
    if (outcome.stats.bound)
        json["bound_bytes"] = std::int64_t(*outcome.stats.bound);
    if (outcome.solution) {
        json["traffic_bytes"] = outcome.solution->traffic.count;
        json["baselines"] = Json::array();
        for (const cosma::BaselineTraffic& baseline : planned.baselines.value_or(cosma::Baselines{}))
            json["baselines"].push_back({{"order", cosma::name(baseline.order)},
                                         {"replacement", name(baseline.replacement)},
                                         {"traffic_bytes", baseline.traffic.count}});
        json["steps"] = stepsJson(planned);
        json["places"] = *io::parseJson(io::planPlacesToJson(planned.graph, *outcome.solution));
    }
    return io::dump(json, 2) + "\n";
}

} // namespace nestloom::cli
