// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace nestloom::store {

/// One prepared SQL statement. Parameters count from 1, columns from 0, as in SQLite.
/// Thread rule: that of the Database it came from, which must outlive it.
class Statement {
public:
    Statement(sqlite3_stmt* statement, std::string databaseName); // takes ownership

    Statement& bind(int parameter, std::int64_t value);
    Statement& bind(int parameter, double value);
    Statement& bind(int parameter, std::string_view value);
    Statement& bindNull(int parameter);
    Statement& bindBlob(int parameter, std::string_view bytes);
    template <typename T>
    Statement& bind(int parameter, const std::optional<T>& value)
    {
        return value ? bind(parameter, *value) : bindNull(parameter);
    }

    /// True while there is a row to read. Fails with Io, in one sentence that names the file.
    Result<bool> step();
    /// Runs to the end and makes the statement ready for the next set of parameters.
    Status run();

    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    std::string blob(int column) const;
    bool isNull(int column) const;

private:
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
    std::string m_databaseName;
};

/// What a SQLite result code means for the user; `databaseName` is the file. Io, but for what breaks a rule of the
/// database (InvalidInput): that fails however often it is tried.
Error describeSqliteError(sqlite3* connection, int code, const std::string& databaseName);
/// Whether it says that the file is damaged or no database.
bool isDamage(const Error& error);

} // namespace nestloom::store
