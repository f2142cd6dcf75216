// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "app/store/run_record.h"
#include "engine/schedule/kapla/node_energy.h"

namespace nestloom::store {

using NodeRunId = std::int64_t; // > 0; never given twice

/// A kept schedule on nodes in short.
struct NodeRunSummary {
    NodeRunId id = 0;
    TimePoint keptAt{};
    std::string networkName, acceleratorName;
    kapla::NodeRunOptions options;
    kapla::NodeEnergy energy; // pJ by component
    Cycles cycles{};
    int layerCount = 0; // of what was scheduled: with training also the backward layers
    int segmentCount = 0;
    int longestSegment = 0;     // its layers
    double searchMs = 0;        // CPU time
    std::int64_t evaluated = 0; // blockings counted
    kapla::KaplaEffort effort;  // of the engine "kapla"; without that of single layers
    std::string engineVersion;
};

/// A kept schedule on nodes, complete.
struct NodeRunRecord {
    NodeRunSummary summary;
    hardware::Accelerator accelerator;
    workload::Network network;
    kapla::NodeRun run;
};

/// A schedule on nodes, made ready for the database.
struct PackedNodeRun {
    NodeRunSummary summary; // without id, date and version
    std::string acceleratorYaml, networkYaml, identity;
    std::string schedule;
};
/// Fails   InvalidInput for a run without a schedule, and for one that was stopped early: only whole answers are kept.
Result<PackedNodeRun> pack(const hardware::Accelerator& accelerator, const workload::Network& network,
                           const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

/// A kept schedule as it is on disk: see restore().
struct StoredNodeRun {
    NodeRunSummary summary;
    std::string acceleratorYaml, networkYaml, schedule;
};
/// Evaluated and verified anew; takes some time for large networks and touches no database.
/// Fails   InvalidInput when it is damaged, or when this version of the program takes it for no schedule.
Result<NodeRunRecord> restore(const StoredNodeRun& stored);

/// Schedules on nodes on disk, in the same file as the runs. Every call is one transaction.
/// Thread rule: one call at a time.
class NodeRunStore {
public:
    /// Fails   as openDatabase().
    static Result<NodeRunStore> open(const std::filesystem::path& path, const StoreOptions& options = {});

    /// Equal inputs to the same version of the program have one number: what was there is replaced.
    Result<NodeRunId> keep(const PackedNodeRun& run);
    Result<std::vector<NodeRunSummary>> list(); // newest first
    Result<StoredNodeRun> load(NodeRunId run);  // Fails   InvalidInput when there is no such run
    Status remove(NodeRunId run);               // none is no error

private:
    explicit NodeRunStore(Database database) : m_database(std::move(database)) {}
    Database m_database;
};

} // namespace nestloom::store
