// SPDX-License-Identifier: Apache-2.0
#include "engine/io/cosma_conformance.h"

#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/cosma.h"

namespace nestloom::io {

namespace {

namespace cosma = schedule::cosma;

CaseReport report(std::string name, std::vector<std::string> differences)
{
    return {std::move(name), differences.empty(), false, std::move(differences)};
}

std::string differs(const std::string& what, std::int64_t ours, std::int64_t recorded)
{
    return what + ": ours " + std::to_string(ours) + " B, recorded " + std::to_string(recorded) + " B";
}

CaseReport compareSize(const std::string& name, Bytes ours, Bytes recorded)
{
    return report(name, ours == recorded ? std::vector<std::string>{}
                                         : std::vector{differs(name, ours.count, recorded.count)});
}

/// The first rule that a plan breaks, as a difference.
void demandValid(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan, const std::string& whose,
                 std::vector<std::string>& differences)
{
    if (const auto violations = memory::verify(graph, plan); !violations.empty())
        differences.push_back(whose + " plan is refused: " + violations.front().message);
}

std::vector<std::string> compareBudget(const workload::OperatorGraph& graph, const CosmaBudget& recorded,
                                       const RunControl& control)
{
    std::vector<std::string> differences;
    if (recorded.plan)
        demandValid(graph, *recorded.plan, "the recorded", differences);
    const auto ours = cosma::solve(graph, recorded.bytes, {}, control);
    if (!ours) {
        differences.push_back(ours.error().text());
        return differences;
    }
    if (!ours->solution) {
        differences.push_back("no plan: " + ours->reason);
        return differences;
    }
    demandValid(graph, *ours->solution, "our", differences);
    const Bytes traffic = ours->solution->traffic;
    if (recorded.proven && recorded.capacityOptimum && ours->capacityOptimum != recorded.capacityOptimum->count)
        differences.push_back(differs("optimum by capacity", ours->capacityOptimum, recorded.capacityOptimum->count));
    if (recorded.proven && recorded.optimum && traffic != *recorded.optimum)
        differences.push_back(differs(traffic < *recorded.optimum ? "below a proven optimum" : "optimum", traffic.count,
                                      recorded.optimum->count));
    return differences;
}

} // namespace

std::vector<CaseReport> compareCosma(const CosmaCase& recorded, const RunControl& control)
{
    const auto ours = cosma::budgets(recorded.graph, control);
    if (!ours)
        return {report("budgets", {ours.error().text()})};
    std::vector<CaseReport> reports{compareSize("M_R", ours->least, recorded.least)};
    if (recorded.peakIsProven)
        reports.push_back(compareSize("M_P", ours->peak, recorded.peak));
    for (const CosmaBudget& budget : recorded.budgets)
        reports.push_back(report("budget " + budget.name, compareBudget(recorded.graph, budget, control)));
    return reports;
}

} // namespace nestloom::io
