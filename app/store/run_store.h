// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "app/store/whole_result.h"
#include "engine/records/run.h"

#include <filesystem>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nestloom::store {

/// Runs on disk. Every call is one transaction: a process that is killed at any time loses at most the layer it was
/// writing. Several processes may use one file.
/// Thread rule: that of its Database; StoreWorker owns the one that writes.
class RunStore {
public:
    /// Opens or creates the file and its folder, brings it up to date, marks runs whose process is gone as
    /// interrupted, and empties the bin of what has been in it for kDaysInBin.
    /// Fails   as openDatabase().
    static Result<RunStore> open(const std::filesystem::path& path, const StoreOptions& options = {});

    /// Writes the texts that the inputs lack, and that of a network that a builder makes: builders may change.
    Result<records::RunId> begin(const records::RunInputs& inputs);
    Status addLayer(records::RunId run, const hardware::Accelerator& accelerator, const schedule::LayerResult& layer);
    /// The whole result of a run on nodes, which has a schedule, or of a memory plan.
    Status addWhole(records::RunId run, const records::RunInputs& inputs, const kapla::NodeRun& result);
    Status addWhole(records::RunId run, const records::RunInputs& inputs, const records::PlannedMemory& result);
    Status finish(records::RunId run, records::RunStatus status, const std::string& message = {});

    /// Deletes a run that was begun for nothing: its engine does not take such inputs.
    Status forget(records::RunId run) { return m_database.run("DELETE FROM runs WHERE id = ?1", {run}); }

    /// Marks runs whose process is gone, and returns how many those were. open() has tried it already; list() and
    /// load() know without.
    Result<std::size_t> markInterrupted();

    Result<std::vector<records::RunSummary>> list() { return summaries(0, kListed); } // newest first, without the bin
    /// Every mapping is verified and its cost counted once more; see RunRecord::damage for what does not hold. So are
    /// schedules on nodes and memory plans: a run of such a kind that does not hold fails as a whole.
    /// Fails   InvalidInput when there is no such run, or when it is in the bin, or its inputs cannot be read.
    Result<records::RunRecord> load(records::RunId run);
    /// Changes whenever another connection has written: cheap to ask often.
    Result<std::int64_t> foreignChanges() { return m_database.integer("PRAGMA data_version"); }
    const std::string& path() const { return m_database.name(); }

    // What the user says about runs; each call is all or nothing.
    static constexpr int kDaysInBin = 7;
    /// Tags are sorted and stored once. Fails   InvalidInput for a tag with a space and for a run that does not exist.
    Status setMarks(const std::vector<std::pair<records::RunId, records::RunMarks>>& marks);
    /// Into the bin, where list() and load() do not look. Fails   InvalidInput when one of them still runs.
    Status moveToBin(const std::vector<records::RunId>& runs);
    Status restore(const std::vector<records::RunId>& runs); // out of the bin
    Result<std::vector<records::RunSummary>> bin()
    {
        return summaries(0, kInBin);
    } // what went into it last comes first
    /// Deletes for good what went into the bin before `limit`, and returns how many runs that were.
    Result<std::size_t> emptyBin(records::TimePoint limit = records::TimePoint::max());

private:
    explicit RunStore(Database database) : m_database(std::move(database)) {}
    Result<std::vector<records::RunId>> orphans();
    static constexpr std::string_view kListed = "m.deleted_at_ms IS NULL ORDER BY r.id DESC";
    static constexpr std::string_view kInBin = "m.deleted_at_ms IS NOT NULL ORDER BY m.deleted_at_ms DESC, r.id DESC";
    Result<std::vector<records::RunSummary>> summaries(records::RunId only, std::string_view which);
    Status addTotals(records::RunSummary& run, std::int64_t macUnits, const cost::VectorSums& vector);
    Status learnClocks();
    /// For each run as ?1, with `second` as ?2; all or nothing.
    Status forEach(const std::vector<records::RunId>& runs, const char* sql, std::optional<std::int64_t> second = {});
    Status loadLayers(records::RunRecord& run);
    Status loadWhole(records::RunRecord& run);
    Status addWhole(records::RunId run, std::size_t layers, const WholeResult& result);

    struct StoredTotals {
        int layersDone = 0;
        std::optional<schedule::Totals> totals;
    };
    Database m_database;
    std::unordered_map<records::RunId, StoredTotals> m_ended; // totals of runs that have ended: these never change
};

/// $NESTLOOM_DATA/runs.sqlite, or in $XDG_DATA_HOME/nestloom, or in ~/.local/share/nestloom. Empty without a home.
std::filesystem::path defaultStorePath();

} // namespace nestloom::store
