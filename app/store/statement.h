// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace nestloom::store {

struct Blob {
    std::string_view bytes;
};

/// A value for a parameter: a number, a text, a blob or NULL. Texts and blobs are looked at, not kept.
struct Value {
    template <std::integral Number>
    Value(Number number) : value(std::int64_t(number))
    {
    }
    Value(double real) : value(real) {}
    Value(std::string_view text) : value(text) {}
    Value(const std::string& text) : value(std::string_view(text)) {}
    Value(const char* text) : value(std::string_view(text)) {}
    Value(Blob blob) : value(blob) {}
    Value(std::nullopt_t) {}
    template <typename T>
    Value(const std::optional<T>& found) : Value(found ? Value(*found) : Value(std::nullopt))
    {
    }

    std::variant<std::monostate, std::int64_t, double, std::string_view, Blob> value;
};
using Values = std::initializer_list<Value>; // for the parameters 1, 2, ...

/// One prepared SQL statement. Parameters count from 1, columns from 0, as in SQLite.
/// Thread rule: that of the Database it came from, which must outlive it.
class Statement {
public:
    Statement(sqlite3_stmt* statement, std::string databaseName); // takes ownership

    Statement& bind(int parameter, const Value& value);
    Statement& bind(Values values);

    /// True while there is a row to read. Fails with Io, in one sentence that names the file.
    Result<bool> step();
    /// Runs to the end and makes the statement ready for the next set of parameters.
    Status run();

    std::int64_t integer(int column) const;
    double real(int column) const;
    std::optional<std::int64_t> integerIfAny(int column) const; // nothing for NULL
    std::optional<double> realIfAny(int column) const;
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
