// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/migrations.h"

#include <chrono>
#include <filesystem>

namespace nestloom::store {

namespace {

constexpr std::chrono::minutes kUpgrade{10}; // how long one program may take while others wait: a large file is copied

Result<std::int64_t> version(Database& database) { return database.integer("PRAGMA user_version"); }

/// On a connection of its own: what the caller's has begun is not in it, and no other program writes meanwhile.
Status backUp(const std::string& path, std::size_t newVersion)
{
    const std::string target = path + ".before-v" + std::to_string(newVersion);
    const std::string unfinished = target + ".tmp"; // of a program that was killed here
    std::error_code error;
    std::filesystem::remove(unfinished, error);
    TRY(auto reader, Database::open(path));
    TRY_DO(reader.run("VACUUM INTO ?1", {unfinished}));
    std::filesystem::permissions(unfinished, std::filesystem::status(path, error).permissions(), error);
    std::filesystem::rename(unfinished, target, error);
    if (error)
        return Error{ErrorCode::Io, "the backup before a change of version cannot be written: " + error.message(),
                     target};
    return success();
}

Error newerVersion(Database& database, std::int64_t found, std::size_t known)
{
    return {ErrorCode::InvalidInput,
            "the runs were stored by a newer version of Nestloom (database version " + std::to_string(found)
                + ", this program knows " + std::to_string(known) + "); the file was left as it is",
            database.name()};
}

Status climb(Database& database, std::span<const Migration> steps)
{
    TRY(auto transaction, Transaction::begin(database));
    const Result<std::int64_t> from = version(database); // again: another process may have been faster
    if (!from)
        return from.error();
    if (*from > std::int64_t(steps.size()))
        return newerVersion(database, *from, steps.size());
    if (*from == std::int64_t(steps.size()))
        return success();
    if (*from > 0)
        TRY_DO(backUp(database.name(), steps.size()));
    for (std::size_t i = std::size_t(*from); i < steps.size(); ++i) {
        const std::string step = std::string(steps[i].sql) + ";\nPRAGMA user_version = " + std::to_string(i + 1) + ";";
        TRY_DO(database.execute(step));
    }
    return transaction.commit();
}

} // namespace

Status migrate(Database& database, std::span<const Migration> steps)
{
    TRY(const auto from, version(database));
    if (from < 0 || from > std::int64_t(steps.size()))
        return newerVersion(database, from, steps.size());
    if (from == std::int64_t(steps.size()))
        return success();
    database.waitForLocks(kUpgrade);
    const Status climbed = climb(database, steps);
    database.waitForLocks(Database::kBusyTimeout);
    return climbed;
}

Status checkIsOurs(Database& database)
{
    const auto tables = database.integer("SELECT count(*) FROM sqlite_schema");
    if (!tables || *tables == 0)
        return tables ? success() : Status(tables.error());
    const auto ours = database.integer("SELECT count(*) FROM pragma_table_info('runs') WHERE name = 'owner_boot_id'");
    if (!ours)
        return ours.error();
    return *ours > 0
               ? success()
               : Status(Error{ErrorCode::InvalidInput,
                              "this is the database of another program, so no runs are stored in it; name another file",
                              database.name()});
}

Status checkIsCurrent(Database& database)
{
    TRY(const auto found, version(database));
    const std::size_t known = migrations().size();
    if (found > std::int64_t(known))
        return newerVersion(database, found, known);
    if (found == std::int64_t(known))
        return success();
    return Error{ErrorCode::InvalidInput,
                 "it must be brought up to date (from version " + std::to_string(found) + " to " + std::to_string(known)
                     + "), but it cannot be written; copy it to a folder of yours",
                 database.name()};
}

std::span<const Migration> migrations()
{
    static constexpr Migration kSteps[] = {
#include "migrations.inc"
    };
    return kSteps;
}

} // namespace nestloom::store
