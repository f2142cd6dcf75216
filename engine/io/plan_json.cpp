// SPDX-License-Identifier: Apache-2.0
#include "engine/io/plan_json.h"

#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/memory/plan_steps.h"

#include <algorithm>
#include <array>

namespace nestloom::io {

namespace {

/// Tensors in the order in which operators make them.
std::vector<TensorId> asMade(const workload::OperatorGraph& graph)
{
    std::vector<TensorId> tensors;
    for (const workload::Operator& op : graph.operators)
        tensors.insert(tensors.end(), op.outputs.begin(), op.outputs.end());
    return tensors;
}

/// Rows of `Columns` integers, none negative.
template <std::size_t Columns>
std::vector<std::array<std::int64_t, Columns>> readRows(const JsonObject& object, std::string_view key)
{
    std::vector<std::array<std::int64_t, Columns>> rows;
    const Json* list = object.list(key);
    for (const Json& row : list != nullptr ? *list : Json::array()) {
        std::array<std::int64_t, Columns> numbers{};
        bool isGood = row.is_array() && row.size() == Columns;
        for (std::size_t i = 0; isGood && i < Columns; ++i) {
            isGood = row[i].is_number_integer() && row[i].get<std::int64_t>() >= 0;
            if (isGood)
                numbers[i] = row[i].get<std::int64_t>();
        }
        if (!isGood) {
            object.report(key, "every entry must be " + std::to_string(Columns) + " integers from 0 on");
            return {};
        }
        rows.push_back(numbers);
    }
    return rows;
}

std::vector<OperatorId> readOrder(const JsonObject& object, std::size_t operators)
{
    std::vector<OperatorId> order;
    const Json* list = object.list("order");
    for (const Json& entry : list != nullptr ? *list : Json::array()) {
        if (!entry.is_number_unsigned() || entry.get<std::uint64_t>() >= operators) {
            object.report("order", "every entry must be the number of an operator, below " + std::to_string(operators));
            return {};
        }
        order.push_back({entry.get<std::uint32_t>()});
    }
    return order;
}

} // namespace

std::string memoryPlanToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    const std::vector<TensorId> tensors = asMade(graph);
    std::vector<std::size_t> numberOf(graph.tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        numberOf[tensors[i].value] = i;
    Json json{{"budget", plan.budget.count}, {"traffic", plan.traffic.count}, {"inputs_backed", plan.inputsBacked}};
    for (const char* list : {"order", "residencies", "parameters"})
        json[list] = Json::array();
    for (const OperatorId op : plan.order)
        json["order"].push_back(op.value);
    for (const memory::Residency& residency : plan.residencies)
        json["residencies"].push_back(
            {numberOf[residency.tensor.value], residency.first, residency.last, residency.offset.count});
    for (const memory::ParameterPlace& place : plan.parameters)
        json["parameters"].push_back({place.op.value, place.parameter, place.offset.count});
    return dump(json);
}

Result<memory::MemoryPlan> memoryPlanFromJson(const workload::OperatorGraph& graph, std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject object(json, "", errors);
    memory::MemoryPlan plan;
    plan.budget = {object.integer("budget")};
    plan.traffic = {object.integer("traffic")};
    plan.inputsBacked = object.boolean("inputs_backed");
    plan.order = readOrder(object, graph.operators.size());
    const std::vector<TensorId> tensors = asMade(graph);
    for (const auto& [tensor, first, last, offset] : readRows<4>(object, "residencies")) {
        if (std::size_t(tensor) >= tensors.size()) {
            object.report("residencies", "there is no tensor " + std::to_string(tensor));
            break;
        }
        plan.residencies.push_back({tensors[std::size_t(tensor)], std::size_t(first), std::size_t(last), {offset}});
    }
    for (const auto& [op, parameter, offset] : readRows<3>(object, "parameters")) {
        if (std::size_t(op) >= graph.operators.size()) {
            object.report("parameters", "there is no operator " + std::to_string(op));
            break;
        }
        plan.parameters.push_back({{std::uint32_t(op)}, std::size_t(parameter), {offset}});
    }
    if (errors.first())
        return *errors.first();
    std::ranges::stable_sort(plan.residencies,
                             [](const auto& a, const auto& b) { return a.tensor.value < b.tensor.value; });
    return plan;
}

namespace cosma = schedule::cosma;

std::string memoryOptionsToJson(const cosma::MemoryRunOptions& options)
{
    Json json{{"engine", options.engine},
              {"parameters", options.parameters},
              {"fused", options.fused},
              {"inputs_backed", options.inputsBacked},
              {"order", cosma::name(options.order)},
              {"scratchpad_bytes", options.scratchpad.count},
              {"seed", options.seed}};
    if (options.timeLimit != std::chrono::milliseconds::max())
        json["time_limit_ms"] = options.timeLimit.count();
    return dump(json);
}

Result<cosma::MemoryRunOptions> memoryOptionsFromJson(std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject object(json, "", errors);
    cosma::MemoryRunOptions options;
    options.engine = object.text("engine");
    options.parameters = object.boolean("parameters");
    options.fused = object.boolean("fused");
    options.inputsBacked = object.booleanOr("inputs_backed", false);
    const std::string order = object.text("order");
    constexpr std::array kOrders{cosma::Order::Free, cosma::Order::Default, cosma::Order::LeastPeak};
    const auto known = std::ranges::find_if(kOrders, [&](cosma::Order one) { return cosma::name(one) == order; });
    if (known == kOrders.end())
        object.report("order", "must be free, default or least-peak");
    else
        options.order = *known;
    options.scratchpad = {object.integer("scratchpad_bytes")};
    options.seed = object.unsignedOr("seed", options.seed);
    if (const std::int64_t limit = object.integerOr("time_limit_ms", 0); limit > 0)
        options.timeLimit = std::chrono::milliseconds(limit);
    if (errors.first())
        return *errors.first();
    return options;
}

std::string planPlacesToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    Json places = Json::array();
    for (const memory::Residency& residency : plan.residencies) {
        const workload::Tensor& tensor = graph.tensors[residency.tensor.value];
        places.push_back({{"tensor", tensor.name},
                          {"first_step", residency.first},
                          {"last_step", residency.last},
                          {"offset", residency.offset.count},
                          {"bytes", tensor.size.count}});
    }
    for (const memory::ParameterPlace& place : plan.parameters) {
        const workload::Operator& op = graph.operators[place.op.value];
        places.push_back({{"operator", op.name},
                          {"parameter", place.parameter},
                          {"offset", place.offset.count},
                          {"bytes", op.parameters[place.parameter].count}});
    }
    return dump(places);
}

namespace {

Json movesJson(const workload::OperatorGraph& graph, const std::vector<TensorId>& tensors)
{
    Json list = Json::array();
    for (const TensorId id : tensors)
        list.push_back({{"tensor", graph.tensors[id.value].name}, {"bytes", graph.tensors[id.value].size.count}});
    return list;
}

Json stepsJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    const auto use = memory::occupancy(graph, plan);
    const auto moves = memory::planMoves(graph, plan);
    Json list = Json::array();
    for (std::size_t step = 0; step < plan.order.size(); ++step) {
        const workload::Operator& op = graph.operators[plan.order[step].value];
        list.push_back({{"step", step},
                        {"operator", op.name},
                        {"type", op.type},
                        {"used_bytes", use[step].used.count},
                        {"top_bytes", use[step].top.count},
                        {"retrieves", movesJson(graph, moves[step].retrieved)},
                        {"spills", movesJson(graph, moves[step].spilled)},
                        {"drops", movesJson(graph, moves[step].dropped)}});
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

std::string elementsOf(const workload::Network& network)
{
    constexpr std::string_view kNote = "elements ";
    for (const std::string& note : network.notes)
        if (note.starts_with(kNote))
            return note.substr(kNote.size());
    return "as wide as the network states";
}

std::string memoryRunToJson(const workload::Network& network, const cosma::MemoryRunOptions& options,
                            const cosma::MemoryRun& run)
{
    const cosma::CosmaOutcome& outcome = run.outcome;
    Json json{{"network", network.name},
              {"engine", options.engine},
              {"version", NESTLOOM_VERSION},
              {"operators", run.graph.operators.size()},
              {"tensors", run.graph.tensors.size()},
              {"elements", elementsOf(network)},
              {"fused", options.fused},
              {"parameters", options.parameters},
              {"inputs_backed", options.inputsBacked},
              {"order", cosma::name(options.order)},
              {"budgets",
               {{"M_R", run.budgets.least.count},
                {"M_H", run.budgets.half.count},
                {"M_P", run.budgets.peak.count},
                {"M_P_proven", run.budgets.peakIsProven}}},
              {"scratchpad_bytes", options.scratchpad.count},
              {"status", statusName(outcome.status)},
              {"reason", outcome.reason},
              {"cpu_seconds", std::chrono::duration<double>(outcome.stats.cpu).count()},
              {"not_scheduled", toJson(schedule::leftOutOfPlan(network, options.fused))}};
    if (outcome.stats.bound)
        json["bound_bytes"] = std::int64_t(*outcome.stats.bound);
    if (!outcome.solution)
        return dump(json, 2);
    json["traffic_bytes"] = outcome.solution->traffic.count;
    json["baselines"] = Json::array();
    for (const cosma::BaselineTraffic& baseline : run.baselines.value_or(cosma::Baselines{}))
        json["baselines"].push_back({{"order", cosma::name(baseline.order)},
                                     {"replacement", cosma::name(baseline.replacement)},
                                     {"traffic_bytes", baseline.traffic.count}});
    json["steps"] = stepsJson(run.graph, *outcome.solution);
    json["places"] = *parseJson(planPlacesToJson(run.graph, *outcome.solution));
    return dump(json, 2);
}

} // namespace nestloom::io
