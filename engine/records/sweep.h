// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/sweep.h"
#include "engine/records/run.h"
#include "engine/records/time_point.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::records {

using SweepId = std::int64_t; // > 0; never given twice; 0 = not stored

/// A line of the list of sweeps.
struct SweepSummary {
    SweepId id = 0;
    TimePoint startedAt{};
    std::string acceleratorName;
    std::string engineVersion;  // of the program that began it; another one cannot go on with it
    std::size_t pointCount = 0; // accelerators times networks
    std::size_t pointsDone = 0; // below pointCount: stopped or still at work
    std::vector<std::string> axisPaths{};
    std::string networkNames{}; // "alexnet, resnet50"
    std::string engine{};       // "cosa"; "swept" where it is an axis; empty where the options are damaged
    std::string front{}; // "front of cycles against energy": needs no point that is open; empty = no search has ended
    friend bool operator==(const SweepSummary&, const SweepSummary&) = default;
};

/// A sweep with the results that are there.
struct SweepRecord {
    SweepSummary summary;
    explore::SweepInputs inputs;
    std::vector<explore::PointResult> results;
};

/// A sweep is a set of runs that are made on demand: what the run of a point and one of the sweep's networks is
/// computed from. It says the same as the point, to the last bit.
/// Fails   InvalidInput when the sweep has no such point or network, and where no such accelerator can be built.
Result<RunInputs> runInputs(const explore::SweepInputs& sweep, std::size_t point, std::size_t network);

} // namespace nestloom::records
