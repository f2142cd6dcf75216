// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/records/time_point.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is kept of a computation: written by the store, shown by the window, printed by the command line.
namespace nestloom::records {

using RunId = std::int64_t; // > 0; never given twice; 0 = none

/// Interrupted = its process ended without saying so (killed, power cut).
enum class RunStatus { Running, Finished, Cancelled, Interrupted, Failed };
std::string_view name(RunStatus status); // "running", ..., as in the database

/// All that a run is computed from.
struct RunInputs {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;
    /// The texts that the two were read from, comments included. Empty, or of a builder: the store writes one.
    std::string acceleratorYaml{};
    std::string networkYaml{};
    /// Whether the same is computed, whatever it was read from.
    friend bool operator==(const RunInputs& a, const RunInputs& b)
    {
        return a.accelerator == b.accelerator && a.network == b.network && a.options == b.options;
    }
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
    int layersDone = 0;                     // results, whatever their status
    std::optional<schedule::Totals> totals; // over these; nothing when none has a cost
    RunMarks marks;

    int solved() const { return totals ? int(totals->solved) : 0; }
    /// Otherwise its totals lack layers, and are compared with nothing.
    bool isWhole() const { return status == RunStatus::Finished && layerCount > 0 && solved() == layerCount; }
    /// J s; nothing while the clock is unknown.
    std::optional<double> edp() const;
    /// Why nothing was computed, when the engine does not take such inputs; else empty.
    std::string_view refusal() const;
    friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

/// A run, complete.
struct RunRecord {
    RunSummary summary;
    RunInputs inputs;
    std::vector<schedule::LayerResult>
        layers; // the stored ones, by index; in the place of what does not hold: LayerStatus::Damaged
    std::vector<std::string> damage; // a sentence for each layer that does not hold, with run, layer and database
};

/// Whether an error says that such inputs cannot be computed, and not that something broke.
inline bool isRefusal(const Error& error)
{
    return error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Unsupported;
}

/// How the message of a run begins that something broke: no more is kept of an error than its text.
inline constexpr std::string_view kBrokeOff = "it broke off: ";
inline std::string brokeOffMessage(const Error& error) { return std::string(kBrokeOff) + error.text(); }

/// The message of a failed run.
inline std::string failureMessage(const Error& error)
{
    return isRefusal(error) ? error.text() : brokeOffMessage(error);
}

} // namespace nestloom::records
