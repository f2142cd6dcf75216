// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/statement.h"
#include "engine/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace nestloom::store {

struct StoreOptions {
    std::optional<std::int64_t> maxPages; // limit of the file in SQLite pages; nothing = the disk's own
};

/// One connection to a SQLite file.
/// Thread rule: one thread at a time; other threads and processes open connections of their own.
class Database {
public:
    /// Opens or creates the file; its folder must exist. Waits up to 5 s for locks of other connections.
    /// Fails   Io, also for a file that is not a SQLite database or is shorter than it should be; the file is not
    /// touched.
    static Result<Database> open(const std::filesystem::path& path);

    Status execute(const std::string& sql); // any number of statements without parameters
    Result<Statement> prepare(std::string_view sql);
    Result<std::int64_t> integer(std::string_view sql); // first column of the first row
    Status useWriteAheadLog();                          // readers and one writer at once; survives a killed process
    std::int64_t lastInsertId() const;
    const std::string& name() const { return m_name; }
    sqlite3* handle() const { return m_connection.get(); }

private:
    struct Closer {
        void operator()(sqlite3* connection) const;
    };
    Database(sqlite3* connection, std::string name);
    std::unique_ptr<sqlite3, Closer> m_connection;
    std::string m_name;
};

} // namespace nestloom::store
