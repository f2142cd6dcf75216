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
Statement& Statement::bind(int parameter, const Value& value)
{
    struct Binder {
        sqlite3_stmt* statement;
        int parameter;
        void operator()(std::monostate) const { sqlite3_bind_null(statement, parameter); }
        void operator()(std::int64_t number) const { sqlite3_bind_int64(statement, parameter, number); }
        void operator()(double real) const { sqlite3_bind_double(statement, parameter, real); }
        void operator()(std::string_view text) const
        {
            sqlite3_bind_text64(statement, parameter, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                                SQLITE_UTF8);
        }
        void operator()(Blob blob) const
        {
            sqlite3_bind_blob64(statement, parameter, blob.bytes.data() ? blob.bytes.data() : "", blob.bytes.size(),
                                SQLITE_TRANSIENT);
        }
    };
    std::visit(Binder{m_statement.get(), parameter}, value.value);
    return *this;
}

Statement& Statement::bind(Values values)
{
    int parameter = 0;
    for (const Value& value : values)
        bind(++parameter, value);
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

std::optional<std::int64_t> Statement::integerIfAny(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(integer(column));
}

std::optional<double> Statement::realIfAny(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(real(column));
}

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
