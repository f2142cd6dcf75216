// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says about runs: stars, tags, notes, and the bin.
#include "app/store/run_store.h"

#include "app/store/tag_text.h"
#include "app/store/transaction.h"
#include "engine/io/read_accelerator.h"

namespace nestloom::store {

Status RunStore::setMarks(const std::vector<std::pair<RunId, RunMarks>>& marks)
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

Status RunStore::forEach(const std::vector<RunId>& runs, const char* sql, std::optional<std::int64_t> second)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    Result<Statement> change = m_database.prepare(sql);
    if (!change)
        return change.error();
    for (const RunId run : runs) {
        change->bind(1, run);
        if (second)
            change->bind(2, *second);
        if (const Status changed = change->run(); !changed)
            return changed;
    }
    return transaction->commit();
}

Status RunStore::moveToBin(const std::vector<RunId>& runs)
{
    for (const RunId run : runs) {
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

Status RunStore::restore(const std::vector<RunId>& runs)
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

Result<std::size_t> RunStore::emptyBin(TimePoint limit)
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
    std::vector<std::pair<RunId, double>> clocks;
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
