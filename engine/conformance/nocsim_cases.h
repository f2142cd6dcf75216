// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/conformance/case_report.h"
#include "engine/io/transaction_csv.h"

#include <filesystem>
#include <map>

namespace nestloom::conformance {

/// Transactions that the simulator published with CoSA ran on its mesh of 4 x 5 routers, and when each began and ended.
struct NocsimCase {
    /// Names as the simulator gives them: "TC_7_UniCast", "TC_7_MultiCast_12" for one destination, "TC_7_Count", and
    /// "TC_7_UniCast-DRAM-Read" or "-DRAM-Write" for the time that its DRAM worked.
    struct Span {
        noc::Cycle start = 0, end = 0;
    };
    std::string name;
    io::TransactionTable transactions;
    std::map<std::string, Span> events;
};

/// "micro.json": an object with a test for each key. `where` of an Error is "file: key".
Result<std::vector<NocsimCase>> readNocsimTests(const std::filesystem::path& path);
/// "X.csv", with the events in "X.events.json" beside it.
Result<NocsimCase> readNocsimRun(const std::filesystem::path& csv);

/// Our simulator in compatible mode against a recording of the one published with CoSA. Without transactions from or to
/// the DRAM, start and end of each are equal; with them, the duration of every DRAM phase and the end of the last
/// transaction are within 2 %.
CaseReport compareNocsim(const NocsimCase& recorded);

} // namespace nestloom::conformance
