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
    Result<Statement> prepare(std::string_view sql);
    Result<std::int64_t> integer(std::string_view sql); // first column of the first row
    void waitForLocks(std::chrono::milliseconds most);
    Status useWriteAheadLog(); // readers and one writer at once; survives a killed process
    std::int64_t lastInsertId() const;
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

} // namespace nestloom::store
