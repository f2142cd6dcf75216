// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/database.h"

#include <sqlite3.h>

#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

namespace nestloom::store {

namespace {

namespace fs = std::filesystem;

constexpr int kBusyTimeoutMs = 5000;
constexpr int kLooks = 15; // at a file that seems damaged
constexpr std::chrono::milliseconds kBetweenLooks{20};

/// SQLite would take some damaged files for good ones until a later query trips over them, so the header is read first.
/// Layout: https://www.sqlite.org/fileformat2.html section 1.3 (page size at 16, page count at 28, big endian).
Status lookAtFile(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return success();
    if (!fs::is_regular_file(path, ignored))
        return Error{ErrorCode::Io, "this is not a file, so no runs can be stored in it", path.string()};
    const std::uintmax_t size = fs::file_size(path, ignored);
    std::array<unsigned char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{ErrorCode::Io, "the database cannot be read; check its permissions", path.string()};
    if (size == 0 || fs::exists(path.string() + "-journal", ignored))
        return success(); // SQLite makes a database of it, or undoes what was half written
    file.read(reinterpret_cast<char*>(header.data()), std::streamsize(header.size()));
    const auto damaged = [&] { return describeSqliteError(nullptr, SQLITE_NOTADB, path.string()); };
    if (file.gcount() != std::streamsize(header.size()) || std::memcmp(header.data(), "SQLite format 3", 16) != 0)
        return damaged();
    const auto big = [&](std::size_t at, std::size_t bytes) {
        std::uintmax_t number = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            number = number << 8 | header[at + i];
        return number;
    };
    const std::uintmax_t pageSize = big(16, 2) == 1 ? 65536 : big(16, 2);
    // With a write-ahead log beside it the file may lawfully be short: the last pages are still in the log.
    if (!fs::exists(path.string() + "-wal", ignored) && size < pageSize * big(28, 4))
        return damaged();
    return success();
}

/// Another process may be writing the file while it is looked at: what it was then is not what it is.
Status checkFile(const fs::path& path)
{
    Status fine = lookAtFile(path);
    for (int look = 1; look < kLooks && !fine; ++look) {
        std::this_thread::sleep_for(kBetweenLooks);
        fine = lookAtFile(path);
    }
    return fine;
}

} // namespace

Database::Database(sqlite3* connection, std::string name) : m_connection(connection), m_name(std::move(name)) {}

void Database::Closer::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Result<Database> Database::open(const fs::path& path)
{
    if (const Status fine = checkFile(path); !fine)
        return fine.error();
    sqlite3* connection = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &connection,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(connection, path.string());
    if (code != SQLITE_OK)
        return describeSqliteError(connection, code, path.string());
    sqlite3_busy_timeout(connection, kBusyTimeoutMs);
    if (const Status on = database.execute("PRAGMA foreign_keys = ON"); !on)
        return on.error();
    return database;
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
