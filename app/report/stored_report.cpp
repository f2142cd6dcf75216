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
        if (std::count(runs.begin(), runs.end(), run) > 1)
            return Error{ErrorCode::InvalidInput, "run " + std::to_string(run) + " is named twice", "report"};
        Result<records::RunRecord> record = store.load(run);
        if (!record)
            return record.error();
        records.push_back(*std::move(record));
    }
    if (records.size() > 1)
        return comparisonReport(records);
    if (baseline == 0 || baseline == runs.front())
        return runReport(records.front());
    const Result<records::RunRecord> compared = store.load(baseline);
    return compared ? Result<Document>(runReport(records.front(), &*compared)) : Result<Document>(compared.error());
}

Result<Document> storedSweepReport(const std::filesystem::path& path, store::SweepId sweep)
{
    Result<store::SweepStore> store = store::SweepStore::open(path, store::kForReading);
    if (!store)
        return store.error();
    Result<explore::SweepInputs> inputs = store->load(sweep, store::SweepStore::Purpose::Read);
    if (!inputs)
        return inputs.error();
    Result<store::SweepPoints> points = store->points(sweep, store::SweepStore::Purpose::Read);
    if (!points)
        return points.error();
    for (const auto& [key, result] : *points)
        if (result.point >= explore::count(inputs->space) || result.network >= inputs->networks.size())
            return Error{ErrorCode::InvalidInput, "it is damaged: it has no point " + std::to_string(result.point),
                         "sweep " + std::to_string(sweep)};
    const auto sweeps = store->list();
    if (!sweeps)
        return sweeps.error();
    StoredSweep stored{{}, *std::move(inputs), *std::move(points)};
    for (const store::SweepSummary& summary : *sweeps)
        if (summary.id == sweep)
            stored.summary = summary;
    return sweepReport(stored);
}

} // namespace nestloom::report
