// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/transaction.h"

#include <utility>

namespace nestloom::store {

Result<Transaction> Transaction::begin(Database& database)
{
    // IMMEDIATE takes the write lock now: a later upgrade of a read lock could fail without waiting.
    if (const Status begun = database.execute("BEGIN IMMEDIATE"); !begun)
        return begun.error();
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

} // namespace nestloom::store
