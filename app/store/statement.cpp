// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/statement.h"

#include <sqlite3.h>

namespace nestloom::store {

namespace {

constexpr std::string_view kDamaged =
    "the file is damaged or not a database; it was left as it is, move it away to start a new one";

} // namespace

bool isDamage(const Error& error) { return error.message == kDamaged; }

Statement::Statement(sqlite3_stmt* statement, std::string databaseName)
    : m_statement(statement), m_databaseName(std::move(databaseName))
{
}

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

// Binding fails only for a parameter that does not exist (a mistake in our SQL) or without memory; step() then fails
// too.
Statement& Statement::bind(int parameter, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), parameter, value);
    return *this;
}

Statement& Statement::bind(int parameter, double value)
{
    sqlite3_bind_double(m_statement.get(), parameter, value);
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view value)
{
    sqlite3_bind_text64(m_statement.get(), parameter, value.data() ? value.data() : "", value.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
}

Statement& Statement::bindNull(int parameter)
{
    sqlite3_bind_null(m_statement.get(), parameter);
    return *this;
}

Statement& Statement::bindBlob(int parameter, std::string_view bytes)
{
    sqlite3_bind_blob64(m_statement.get(), parameter, bytes.data() ? bytes.data() : "", bytes.size(), SQLITE_TRANSIENT);
    return *this;
}

Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return describeSqliteError(sqlite3_db_handle(m_statement.get()), code, m_databaseName);
}

Status Statement::run()
{
    for (;;) {
        const Result<bool> row = step();
        if (row && *row)
            continue;
        sqlite3_reset(m_statement.get());
        sqlite3_clear_bindings(m_statement.get());
        return row ? success() : Status(row.error());
    }
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(m_statement.get(), column); }
bool Statement::isNull(int column) const { return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL; }

std::string Statement::text(int column) const
{
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    return bytes ? std::string(bytes, std::size_t(sqlite3_column_bytes(m_statement.get(), column))) : std::string();
}

std::string Statement::blob(int column) const
{
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement.get(), column));
    return bytes ? std::string(bytes, std::size_t(sqlite3_column_bytes(m_statement.get(), column))) : std::string();
}

Error describeSqliteError(sqlite3* connection, int code, const std::string& databaseName)
{
    const auto error = [&](std::string message) { return Error{ErrorCode::Io, std::move(message), databaseName}; };
    switch (code & 0xFF) {
    case SQLITE_FULL: return error("the disk is full, so nothing more can be stored; free some space");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: return error(std::string(kDamaged));
    case SQLITE_CONSTRAINT:
        return {ErrorCode::InvalidInput, "the database refused the request: " + std::string(sqlite3_errmsg(connection)),
                databaseName};
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return error("another program has kept the database locked for too long");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return error("no permission to write to the database");
    case SQLITE_CANTOPEN:
        return error("the database cannot be opened; check that the folder exists and may be written");
    case SQLITE_IOERR:
        return error("reading or writing the database failed: " + std::string(sqlite3_errmsg(connection)));
    default: return error("the database refused the request: " + std::string(sqlite3_errmsg(connection)));
    }
}

} // namespace nestloom::store
