// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"
#include "engine/records/run.h"
#include "engine/simulation/simulation_question.h"

namespace nestloom::store {

using namespace records;

using SimulationId = std::int64_t; // > 0; never given twice

/// What was simulated: a layer of a run under a mapping, with options. There is one simulation of each.
struct SimulationKey {
    RunId run = 0;
    std::size_t layer = 0;       // into the network's layers
    simulation::Choices choices; // the DRAM by name, never empty
    std::uint64_t mapping = 0;   // fingerprint
    friend bool operator==(const SimulationKey&, const SimulationKey&) = default;
};
SimulationKey keyOf(RunId run, std::size_t layer, const simulation::Question& question);
std::uint64_t mappingFingerprint(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping);

/// A stored simulation in short.
struct SimulationSummary {
    SimulationId id = 0;
    SimulationKey key;
    TimePoint simulatedAt{};
    std::string engineVersion;
    Cycles analytical{}, simulated{};
    bool hasTimes = true; // when each transaction ran; without, there is no trace
    Bytes size{};         // on disk
};

/// A stored simulation as it is on disk: see restore().
struct StoredSimulation {
    SimulationSummary summary;
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

/// Simulations on disk, in the same file as the runs and gone with them. Every call is one transaction.
/// Thread rule: one call at a time.
class SimulationStore {
public:
    /// Fails   as openDatabase().
    static Result<SimulationStore> open(const std::filesystem::path& path, const StoreOptions& options = {});

    /// Replaces an older one of the same key. Fails   InvalidInput when there is no such run.
    Result<SimulationSummary> keep(const SimulationKey& key, const PackedSimulation& simulation);
    Result<std::vector<SimulationSummary>> list(RunId run); // by layer, the newest of each first
    Result<std::optional<StoredSimulation>> find(const SimulationKey& key);

private:
    explicit SimulationStore(Database database) : m_database(std::move(database)) {}
    Database m_database;
};

} // namespace nestloom::store
