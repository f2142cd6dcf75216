// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/open_database.h"

#include "app/store/migrations.h"

namespace nestloom::store {

namespace fs = std::filesystem;

namespace {

/// What was computed may be a secret of the user's: folders and files that are made here are for the user only.
Status makeFolder(const fs::path& folder)
{
    std::error_code error;
    if (folder.empty() || fs::exists(folder, error))
        return success();
    if (fs::create_directories(folder, error); error)
        return Error{ErrorCode::Io, "the folder for the stored runs cannot be made: " + error.message(),
                     folder.string()};
    fs::permissions(folder, fs::perms::owner_all, error);
    return success();
}

Result<Database> openForWriting(const fs::path& path, const StoreOptions& options)
{
    if (const Status made = makeFolder(path.parent_path()); !made)
        return made.error();
    std::error_code ignored;
    const bool isNew = !fs::exists(path, ignored);
    Result<Database> database = Database::open(path);
    if (!database)
        return database.error();
    if (isNew) // by its name, see Database; SQLite gives the files beside it the same permissions
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, ignored);
    // The order matters: a database of another or of a newer program is refused before anything is changed in it.
    if (const Status ours = checkIsOurs(*database); !ours)
        return ours.error();
    if (const Status current = migrate(*database); !current)
        return current.error();
    if (const Status logged = database->useWriteAheadLog(); !logged)
        return logged.error();
    if (!options.maxPages)
        return database;
    const Status limited = database->execute("PRAGMA max_page_count = " + std::to_string(*options.maxPages));
    return limited ? std::move(database) : Result<Database>(limited.error());
}

/// Where nothing can be written beside the file, it can still be read when nobody else writes it: then no log lies
/// beside it whose contents would be missed.
Result<Database> openForReading(const fs::path& path)
{
    Result<Database> database = Database::open(path, Access::Read);
    std::error_code missing;
    const std::uintmax_t logged = fs::file_size(path.string() + "-wal", missing);
    if (!database && (missing || logged == 0))
        database = Database::open(path, Access::ReadUnchanging);
    if (!database)
        return database.error();
    if (const Status ours = checkIsOurs(*database); !ours)
        return ours.error();
    const Status current = checkIsCurrent(*database);
    return current ? std::move(database) : Result<Database>(current.error());
}

} // namespace

Result<Database> openDatabase(const fs::path& path, const StoreOptions& options)
{
    Result<Database> database = openForWriting(path, options);
    if (database || options.access == Access::Write || database.error().code != ErrorCode::Io
        || isDamage(database.error()))
        return database;
    Result<Database> read = openForReading(path);
    return read ? std::move(read) : std::move(database);
}

} // namespace nestloom::store
