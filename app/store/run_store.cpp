// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/run_store.h"

#include "app/store/open_database.h"
#include "app/store/process_identity.h"
#include "app/store/stored_layer.h"
#include "app/store/tag_text.h"
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

Result<std::vector<records::RunId>> RunStore::orphans()
{
    Result<Statement> running =
        m_database.prepare("SELECT id, owner_pid, owner_start_ticks, owner_boot_id FROM runs WHERE status = 'running'");
    if (!running)
        return running.error();
    std::vector<records::RunId> found;
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
    const Result<std::vector<records::RunId>> runs = orphans();
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
    for (const records::RunId run : *runs)
        if (const Status marked = mark->bind(1, run).run(); !marked)
            return marked.error();
    if (const Status committed = transaction->commit(); !committed)
        return committed.error();
    return runs->size();
}

Result<records::RunId> RunStore::begin(const records::RunInputs& inputs)
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

Status RunStore::addLayer(records::RunId run, const hardware::Accelerator& accelerator,
                          const schedule::LayerResult& layer)
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

Status RunStore::finish(records::RunId run, records::RunStatus status, const std::string& message)
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

Status RunStore::setMarks(const std::vector<std::pair<records::RunId, records::RunMarks>>& marks)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    Result<Statement> write = m_database.prepare(
        "INSERT INTO run_marks (run_id, starred, tags, note) SELECT id, ?2, ?3, ?4 FROM runs WHERE id = ?1"
        " ON CONFLICT (run_id) DO UPDATE SET starred = ?2, tags = ?3, note = ?4 RETURNING run_id");
    if (!write)
        return write.error();
    for (const auto& [run, mark] : marks) {
        const Result<std::string> tags = tagText(mark.tags);
        if (!tags)
            return tags.error();
        write->bind(1, run)
            .bind(2, std::int64_t(mark.starred))
            .bind(3, std::string_view(*tags))
            .bind(4, std::string_view(mark.note));
        const Result<bool> written = write->step();
        if (!written)
            return written.error();
        if (!*written)
            return Error{ErrorCode::InvalidInput, "there is no run " + std::to_string(run), m_database.name()};
        if (const Status done = write->run(); !done)
            return done;
    }
    return transaction->commit();
}

Status RunStore::forEach(const std::vector<records::RunId>& runs, const char* sql, std::optional<std::int64_t> second)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    Result<Statement> change = m_database.prepare(sql);
    if (!change)
        return change.error();
    for (const records::RunId run : runs) {
        change->bind(1, run);
        if (second)
            change->bind(2, *second);
        if (const Status changed = change->run(); !changed)
            return changed;
    }
    return transaction->commit();
}

Status RunStore::moveToBin(const std::vector<records::RunId>& runs)
{
    for (const records::RunId run : runs) {
        const auto running =
            m_database.integer("SELECT count(*) FROM runs WHERE status = 'running' AND id = " + std::to_string(run));
        if (!running)
            return running.error();
        if (*running > 0)
            return Error{ErrorCode::InvalidInput, "it is still running; cancel it before it is deleted",
                         "run " + std::to_string(run)};
    }
    using namespace std::chrono;
    return forEach(runs,
                   "INSERT INTO run_marks (run_id, deleted_at_ms) SELECT id, ?2 FROM runs WHERE id = ?1"
                   " ON CONFLICT (run_id) DO UPDATE SET deleted_at_ms = ?2",
                   duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

Status RunStore::restore(const std::vector<records::RunId>& runs)
{
    return forEach(runs, "UPDATE run_marks SET deleted_at_ms = NULL WHERE run_id = ?1", std::nullopt);
}

Result<std::size_t> RunStore::binCount()
{
    const auto count = m_database.integer("SELECT count(*) FROM run_marks WHERE deleted_at_ms IS NOT NULL");
    if (!count)
        return count.error();
    return std::size_t(*count);
}

Result<std::size_t> RunStore::emptyBin(records::TimePoint limit)
{
    const std::string old = " FROM run_marks WHERE deleted_at_ms < " + std::to_string(limit.time_since_epoch().count());
    const auto count = m_database.integer("SELECT count(*)" + old);
    if (!count)
        return count.error();
    if (*count == 0)
        return std::size_t(0); // the usual case takes no write lock
    // Layers and marks go with their run.
    if (const Status deleted = m_database.execute("DELETE FROM runs WHERE id IN (SELECT run_id" + old + ")"); !deleted)
        return deleted.error();
    return std::size_t(*count);
}

/// Runs stored before version 3 have no clock of their own: it is in their text.
Status RunStore::learnClocks()
{
    Result<Statement> query = m_database.prepare("SELECT id, accelerator_yaml FROM runs WHERE clock_hz IS NULL");
    if (!query)
        return query.error();
    std::vector<std::pair<records::RunId, double>> clocks;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            break;
        if (const auto accelerator = io::parseAccelerator(query->text(1), "stored"); accelerator)
            clocks.emplace_back(query->integer(0), accelerator->clock.count);
    }
    if (clocks.empty())
        return success();
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    Result<Statement> write = m_database.prepare("UPDATE runs SET clock_hz = ?2 WHERE id = ?1");
    if (!write)
        return write.error();
    for (const auto& [run, clock] : clocks)
        if (const Status written = write->bind(1, run).bind(2, clock).run(); !written)
            return written;
    return transaction->commit();
}

} // namespace nestloom::store
