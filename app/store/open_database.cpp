// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/open_database.h"

#include "app/store/migrations.h"

namespace nestloom::store {

Result<Database> openDatabase(const std::filesystem::path& path, const StoreOptions& options)
{
    std::error_code error;
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path(), error);
    if (error)
        return Error{ErrorCode::Io, "the folder for the stored runs cannot be made: " + error.message(), path.string()};
    Result<Database> database = Database::open(path);
    if (!database)
        return database.error();
    // The order matters: a database of a newer program is refused by migrate() before anything else is changed in it.
    if (const Status current = migrate(*database); !current)
        return current.error();
    if (const Status logged = database->useWriteAheadLog(); !logged)
        return logged.error();
    if (!options.maxPages)
        return database;
    const Status limited = database->execute("PRAGMA max_page_count = " + std::to_string(*options.maxPages));
    return limited ? std::move(database) : Result<Database>(limited.error());
}

} // namespace nestloom::store
