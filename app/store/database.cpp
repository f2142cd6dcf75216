// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/database.h"

#include "app/store/migrations.h"

#include <sqlite3.h>

#include <sys/stat.h>

#include <thread>

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
    TRY_DO(makeFolder(path.parent_path()));
    std::error_code ignored;
    const bool isNew = !fs::exists(path, ignored);
    Result<Database> database = Database::open(path);
    if (!database)
        return database.error();
    if (isNew) // by its name, see Database; SQLite gives the files beside it the same permissions
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, ignored);
    // The order matters: a database of another or of a newer program is refused before anything is changed in it.
    TRY_DO(checkIsOurs(*database));
    TRY_DO(migrate(*database));
    TRY_DO(database->useWriteAheadLog());
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
    TRY_DO(checkIsOurs(*database));
    const Status current = checkIsCurrent(*database);
    return current ? std::move(database) : Result<Database>(current.error());
}

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
    TRY_DO(checkIsFile(path));
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
    TRY_DO(database.execute("PRAGMA foreign_keys = ON"));
    TRY_DO(database.checkWhole());
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

Result<Statement> Database::prepare(std::string_view sql, Values values)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(m_connection.get(), sql.data(), int(sql.size()), &statement, nullptr);
    if (code != SQLITE_OK)
        return describeSqliteError(m_connection.get(), code, m_name);
    Statement made(statement, m_name);
    made.bind(values);
    return made;
}

Status Database::run(std::string_view sql, Values values)
{
    Result<Statement> statement = prepare(sql, values);
    return statement ? statement->run() : Status(statement.error());
}

Result<std::int64_t> Database::insert(std::string_view before, std::string_view table,
                                      std::initializer_list<Column> columns, std::string_view after)
{
    std::string names, parameters;
    for (const Column& column : columns) {
        names += (names.empty() ? "" : ", ") + std::string(column.name);
        parameters += parameters.empty() ? "?" : ", ?";
    }
    TRY(auto statement, prepare(std::string(before) + " " + std::string(table) + " (" + names + ") VALUES ("
                                + parameters + ") " + std::string(after)));
    int parameter = 0;
    for (const Column& column : columns)
        statement.bind(++parameter, column.value);
    TRY(const auto row, statement.step());
    if (!row) // it is done; another step would do it again
        return sqlite3_last_insert_rowid(m_connection.get());
    const std::int64_t returned = statement.integer(0);
    const Status done = statement.run();
    return done ? Result<std::int64_t>(returned) : Result<std::int64_t>(done.error());
}

Result<std::int64_t> Database::integer(std::string_view sql)
{
    TRY(auto statement, prepare(sql));
    const Result<bool> row = statement.step();
    if (!row)
        return row.error();
    return *row ? statement.integer(0) : 0;
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

Result<Transaction> Transaction::begin(Database& database)
{
    // IMMEDIATE takes the write lock now: a later upgrade of a read lock could fail without waiting.
    TRY_DO(database.execute("BEGIN IMMEDIATE"));
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}

Transaction::~Transaction()
{
    // SQLite may have rolled back by itself (full disk); then there is nothing left to do and the error says so.
    if (m_database)
        (void)m_database->execute("ROLLBACK");
}

Status Transaction::commit()
{
    const Status committed = m_database->execute("COMMIT");
    if (committed)
        m_database = nullptr;
    return committed;
}

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
