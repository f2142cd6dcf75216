// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/simulation_store.h"

#include "app/store/simulation_bytes.h"
#include "app/store/stored_values.h"
#include "engine/base/fingerprint.h"
#include "engine/io/result_json.h"

#include <cstdlib>
#include <map>

namespace nestloom::store {

namespace {

using noc::RouterKind;
using traffic::Reduction;

constexpr const char* kColumns =
    "id, run_id, layer_index, dram, router, reduction, mapping, simulated_at_ms, engine_version,"
    " analytical_cycles, simulated_cycles, has_times, length(result)";
constexpr int kColumnCount = 13;

Reduction reductionNamed(const std::string& text)
{
    for (const Reduction reduction : {Reduction::StoreAndForward, Reduction::AtReceiver})
        if (traffic::name(reduction) == text)
            return reduction;
    return Reduction::PacketChain;
}

records::SimulationSummary simulationFrom(const Statement& row)
{
    records::SimulationSummary summary;
    summary.id = row.integer(0);
    summary.key.run = row.integer(1);
    summary.key.layer = std::size_t(row.integer(2));
    summary.key.choices = {row.text(3), reductionNamed(row.text(5)),
                           row.text(4) == noc::name(RouterKind::Wormhole) ? RouterKind::Wormhole
                                                                          : RouterKind::VirtualChannels};
    summary.key.mapping = std::strtoull(row.text(6).c_str(), nullptr, 16);
    summary.simulatedAt = storedTime(row.integer(7));
    summary.engineVersion = row.text(8);
    summary.analytical = {row.integer(9)};
    summary.simulated = {row.integer(10)};
    summary.hasTimes = row.integer(11) != 0;
    summary.size = {row.integer(12)};
    return summary;
}

} // namespace

std::uint64_t mappingFingerprint(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    return Fingerprint().add(io::mappingToJson(accelerator, mapping)).value();
}

records::SimulationKey keyOf(records::RunId run, std::size_t layer, const simulation::Question& question)
{
    records::SimulationKey key{run, layer, question.choices,
                               mappingFingerprint(question.accelerator, question.mapping)};
    if (key.choices.dram.empty())
        key.choices.dram = simulation::dramModelOf(question.accelerator);
    return key;
}

PackedSimulation pack(const simulation::LayerSimulation& simulation, std::size_t mostBytes)
{
    PackedSimulation made{simulation.analytical, simulation.simulated(), true,
                          packed(simulationToBytes(simulation, true))};
    if (made.bytes.size() > mostBytes) {
        made.hasTimes = false;
        made.bytes = packed(simulationToBytes(simulation, false));
    }
    return made;
}

Result<simulation::EndedSimulation> restore(const StoredSimulation& stored, const simulation::Question& question)
{
    TRY(const auto bytes, unpacked(stored.bytes));
    auto layer = simulationFromBytes(bytes, question);
    if (!layer)
        return layer.error();
    if (stored.summary.hasTimes)
        return simulation::endedSimulation(*std::move(layer), question.layer.name + " on " + question.accelerator.name);
    simulation::EndedSimulation ended{*std::move(layer), {}, nullptr};
    ended.users = simulation::LinkUsers(ended.layer.traffic);
    return ended;
}

Result<records::SimulationSummary> SimulationStore::keep(const records::SimulationKey& key,
                                                         const PackedSimulation& simulation)
{
    records::SimulationSummary summary{0,
                                       key,
                                       now(),
                                       NESTLOOM_VERSION,
                                       simulation.analytical,
                                       simulation.simulated,
                                       simulation.hasTimes,
                                       {std::int64_t(simulation.bytes.size())}};
    const auto id = m_database.rows<records::SimulationId>(
        "INSERT INTO simulation (run_id, layer_index, dram, router, reduction, mapping, simulated_at_ms, "
        "engine_version, analytical_cycles, simulated_cycles, has_times, result)"
        " SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 FROM runs WHERE id = ?1"
        " ON CONFLICT (run_id, layer_index, dram, router, reduction, mapping) DO UPDATE SET simulated_at_ms = ?7,"
        " engine_version = ?8, analytical_cycles = ?9, simulated_cycles = ?10, has_times = ?11, result = ?12"
        " RETURNING id",
        {key.run, key.layer, key.choices.dram, noc::name(key.choices.router), traffic::name(key.choices.reduction),
         hexadecimal(key.mapping), summary.simulatedAt.time_since_epoch().count(), summary.engineVersion,
         summary.analytical.count, summary.simulated.count, summary.hasTimes, Blob{simulation.bytes}},
        [](const Statement& row) { return row.integer(0); });
    if (!id)
        return id.error();
    if (id->empty())
        return Error{ErrorCode::InvalidInput,
                     "there is no run " + std::to_string(key.run) + " to store a simulation with", m_database.name()};
    summary.id = id->front();
    return summary;
}

Result<std::vector<records::SimulationSummary>> SimulationStore::list(records::RunId run)
{
    return m_database.rows<records::SimulationSummary>(
        std::string("SELECT ") + kColumns
            + " FROM simulation WHERE run_id = ?1 ORDER BY layer_index, simulated_at_ms DESC, id DESC",
        {run}, simulationFrom);
}

Status addSimulated(Database& database, records::RunRecord& run)
{
    const simulation::Choices usual;
    const auto all = database.rows<std::pair<std::pair<std::size_t, std::string>, std::int64_t>>(
        "SELECT layer_index, mapping, simulated_cycles FROM simulation"
        " WHERE run_id = ?1 AND dram = ?2 AND router = ?3 AND reduction = ?4",
        {run.summary.id, simulation::dramModelOf(run.inputs.accelerator), noc::name(usual.router),
         traffic::name(usual.reduction)},
        [](const Statement& row) {
            return std::pair(std::pair(std::size_t(row.integer(0)), row.text(1)), row.integer(2));
        });
    if (!all)
        return all.error();
    const std::map<std::pair<std::size_t, std::string>, std::int64_t> cycles(all->begin(), all->end());
    if (cycles.empty())
        return success();
    for (schedule::LayerResult& layer : run.layers) {
        if (!layer.mapping || layer.simulated)
            continue;
        const auto found =
            cycles.find({layer.index, hexadecimal(mappingFingerprint(run.inputs.accelerator, *layer.mapping))});
        if (found != cycles.end())
            layer.simulated = Cycles{found->second};
    }
    return success();
}

Result<std::optional<StoredSimulation>> SimulationStore::find(const records::SimulationKey& key)
{
    const auto found = m_database.rows<StoredSimulation>(
        std::string("SELECT ") + kColumns
            + ", result FROM simulation WHERE run_id = ?1 AND layer_index = ?2 AND dram = ?3 AND router = ?4"
              " AND reduction = ?5 AND mapping = ?6",
        {key.run, key.layer, key.choices.dram, noc::name(key.choices.router), traffic::name(key.choices.reduction),
         hexadecimal(key.mapping)},
        [](const Statement& row) {
            return StoredSimulation{simulationFrom(row), row.blob(kColumnCount)};
        });
    if (!found)
        return found.error();
    return found->empty() ? std::optional<StoredSimulation>() : found->front();
}

} // namespace nestloom::store
