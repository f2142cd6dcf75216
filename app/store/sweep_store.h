// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "engine/records/sweep.h"

#include <map>

namespace nestloom::store {

/// The stored results of a sweep, by point and network.
using SweepPoints = std::map<std::pair<std::size_t, std::size_t>, explore::PointResult>;

/// Sweeps on disk, in the same file as the runs. Every call is one transaction: a killed process loses at most the
/// point it was writing.
/// Thread rule: one call at a time.
class SweepStore {
public:
    /// Fails   as openDatabase().
    static Result<SweepStore> open(const std::filesystem::path& path, const StoreOptions& options = {})
    {
        return opened<SweepStore>(path, options);
    }
    explicit SweepStore(Database database) : m_database(std::move(database)) {}

    /// The sweep that was begun with these inputs by this version of the program, or a new one. Numbers of threads and
    /// comments in the YAML make no difference, everything that can change a result does.
    Result<records::SweepId> begin(const explore::SweepInputs& inputs);
    /// For going on with a sweep, or for reading it only.
    enum class Purpose { Resume, Read };
    /// Fails   InvalidInput when there is no such sweep, or when it is to be resumed and another version of the program
    /// began it; Io when its inputs were changed after it was begun.
    Result<explore::SweepInputs> load(records::SweepId sweep, Purpose purpose = Purpose::Resume);
    /// The stored results. Failed ones are left out: a solver that died is tried again. So are those that were changed
    /// after they were stored; for reading they are failed ones, with that reason.
    Result<SweepPoints> points(records::SweepId sweep, Purpose purpose = Purpose::Resume);
    /// All of these. Fails   as they do; InvalidInput for a result of a point that the sweep does not have.
    Result<records::SweepRecord> read(records::SweepId sweep, Purpose purpose);
    Status add(records::SweepId sweep,
               const explore::PointResult& result); // replaces what was stored for that point and network
    /// A search has ended, and what it was for, "front of cycles against energy", needs no point that is open. Fails Io
    Status noteFront(records::SweepId sweep, const std::string& front);
    Status remove(records::SweepId sweep); // with its points. Fails   InvalidInput when there is no such sweep
    Status checkStillThere() const { return m_database.checkStillThere(); }
    Result<std::vector<records::SweepSummary>> list(); // newest first

private:
    Database m_database;
};

} // namespace nestloom::store
