// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/conformance/case_report.h"
#include "engine/memory/memory_plan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

/// What an exact memory planner found for one scratchpad size.
struct CosmaBudget {
    std::string name; // "M_R", "M_H", "M_P"
    Bytes bytes{};
    bool proven = false;
    std::optional<Bytes> capacityOptimum; // least traffic when addresses are not looked at
    std::optional<Bytes> optimum;         // with addresses
    std::optional<memory::MemoryPlan> plan;
};

/// A recording: an operator graph and the planner's answers.
struct CosmaCase {
    workload::OperatorGraph graph;
    Bytes least{}; // M_R
    Bytes peak{};  // M_P
    bool peakIsProven = false;
    std::vector<CosmaBudget> budgets;
};

/// `where` of an Error is "file: key". Fails   Io; InvalidInput, also for findings in the graph.
Result<CosmaCase> readCosmaCase(const std::filesystem::path& path);

/// Our COSMA against a recording: a report for M_R, one for M_P, and one for each budget. M_R and M_P are equal; where
/// the recording is proven, the optimum by capacity and the packed optimum are equal; our plan passes our verifier,
/// which accepts the recorded plan as well; nothing is below a proven optimum.
std::vector<CaseReport> compareCosma(const CosmaCase& recorded, const RunControl& control);

} // namespace nestloom::conformance
