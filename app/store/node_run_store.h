// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "engine/records/node_run.h"

namespace nestloom::store {

/// A schedule on nodes, made ready for the database.
struct PackedNodeRun {
    records::NodeRunSummary summary; // without id, date and version
    std::string acceleratorYaml, networkYaml, identity;
    std::string schedule;
};
/// Fails   InvalidInput for a run without a schedule, and for one that was stopped early: only whole answers are kept.
Result<PackedNodeRun> pack(const hardware::Accelerator& accelerator, const workload::Network& network,
                           const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

/// A kept schedule as it is on disk: see restore().
struct StoredNodeRun {
    records::NodeRunSummary summary;
    std::string acceleratorYaml, networkYaml, schedule;
};
/// Evaluated and verified anew; takes some time for large networks and touches no database.
/// Fails   InvalidInput when it is damaged, or when this version of the program takes it for no schedule.
Result<records::NodeRunRecord> restore(const StoredNodeRun& stored);

/// Schedules on nodes on disk, in the same file as the runs. Every call is one transaction.
/// Thread rule: one call at a time.
class NodeRunStore {
public:
    /// Fails   as openDatabase().
    static Result<NodeRunStore> open(const std::filesystem::path& path, const StoreOptions& options = {})
    {
        return opened<NodeRunStore>(path, options);
    }
    explicit NodeRunStore(Database database) : m_database(std::move(database)) {}

    /// Equal inputs to the same version of the program have one number: what was there is replaced.
    Result<records::NodeRunId> keep(const PackedNodeRun& run);
    Result<std::vector<records::NodeRunSummary>> list(); // newest first
    Result<StoredNodeRun> load(records::NodeRunId run);  // Fails   InvalidInput when there is no such run
    Status remove(records::NodeRunId run);               // none is no error

private:
    Database m_database;
};

} // namespace nestloom::store
