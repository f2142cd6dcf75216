// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/database.h"

#include <sqlite3.h>

#include <sys/stat.h>

#include <chrono>
#include <thread>

namespace nestloom::store {

namespace {

namespace fs = std::filesystem;

constexpr int kLooks = 15; // at a file that seems damaged
constexpr std::chrono::milliseconds kBetweenLooks{20};

/// The file is looked at through SQLite and by its name only. Opened beside SQLite it must not be: closing any
/// descriptor of a file drops all locks of this process on it, those of its other connections included, and then two
/// programs write as if each were alone (https://www.sqlite.org/howtocorrupt.html section 2.2).
Status checkIsFile(const fs::path& path)
{
    std::error_code ignored;
    if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
        return Error{ErrorCode::Io, "this is not a file, so no runs can be stored in it", path.string()};
    return success();
}

/// As SQLite takes addresses: https://www.sqlite.org/uri.html.
std::string addressOf(const fs::path& path, Access access)
{
    std::string address = "file:";
    for (const char letter : fs::absolute(path).string()) {
        const bool isSpecial = letter == '%' || letter == '?' || letter == '#';
        address += isSpecial ? letter == '%' ? "%25" : letter == '?' ? "%3f" : "%23" : std::string(1, letter);
    }
    return address + (access == Access::ReadUnchanging ? "?immutable=1" : "?mode=ro");
}

/// Device and inode, by name.
std::pair<std::uint64_t, std::uint64_t> fileOf(const std::string& name)
{
    struct stat file {};
    return stat(name.c_str(), &file) == 0 ? std::pair<std::uint64_t, std::uint64_t>(file.st_dev, file.st_ino)
                                          : std::pair<std::uint64_t, std::uint64_t>();
}

} // namespace

Database::Database(sqlite3* connection, std::string name) : m_connection(connection), m_name(std::move(name)) {}

void Database::Closer::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Result<Database> Database::open(const fs::path& path, Access access)
{
    if (const Status fine = checkIsFile(path); !fine)
        return fine.error();
    // Another program may be copying the file here: what seems damaged may be whole in a moment.
    Result<Database> database = openOnce(path, access);
    for (int look = 1; look < kLooks && !database && isDamage(database.error()); ++look) {
        std::this_thread::sleep_for(kBetweenLooks);
        database = openOnce(path, access);
    }
    return database;
}

Result<Database> Database::openOnce(const fs::path& path, Access access)
{
    sqlite3* connection = nullptr;
    const int code = access == Access::Write
                         ? sqlite3_open_v2(path.c_str(), &connection,
                                           SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr)
                         : sqlite3_open_v2(addressOf(path, access).c_str(), &connection,
                                           SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(connection, path.string());
    if (code != SQLITE_OK)
        return describeSqliteError(connection, code, path.string());
    database.waitForLocks(kBusyTimeout);
    if (const Status on = database.execute("PRAGMA foreign_keys = ON"); !on)
        return on.error();
    if (const Status whole = database.checkWhole(); !whole)
        return whole.error();
    database.m_file = fileOf(path.string());
    return database;
}

void Database::waitForLocks(std::chrono::milliseconds most)
{
    sqlite3_busy_timeout(m_connection.get(), int(most.count()));
}

/// The first read finds a header that is none and pages that are missing, but neither a last page that is cut off, over
/// which a later query would trip, nor a file of one byte, which SQLite takes for an empty one.
Status Database::checkWhole()
{
    const Result<std::int64_t> pages = integer("PRAGMA page_count"), pageSize = integer("PRAGMA page_size");
    if (!pages || !pageSize)
        return pages ? pageSize.error() : pages.error();
    std::error_code ignored;
    const std::uintmax_t size = fs::file_size(m_name, ignored);
    // Pages that are still in a write-ahead log may be missing.
    const std::uintmax_t logged = fs::file_size(m_name + "-wal", ignored);
    const bool hasLog = !ignored && logged > 0;
    const bool isCutOff = size == 1 || (*pages > 0 && !hasLog && size % std::uintmax_t(*pageSize) != 0);
    return isCutOff ? describeSqliteError(nullptr, SQLITE_NOTADB, m_name) : success();
}

Status Database::checkStillThere() const
{
    return fileOf(m_name) == m_file
               ? success()
               : Status(Error{ErrorCode::InvalidInput,
                              "the database was removed or replaced meanwhile, so what was stored is lost", m_name});
}

Status Database::execute(const std::string& sql)
{
    const int code = sqlite3_exec(m_connection.get(), sql.c_str(), nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? success() : Status(describeSqliteError(m_connection.get(), code, m_name));
}

Result<Statement> Database::prepare(std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(m_connection.get(), sql.data(), int(sql.size()), &statement, nullptr);
    if (code != SQLITE_OK)
        return describeSqliteError(m_connection.get(), code, m_name);
    return Statement(statement, m_name);
}

Result<std::int64_t> Database::integer(std::string_view sql)
{
    Result<Statement> statement = prepare(sql);
    if (!statement)
        return statement.error();
    const Result<bool> row = statement->step();
    if (!row)
        return row.error();
    return *row ? statement->integer(0) : 0;
}

Status Database::useWriteAheadLog()
{
    // Two processes that switch a new file at the same moment get SQLITE_BUSY at once, whatever the busy timeout.
    Status status = success();
    for (int attempt = 0; attempt < 100; ++attempt) {
        status = execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
        if (status || sqlite3_errcode(m_connection.get()) != SQLITE_BUSY)
            break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return status;
}

std::int64_t Database::lastInsertId() const { return sqlite3_last_insert_rowid(m_connection.get()); }

} // namespace nestloom::store
