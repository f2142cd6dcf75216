// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/run_store.h"

#include "app/store/open_database.h"
#include "app/store/process_identity.h"
#include "app/store/stored_layer.h"
#include "app/store/transaction.h"
#include "app/store/unix_time.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"

#include <bit>
#include <cstdlib>

namespace nestloom::store {

namespace fs = std::filesystem;

Result<RunStore> RunStore::open(const fs::path& path, const StoreOptions& options)
{
    Result<Database> database = openDatabase(path, options);
    if (!database)
        return database.error();
    RunStore store(*std::move(database));
    // All of these can wait for the next start when they fail, as on a full disk.
    (void)store.markInterrupted();
    const auto limit = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    (void)store.emptyBin(limit - std::chrono::days(kDaysInBin));
    (void)store.learnClocks();
    return store;
}

Result<std::vector<RunId>> RunStore::orphans()
{
    Result<Statement> running =
        m_database.prepare("SELECT id, owner_pid, owner_start_ticks, owner_boot_id FROM runs WHERE status = 'running'");
    if (!running)
        return running.error();
    std::vector<RunId> found;
    for (;;) {
        const Result<bool> row = running->step();
        if (!row)
            return row.error();
        if (!*row)
            return found;
        if (!isAlive({running->integer(1), running->integer(2), running->text(3)}))
            found.push_back(running->integer(0));
    }
}

Result<std::size_t> RunStore::markInterrupted()
{
    const Result<std::vector<RunId>> runs = orphans();
    if (!runs)
        return runs.error();
    if (runs->empty())
        return std::size_t(0); // the usual case takes no write lock
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    // Only if it still says so: its process may have finished it between its last look and its end.
    Result<Statement> mark =
        m_database.prepare("UPDATE runs SET status = 'interrupted' WHERE id = ?1 AND status = 'running'");
    if (!mark)
        return mark.error();
    for (const RunId run : *runs)
        if (const Status marked = mark->bind(1, run).run(); !marked)
            return marked.error();
    if (const Status committed = transaction->commit(); !committed)
        return committed.error();
    return runs->size();
}

Result<RunId> RunStore::begin(const RunInputs& inputs)
{
    Result<Statement> insert = m_database.prepare(
        "INSERT INTO runs (status, started_at_ms, accelerator_name, accelerator_yaml, mac_units, network_name, "
        "network_yaml,"
        " layer_count, options_json, engine, engine_version, seed, owner_pid, owner_start_ticks, owner_boot_id,"
        " objective, clock_hz)"
        " VALUES ('running', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)");
    if (!insert)
        return insert.error();
    const ProcessIdentity owner = currentProcess();
    const std::string accelerator =
        inputs.acceleratorYaml.empty() ? io::writeAccelerator(inputs.accelerator) : inputs.acceleratorYaml;
    const bool hasText = !inputs.networkYaml.empty() && !io::namesBuilder(inputs.networkYaml);
    const std::string network = hasText ? inputs.networkYaml : io::writeNetwork(inputs.network);
    insert->bind(1, unixTimeMs())
        .bind(2, std::string_view(inputs.accelerator.name))
        .bind(3, std::string_view(accelerator))
        .bind(4, inputs.accelerator.macUnits())
        .bind(5, std::string_view(inputs.network.name))
        .bind(6, std::string_view(network))
        .bind(7, std::int64_t(inputs.network.layers.size()))
        .bind(8, std::string_view(io::optionsToJson(inputs.options)))
        .bind(9, std::string_view(inputs.options.engine))
        .bind(10, std::string_view(NESTLOOM_VERSION))
        .bind(11, std::bit_cast<std::int64_t>(inputs.options.seed))
        .bind(12, owner.pid)
        .bind(13, owner.startTicks)
        .bind(14, std::string_view(owner.bootId))
        .bind(15, schedule::name(inputs.options.cosa.objective))
        .bind(16, inputs.accelerator.clock.count);
    if (const Status stored = insert->run(); !stored)
        return stored.error();
    return m_database.lastInsertId();
}

Status RunStore::addLayer(RunId run, const hardware::Accelerator& accelerator, const schedule::LayerResult& layer)
{
    Result<Statement> insert = m_database.prepare(
        "INSERT OR REPLACE INTO layers (run_id, layer_index, name, status, verified, cycles, energy_pj, macs,"
        " lower_bound_cycles, objective_bound, gap, mesh_load, bound_by, solve_cpu_ms, result_json, seal)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?14, ?10, ?15, ?11, ?12, ?13, ?16)");
    if (!insert)
        return insert.error();
    m_ended.erase(run);
    const StoredLayer stored = storedLayer(accelerator, layer);
    insert->bind(1, run)
        .bind(2, stored.index)
        .bind(3, std::string_view(layer.name))
        .bind(4, std::string_view(stored.status))
        .bind(5, std::int64_t(layer.verified))
        .bind(6, stored.cycles)
        .bind(7, stored.energy)
        .bind(8, stored.macs)
        .bind(9, stored.lowerBoundCycles)
        .bind(10, layer.gap)
        .bind(14, layer.objectiveBound)
        .bind(15, layer.meshLoad)
        .bind(12, layer.solveCpuMs)
        .bind(13, std::string_view(stored.json))
        .bind(16, std::string_view(*stored.seal));
    if (layer.cost)
        insert->bind(11, std::string_view(layer.cost->bottleneck.text));
    return insert->run();
}

Status RunStore::finish(RunId run, RunStatus status, const std::string& message)
{
    Result<Statement> update =
        m_database.prepare("UPDATE runs SET status = ?2, message = ?3, finished_at_ms = ?4 WHERE id = ?1");
    if (!update)
        return update.error();
    const Status done =
        update->bind(1, run).bind(2, name(status)).bind(3, std::string_view(message)).bind(4, unixTimeMs()).run();
    return done ? m_database.checkStillThere() : done;
}

Result<std::int64_t> RunStore::foreignChanges() { return m_database.integer("PRAGMA data_version"); }

fs::path defaultStorePath()
{
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value ? value : "";
    };
    if (const std::string data = variable("NESTLOOM_DATA"); !data.empty())
        return fs::path(data) / "runs.sqlite";
    if (const std::string data = variable("XDG_DATA_HOME"); !data.empty())
        return fs::path(data) / "nestloom" / "runs.sqlite";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path(home) / ".local" / "share" / "nestloom" / "runs.sqlite";
    return {};
}

} // namespace nestloom::store
