// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "app/store/run_record.h"
#include "engine/memory/memory_plan.h"
#include "engine/schedule/cosma/cosma.h"

namespace nestloom::store {

using PlanId = std::int64_t; // > 0; never given twice

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

/// Memory plans on disk, in the same file as the runs. Every call is one transaction.
/// Thread rule: one call at a time.
class PlanStore {
public:
    /// Fails   as openDatabase().
    static Result<PlanStore> open(const std::filesystem::path& path, const StoreOptions& options = {});

    /// `record.summary.id`, `keptAt` and `engineVersion` are filled in here.
    Result<PlanId> keep(const PlanRecord& record);
    Result<std::vector<PlanSummary>> list(); // newest first
    /// Fails   InvalidInput when there is no such plan, or when memory::verify() refuses it: the file was damaged.
    Result<PlanRecord> load(PlanId plan);
    Status remove(PlanId plan); // none is no error
    /// Tags are sorted and stored once. Fails   InvalidInput for a tag with a space and for a plan that does not exist.
    Status setMarks(PlanId plan, const PlanMarks& marks);

private:
    explicit PlanStore(Database database) : m_database(std::move(database)) {}
    Database m_database;
};

} // namespace nestloom::store
