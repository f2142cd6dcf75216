// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/migrations.h"

#include "app/store/transaction.h"

#include <filesystem>

namespace nestloom::store {

namespace {

Result<std::int64_t> version(Database& database) { return database.integer("PRAGMA user_version"); }

Status backUp(Database& database, std::size_t newVersion)
{
    const std::string target = database.name() + ".before-v" + std::to_string(newVersion);
    const std::string unfinished = target + ".tmp";
    std::error_code error;
    std::filesystem::remove(unfinished, error);
    Result<Statement> copy = database.prepare("VACUUM INTO ?1");
    if (!copy)
        return copy.error();
    if (const Status copied = copy->bind(1, std::string_view(unfinished)).run(); !copied)
        return copied;
    std::filesystem::rename(unfinished, target, error);
    if (error)
        return Error{ErrorCode::Io, "the backup before a change of version cannot be written: " + error.message(),
                     target};
    return success();
}

Status climb(Database& database, std::span<const Migration> steps)
{
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction)
        return transaction.error();
    const Result<std::int64_t> from = version(database); // again: another process may have been faster
    if (!from)
        return from.error();
    for (std::size_t i = std::size_t(*from); i < steps.size(); ++i) {
        const std::string step = std::string(steps[i].sql) + ";\nPRAGMA user_version = " + std::to_string(i + 1) + ";";
        if (const Status done = database.execute(step); !done)
            return done;
    }
    return transaction->commit();
}

} // namespace

Status migrate(Database& database, std::span<const Migration> steps)
{
    const Result<std::int64_t> from = version(database);
    if (!from)
        return from.error();
    if (*from < 0 || *from > std::int64_t(steps.size()))
        return Error{ErrorCode::InvalidInput,
                     "the runs were stored by a newer version of Nestloom (database version " + std::to_string(*from)
                         + ", this program knows " + std::to_string(steps.size()) + "); the file was left as it is",
                     database.name()};
    if (*from == std::int64_t(steps.size()))
        return success();
    if (*from > 0)
        if (const Status copied = backUp(database, steps.size()); !copied)
            return copied;
    return climb(database, steps);
}

} // namespace nestloom::store
