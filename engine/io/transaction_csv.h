// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/noc/transaction.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// Transactions as a file numbers them.
struct TransactionTable {
    noc::TransactionList list;
    std::vector<std::int64_t> numbers; // of each transaction in the file; ascending
};

/// Reads the transactions of CoSA's simulator, one a line: number, actor, operation (0 unicast, 1 multicast, 2 count),
/// size (packets or cycles), source (not used), destinations and dependencies (both separated by spaces, or empty).
/// Numbers rise from line to line; lines that begin with # are comments.
/// Fails   InvalidInput, where = "fileName:line".
Result<TransactionTable> readTransactionCsv(std::string_view text, const std::string& fileName);

/// One transaction as a file names it, before numbers become ids.
struct NumberedTransaction {
    std::int64_t number = 0;
    noc::Transaction transaction;
    std::vector<noc::EndpointId> destinations; // a Count's are dropped
    std::vector<std::int64_t> after;
};
/// Fails   InvalidInput for numbers that do not rise and for a wait for an unknown number; `where` is the number.
Result<TransactionTable> numberTransactions(const std::vector<NumberedTransaction>& transactions);

} // namespace nestloom::io
