// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/memory_plan.h"
#include "engine/records/time_point.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::records {

using PlanId = std::int64_t; // > 0; never given twice; 0 = none

/// What the user says about a kept memory plan.
struct PlanMarks {
    std::string title;             // one line; empty = none
    std::vector<std::string> tags; // words without spaces; sorted, none twice
    friend bool operator==(const PlanMarks&, const PlanMarks&) = default;
};

/// A kept memory plan in short.
struct PlanSummary {
    PlanId id = 0;
    TimePoint keptAt{};
    std::string networkName;
    bool parameters = true, fused = false; // see cosma::PlanQuestion
    schedule::cosma::Order order = schedule::cosma::Order::Free;
    std::string method = "search";      // or "ilp"
    schedule::cosma::Budgets budgets{}; // `half` follows from the others
    Bytes scratchpad{};
    Bytes traffic{};                     // beyond the compulsory
    Bytes bound{};                       // proven: no plan has less
    std::optional<Bytes> bestBaseline{}; // traffic of the best scheme without planning
    std::string engineVersion;
    std::string acceleratorName; // whose buffer the scratchpad is; empty = of none
    PlanMarks marks;
    bool isProven() const { return traffic == bound; }
};

/// A kept memory plan, complete.
struct PlanRecord {
    PlanSummary summary{};
    workload::Network network{};     // unfused, with parameters
    workload::OperatorGraph graph{}; // that was planned
    memory::MemoryPlan plan{};
};

} // namespace nestloom::records
