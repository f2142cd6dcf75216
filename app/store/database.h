// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/statement.h"
#include "engine/base/result.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sqlite3;

namespace nestloom::store {

/// What a caller needs a database for. ReadUnchanging takes no locks and makes no files beside it: nobody may be
/// writing it.
enum class Access { Write, Read, ReadUnchanging };

struct StoreOptions {
    std::optional<std::int64_t> maxPages; // limit of the file in SQLite pages; nothing = the disk's own
    Access access = Access::Write;        // Read: also where nothing can be written, as in a folder of somebody else
};

inline const StoreOptions kForReading{.maxPages = {}, .access = Access::Read};

/// What is to stand in one column of a row.
struct Column {
    std::string_view name;
    Value value;
};

/// One connection to a SQLite file.
/// Thread rule: one thread at a time; other threads and processes open connections of their own.
class Database {
public:
    static constexpr std::chrono::milliseconds kBusyTimeout{5000};

    /// Opens the file, or for writing creates it; its folder must exist. Waits up to kBusyTimeout for locks of other
    /// connections.
    /// Fails   Io, also for a file that is not a SQLite database or is shorter than it should be; the file is not
    /// touched.
    static Result<Database> open(const std::filesystem::path& path, Access access = Access::Write);

    Status execute(const std::string& sql); // any number of statements without parameters
    Result<Statement> prepare(std::string_view sql, Values values = {});
    Status run(std::string_view sql, Values values); // one statement to its end
    /// Inserts a row and returns its number. `before` is "INSERT INTO"; `after` may say what happens when it is there.
    Result<std::int64_t> insert(std::string_view before, std::string_view table, std::initializer_list<Column> columns,
                                std::string_view after = {});
    /// What `read` makes of each row: a T, or a Result<T> whose first error ends it.
    template <typename T, typename Read>
    Result<std::vector<T>> rows(std::string_view sql, Values values, Read read);
    Result<std::int64_t> integer(std::string_view sql); // first column of the first row
    void waitForLocks(std::chrono::milliseconds most);
    Status useWriteAheadLog(); // readers and one writer at once; survives a killed process
    const std::string& name() const { return m_name; }
    sqlite3* handle() const { return m_connection.get(); }
    /// Fails   InvalidInput when the file has been removed or replaced since it was opened: what is written now is lost.
    Status checkStillThere() const;

private:
    struct Closer {
        void operator()(sqlite3* connection) const;
    };
    Database(sqlite3* connection, std::string name);
    static Result<Database> openOnce(const std::filesystem::path& path, Access access);
    Status checkWhole();
    std::unique_ptr<sqlite3, Closer> m_connection;
    std::string m_name;
    std::pair<std::uint64_t, std::uint64_t> m_file; // device and inode
};

template <typename T, typename Read>
Result<std::vector<T>> Database::rows(std::string_view sql, Values values, Read read)
{
    TRY(auto query, prepare(sql, values));
    std::vector<T> found;
    for (;;) {
        TRY(const auto row, query.step());
        if (!row)
            return found;
        TRY(auto one, Result<T>(read(query)));
        found.push_back(std::move(one));
    }
}

/// A write transaction: everything or nothing. Rolled back unless commit() succeeded.
/// Thread rule: that of its Database.
class Transaction {
public:
    static Result<Transaction> begin(Database& database);
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Status commit();

private:
    explicit Transaction(Database& database) : m_database(&database) {}
    Database* m_database; // nothing once it ended
};

/// Opens or creates the file and its folder, brings it up to date and lets readers and a writer at it at once. What is
/// only to be read is read where nothing can be written, too.
/// Fails   Io or InvalidInput (a newer version, another program's file) in one sentence; the file is left as it was.
Result<Database> openDatabase(const std::filesystem::path& path, const StoreOptions& options = {});

/// A store of the database.
template <typename Store>
Result<Store> opened(const std::filesystem::path& path, const StoreOptions& options)
{
    Result<Database> database = openDatabase(path, options);
    return database ? Result<Store>(Store(*std::move(database))) : Result<Store>(database.error());
}

} // namespace nestloom::store
