// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::store {

using RunId = std::int64_t; // > 0; never given twice
using TimePoint = std::chrono::sys_time<std::chrono::milliseconds>;

/// Interrupted = its process ended without saying so (killed, power cut).
enum class RunStatus { Running, Finished, Cancelled, Interrupted, Failed };
std::string_view name(RunStatus status); // "running", ..., as in the database

/// All that a run was computed from. The texts are kept verbatim, comments included.
struct RunInputs {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;
    std::string acceleratorYaml;
    std::string networkYaml;
};

/// What the user says about a run.
struct RunMarks {
    bool starred = false;
    std::vector<std::string> tags; // words without spaces; sorted, none twice
    std::string note;
    friend bool operator==(const RunMarks&, const RunMarks&) = default;
};

/// A line of the list of runs.
struct RunSummary {
    RunId id = 0;
    RunStatus status = RunStatus::Running;
    std::string message; // one sentence when Failed
    TimePoint startedAt{};
    std::optional<TimePoint> finishedAt;
    std::string acceleratorName;
    std::string networkName;
    std::string engine;
    std::string engineVersion;
    std::string objective; // as schedule::name(Objective)
    std::uint64_t seed = 0;
    std::optional<Hertz> clock; // of the accelerator
    int layerCount = 0;
    int layersDone = 0;                     // rows stored, whatever their status
    std::optional<schedule::Totals> totals; // over the stored layers; nothing when none has a cost
    RunMarks marks;

    int solved() const { return totals ? int(totals->solved) : 0; }
    /// Otherwise its totals lack layers, and are compared with nothing.
    bool isWhole() const { return status == RunStatus::Finished && layerCount > 0 && solved() == layerCount; }
};

/// A stored run, complete.
struct RunRecord {
    RunSummary summary;
    RunInputs inputs;
    std::vector<schedule::LayerResult>
        layers; // the stored ones, by index; in the place of what does not hold: LayerStatus::Damaged
    std::vector<std::string> damage; // a sentence for each layer that does not hold, with run, layer and database
};

} // namespace nestloom::store
