// SPDX-License-Identifier: Apache-2.0
#include "engine/io/plan_json.h"

#include "engine/io/json_fields.h"
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

/// A plan by numbers; every number is one of what the graph has, or a step, or an offset.
struct PlanText {
    Bytes budget{}, traffic{};
    bool inputsBacked = false;
    std::vector<std::int64_t> order;                       // operators
    std::vector<std::array<std::int64_t, 4>> residencies;  // tensor, first step, last step, offset
    std::vector<std::array<std::int64_t, 3>> parameters{}; // operator, parameter, offset
};

/// Refuses numbers below 0, and from `count` on in the first column, which is of `what`.
template <std::size_t Columns>
Status checkRows(const char* key, const std::vector<std::array<std::int64_t, Columns>>& rows, const char* what,
                 std::size_t count)
{
    for (const auto& row : rows)
        if (std::ranges::min(row) < 0 || std::size_t(row[0]) >= count)
            return Error{ErrorCode::InvalidInput,
                         "every entry must be numbers from 0 on, the first that of " + std::string(what) + ", below "
                             + std::to_string(count),
                         key};
    return success();
}

} // namespace

static void describe(JsonFields& fields, PlanText& plan)
{
    fields.field("budget", plan.budget);
    fields.field("traffic", plan.traffic);
    fields.field("inputs_backed", plan.inputsBacked);
    fields.field("order", plan.order);
    fields.field("residencies", plan.residencies);
    fields.field("parameters", plan.parameters);
}

std::string memoryPlanToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    const std::vector<TensorId> tensors = asMade(graph);
    std::vector<std::int64_t> numberOf(graph.tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        numberOf[tensors[i].value] = std::int64_t(i);
    PlanText text{plan.budget, plan.traffic, plan.inputsBacked, {}, {}};
    for (const OperatorId op : plan.order)
        text.order.push_back(op.value);
    for (const memory::Residency& residency : plan.residencies)
        text.residencies.push_back({numberOf[residency.tensor.value], std::int64_t(residency.first),
                                    std::int64_t(residency.last), residency.offset.count});
    for (const memory::ParameterPlace& place : plan.parameters)
        text.parameters.push_back({place.op.value, std::int64_t(place.parameter), place.offset.count});
    return dump(describedJson(std::move(text)));
}

Result<memory::MemoryPlan> memoryPlanFromJson(const workload::OperatorGraph& graph, std::string_view json)
{
    TRY(const auto text, parseDescribed<PlanText>(json));
    const std::vector<TensorId> tensors = asMade(graph);
    const std::size_t operators = graph.operators.size();
    TRY_DO(checkRows("order", collect(text.order, [](std::int64_t op) { return std::array{op}; }), "an operator",
                     operators));
    TRY_DO(checkRows("residencies", text.residencies, "a tensor", tensors.size()));
    TRY_DO(checkRows("parameters", text.parameters, "an operator", operators));
    memory::MemoryPlan plan;
    plan.budget = text.budget;
    plan.traffic = text.traffic;
    plan.inputsBacked = text.inputsBacked;
    for (const std::int64_t op : text.order)
        plan.order.push_back({std::uint32_t(op)});
    for (const auto& [tensor, first, last, offset] : text.residencies)
        plan.residencies.push_back({tensors[std::size_t(tensor)], std::size_t(first), std::size_t(last), {offset}});
    for (const auto& [op, parameter, offset] : text.parameters)
        plan.parameters.push_back({{std::uint32_t(op)}, std::size_t(parameter), {offset}});
    std::ranges::stable_sort(plan.residencies, {}, [](const auto& residency) { return residency.tensor.value; });
    return plan;
}

namespace cosma = schedule::cosma;

static void describe(JsonFields& fields, cosma::MemoryRunOptions& options)
{
    constexpr auto kNoLimit = std::chrono::milliseconds::max();
    std::int64_t limit = options.timeLimit == kNoLimit ? 0 : options.timeLimit.count();
    fields.field("engine", options.engine);
    fields.field("parameters", options.parameters);
    fields.field("fused", options.fused);
    fields.newerField("inputs_backed", options.inputsBacked);
    fields.field("order", choice(options.order, cosma::Order::LeastPeak));
    fields.field("scratchpad_bytes", options.scratchpad);
    fields.newerField("seed", options.seed);
    fields.fieldIfAny("time_limit_ms", limit);
    options.timeLimit = limit > 0 ? std::chrono::milliseconds(limit) : kNoLimit;
}

std::string memoryOptionsToJson(const cosma::MemoryRunOptions& options) { return dump(describedJson(options)); }

Result<cosma::MemoryRunOptions> memoryOptionsFromJson(std::string_view json)
{
    return parseDescribed<cosma::MemoryRunOptions>(json);
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
