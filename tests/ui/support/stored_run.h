// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_session.h"
#include "tests/ui/support/window_fixture.h"

namespace nestloom::ui {

/// A finished run of alexnet on simba in which every layer takes `cycles`.
inline RunRecord storedRun(const FakeSession& session, RunId id, std::int64_t cycles)
{
    const std::vector<AcceleratorEntry> accelerators = session.accelerators();
    const std::vector<NetworkEntry> networks = session.networks();
    RunRecord record;
    record.inputs.accelerator = *session.parseAccelerator(accelerators.front().yaml, accelerators.front().path);
    record.inputs.network = *session.parseNetwork(networks.front().yaml, networks.front().path);
    for (std::size_t i = 0; i < record.inputs.network.layers.size(); ++i)
        record.layers.push_back(solvedLayer(record.inputs, i, cycles));
    record.summary.id = id;
    record.summary.startedAt = records::TimePoint(std::chrono::seconds(1'700'000'000 + id));
    record.summary.acceleratorName = record.inputs.accelerator.name;
    record.summary.networkName = record.inputs.network.name;
    record.summary.engine = "cosa";
    record.summary.engineVersion = NESTLOOM_VERSION;
    record.summary.status = RunStatus::Finished;
    record.summary.layerCount = record.summary.layersDone = int(record.layers.size());
    record.summary.totals = schedule::totals(record.inputs.accelerator, record.layers);
    return record;
}

/// Makes these the runs of the session, the last one the newest.
inline void store(FakeSession& session, const std::vector<RunRecord>& records)
{
    std::vector<RunSummary> summaries;
    session.reader.records.clear();
    for (const RunRecord& record : records) {
        session.reader.records[record.summary.id] = record;
        summaries.insert(summaries.begin(), record.summary);
    }
    session.setRuns(std::move(summaries));
}

} // namespace nestloom::ui
