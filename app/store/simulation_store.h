// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "engine/records/simulation.h"

namespace nestloom::store {

records::SimulationKey keyOf(records::RunId run, std::size_t layer, const simulation::Question& question);
std::uint64_t mappingFingerprint(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping);

/// A stored simulation as it is on disk: see restore().
struct StoredSimulation {
    records::SimulationSummary summary;
    std::string bytes;
};
/// Takes some time for large layers; touches no database.
/// Fails   InvalidInput when the bytes are damaged or of another version.
Result<simulation::EndedSimulation> restore(const StoredSimulation& stored, const simulation::Question& question);

/// A finished simulation, made ready for the database. Takes some time for large layers.
struct PackedSimulation {
    Cycles analytical{}, simulated{};
    bool hasTimes = true;
    std::string bytes;
};
inline constexpr std::size_t kMostSimulationBytes = std::size_t(8) << 20; // above, times of transactions are left out
PackedSimulation pack(const simulation::LayerSimulation& simulation, std::size_t mostBytes = kMostSimulationBytes);

/// Puts into the layers of a run what they take when they are simulated with Choices{} under their mapping, where that
/// is stored and they do not have it themselves.
Status addSimulated(Database& database, records::RunRecord& run);

/// Simulations on disk, in the same file as the runs and gone with them. Every call is one transaction.
/// Thread rule: one call at a time.
class SimulationStore {
public:
    /// Fails   as openDatabase().
    static Result<SimulationStore> open(const std::filesystem::path& path, const StoreOptions& options = {})
    {
        return opened<SimulationStore>(path, options);
    }
    explicit SimulationStore(Database database) : m_database(std::move(database)) {}

    /// Replaces an older one of the same key. Fails   InvalidInput when there is no such run.
    Result<records::SimulationSummary> keep(const records::SimulationKey& key, const PackedSimulation& simulation);
    Result<std::vector<records::SimulationSummary>> list(records::RunId run); // by layer, the newest of each first
    Result<std::optional<StoredSimulation>> find(const records::SimulationKey& key);

private:
    Database m_database;
};

} // namespace nestloom::store
