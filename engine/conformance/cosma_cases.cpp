// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/cosma_cases.h"

#include "engine/base/ranges.h"
#include "engine/conformance/recording.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/cosma.h"

#include <algorithm>

namespace nestloom::conformance {

using namespace io;

namespace {

namespace cosma = schedule::cosma;

void compareBytes(const std::string& what, std::int64_t ours, Bytes recorded, CaseReport& report)
{
    if (ours != recorded.count)
        report.note(what + ": ours " + std::to_string(ours) + " B, recorded " + std::to_string(recorded.count) + " B");
}

CaseReport compareSize(const std::string& name, Bytes ours, Bytes recorded)
{
    CaseReport report{name};
    compareBytes(name, ours.count, recorded, report);
    return report;
}

/// The first rule that a plan breaks, as a difference.
void demandValid(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan, const std::string& whose,
                 CaseReport& report)
{
    if (const auto violations = memory::verify(graph, plan); !violations.empty())
        report.note(whose + " plan is refused: " + violations.front().message);
}

CaseReport compareBudget(const workload::OperatorGraph& graph, const CosmaBudget& recorded, const RunControl& control)
{
    CaseReport report{"budget " + recorded.name};
    if (recorded.plan)
        demandValid(graph, *recorded.plan, "the recorded", report);
    const auto ours = cosma::solve(graph, recorded.bytes, {}, control);
    if (!ours) {
        report.note(ours.error().text());
        return report;
    }
    if (!ours->solution) {
        report.note("no plan: " + ours->reason);
        return report;
    }
    demandValid(graph, *ours->solution, "our", report);
    const Bytes traffic = ours->solution->traffic;
    if (recorded.proven && recorded.capacityOptimum)
        compareBytes("optimum by capacity", ours->capacityOptimum, *recorded.capacityOptimum, report);
    if (recorded.proven && recorded.optimum)
        compareBytes(traffic < *recorded.optimum ? "below a proven optimum" : "optimum", traffic.count,
                     *recorded.optimum, report);
    return report;
}

template <typename IdType>
std::vector<IdType> ids(const JsonObject& object, std::string_view key)
{
    return collect(numbersIn<std::uint32_t>(object, key), [](std::uint32_t number) { return IdType{number}; });
}

std::string itemOf(std::string_view list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

workload::OperatorGraph readGraph(const JsonObject& file, JsonErrors& errors)
{
    workload::OperatorGraph graph;
    graph.name = file.text("name");
    if (const Json* list = file.list("ops"))
        for (const Json& item : *list) {
            const JsonObject object(item, itemOf("ops", graph.operators.size()), errors);
            workload::Operator op{object.text("name"),
                                  object.text("type"),
                                  ids<TensorId>(object, "inputs"),
                                  ids<TensorId>(object, "outputs"),
                                  {}};
            if (const Json* parameters = object.list("params"))
                for (const Json& size : *parameters)
                    op.parameters.push_back({size.is_number_integer() ? size.get<std::int64_t>() : -1});
            graph.operators.push_back(std::move(op));
        }
    if (const Json* list = file.list("tensors"))
        for (const Json& item : *list) {
            const JsonObject object(item, itemOf("tensors", graph.tensors.size()), errors);
            workload::Tensor tensor{object.text("name"),
                                    {object.integer("size")},
                                    {std::uint32_t(object.integer("producer"))},
                                    ids<OperatorId>(object, "consumers")};
            std::ranges::sort(tensor.consumers);
            graph.tensors.push_back(std::move(tensor));
        }
    return graph;
}

std::size_t step(const JsonObject& object, std::string_view key)
{
    const std::int64_t number = object.integer(key);
    if (number < 0)
        object.report(key, "is negative");
    return std::size_t(std::max<std::int64_t>(0, number));
}

/// Parameters are recorded by size: each goes to the first one of its operator with that size that has no place yet.
void placeParameter(memory::MemoryPlan& plan, const workload::OperatorGraph& graph, const JsonObject& object)
{
    const OperatorId op{std::uint32_t(object.integer("op"))};
    const Bytes size{object.integer("size")};
    if (op.value >= graph.operators.size())
        return object.report("op", "there is no such operator");
    const std::vector<Bytes>& parameters = graph.operators[op.value].parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        const auto isThis = [&](const memory::ParameterPlace& place) { return place.op == op && place.parameter == p; };
        if (parameters[p] == size && std::ranges::none_of(plan.parameters, isThis)) {
            plan.parameters.push_back({op, p, {object.integer("offset")}});
            return;
        }
    }
    object.report("size", "the operator has no other parameter of this size");
}

memory::MemoryPlan readPlan(const JsonObject& solution, const workload::OperatorGraph& graph, Bytes budget,
                            Bytes traffic)
{
    memory::MemoryPlan plan{budget, ids<OperatorId>(solution, "order"), {}, {}, traffic};
    if (const Json* list = solution.list("intervals"))
        for (const Json& item : *list) {
            const JsonObject object(item, solution.pathOf("intervals"), solution.errors());
            plan.residencies.push_back({{std::uint32_t(object.integer("tensor"))},
                                        step(object, "first"),
                                        step(object, "last"),
                                        {object.integer("offset")}});
        }
    if (const Json* list = solution.list("params"))
        for (const Json& item : *list)
            placeParameter(plan, graph, JsonObject(item, solution.pathOf("params"), solution.errors()));
    return plan;
}

std::optional<Bytes> optionalBytes(const JsonObject& object, std::string_view key)
{
    if (!object.find(key))
        return std::nullopt;
    return Bytes{object.integer(key)};
}

CosmaBudget readBudget(const Json& json, const std::string& path, const workload::OperatorGraph& graph,
                       JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    CosmaBudget budget;
    budget.name = object.text("budget");
    budget.bytes = {object.integer("bytes")};
    budget.proven = object.booleanOr("search_proven", false);
    budget.capacityOptimum = optionalBytes(object, "capacity_optimum");
    budget.optimum = optionalBytes(object, "optimum");
    if (const Json* solution = object.find("solution"); solution && budget.optimum)
        budget.plan = readPlan(JsonObject(*solution, path + ".solution", errors), graph, budget.bytes, *budget.optimum);
    return budget;
}

Result<CosmaCase> parseCosmaCase(const Json& json)
{
    JsonErrors errors;
    const JsonObject file(json, "", errors);
    CosmaCase result;
    result.graph = readGraph(file, errors);
    result.least = {file.integer("M_R")};
    result.peak = {file.integer("M_P")};
    result.peakIsProven = file.booleanOr("M_P_proven", false);
    if (errors.first())
        return *errors.first();
    if (const auto findings = workload::check(result.graph); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message, findings.front().key};
    if (const Json* budgets = file.list("budgets"))
        for (const Json& budget : *budgets)
            result.budgets.push_back(
                readBudget(budget, itemOf("budgets", result.budgets.size()), result.graph, errors));
    if (errors.first())
        return *errors.first();
    return result;
}

} // namespace

std::vector<CaseReport> compareCosma(const CosmaCase& recorded, const RunControl& control)
{
    const auto ours = cosma::budgets(recorded.graph, control);
    if (!ours)
        return {CaseReport{"budgets", false, {ours.error().text()}}};
    std::vector<CaseReport> reports{compareSize("M_R", ours->least, recorded.least)};
    if (recorded.peakIsProven)
        reports.push_back(compareSize("M_P", ours->peak, recorded.peak));
    for (const CosmaBudget& budget : recorded.budgets)
        reports.push_back(compareBudget(recorded.graph, budget, control));
    return reports;
}

Result<CosmaCase> readCosmaCase(const std::filesystem::path& path) { return readJsonFile(path, parseCosmaCase); }

} // namespace nestloom::conformance
