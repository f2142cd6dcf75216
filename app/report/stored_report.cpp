// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/stored_report.h"

#include "app/report/comparison_report.h"
#include "app/report/run_report.h"
#include "app/report/sweep_report.h"

#include <algorithm>

namespace nestloom::report {

Result<Document> storedReport(store::RunStore& store, const std::vector<records::RunId>& runs, records::RunId baseline)
{
    if (runs.empty() || runs.size() > kMostCompared)
        return Error{ErrorCode::InvalidInput,
                     "a report is about one run, or compares two to " + std::to_string(kMostCompared) + ", not "
                         + std::to_string(runs.size()),
                     "report"};
    std::vector<records::RunRecord> records;
    for (const records::RunId run : runs) {
        if (std::ranges::count(runs, run) > 1)
            return Error{ErrorCode::InvalidInput, "run " + std::to_string(run) + " is named twice", "report"};
        TRY(auto record, store.load(run));
        records.push_back(std::move(record));
    }
    if (records.size() > 1)
        return comparisonReport(records);
    if (baseline == 0 || baseline == runs.front())
        return runReport(records.front());
    const Result<records::RunRecord> compared = store.load(baseline);
    return compared ? Result<Document>(runReport(records.front(), &*compared)) : Result<Document>(compared.error());
}

Result<Document> storedSweepReport(const std::filesystem::path& path, records::SweepId sweep,
                                   const explore::FrontSearch& wanted)
{
    Result<store::SweepStore> store = store::SweepStore::open(path, store::kForReading);
    const auto stored =
        store ? store->read(sweep, store::SweepStore::Purpose::Read) : Result<records::SweepRecord>(store.error());
    return stored ? Result<Document>(sweepReport(*stored, wanted)) : Result<Document>(stored.error());
}

} // namespace nestloom::report
