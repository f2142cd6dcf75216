// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/database.h"

namespace nestloom::store {

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

} // namespace nestloom::store
