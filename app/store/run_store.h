// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "app/store/run_record.h"

#include <filesystem>
#include <vector>

namespace nestloom::store {

struct StoreOptions {
    std::optional<std::int64_t> maxPages; // limit of the file in SQLite pages; nothing = the disk's own
};

/// Runs on disk. Every call is one transaction: a process that is killed at any time loses at most the layer it was
/// writing. Several processes may use one file.
/// Thread rule: that of its Database; StoreWorker owns the one that writes.
class RunStore {
public:
    /// Opens or creates the file and its folder, brings it up to date, and marks runs whose process is gone as
    /// interrupted. Fails   Io or InvalidInput (newer version) in one sentence; the file is left as it was.
    static Result<RunStore> open(const std::filesystem::path& path, const StoreOptions& options = {});

    Result<RunId> begin(const RunInputs& inputs);
    Status addLayer(RunId run, const hardware::Accelerator& accelerator, const schedule::LayerResult& layer);
    Status finish(RunId run, RunStatus status, const std::string& message = {});

    /// Marks runs whose process is gone, and returns how many those were. open() has done it already.
    Result<std::size_t> markInterrupted();

    Result<std::vector<RunSummary>> list(); // newest first
    /// Fails   InvalidInput when there is no such run.
    Result<RunRecord> load(RunId run);
    /// Changes whenever another connection has written: cheap to ask often.
    Result<std::int64_t> foreignChanges();

private:
    explicit RunStore(Database database) : m_database(std::move(database)) {}
    Result<std::vector<RunId>> orphans();
    Result<std::vector<RunSummary>> summaries(RunId only);
    Result<std::vector<schedule::LayerResult>> layers(RunId run, const hardware::Accelerator& accelerator);

    Database m_database;
};

/// $NESTLOOM_DATA/runs.sqlite, or in $XDG_DATA_HOME/nestloom, or in ~/.local/share/nestloom. Empty without a home.
std::filesystem::path defaultStorePath();

} // namespace nestloom::store
