// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "engine/records/memory_plan.h"

namespace nestloom::store {

/// Memory plans on disk, in the same file as the runs. Every call is one transaction.
/// Thread rule: one call at a time.
class PlanStore {
public:
    /// Fails   as openDatabase().
    static Result<PlanStore> open(const std::filesystem::path& path, const StoreOptions& options = {})
    {
        return opened<PlanStore>(path, options);
    }
    explicit PlanStore(Database database) : m_database(std::move(database)) {}

    /// `record.summary.id`, `keptAt` and `engineVersion` are filled in here.
    Result<records::PlanId> keep(const records::PlanRecord& record);
    Result<std::vector<records::PlanSummary>> list(); // newest first
    /// Fails   InvalidInput when there is no such plan, or when memory::verify() refuses it: the file was damaged.
    Result<records::PlanRecord> load(records::PlanId plan);
    Status remove(records::PlanId plan); // none is no error
    /// Tags are sorted and stored once. Fails   InvalidInput for a tag with a space and for a plan that does not exist.
    Status setMarks(records::PlanId plan, const records::PlanMarks& marks);

private:
    Database m_database;
};

} // namespace nestloom::store
