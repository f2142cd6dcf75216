// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace nestloom::records {

using JobId = unsigned long long; // never reused within a session; 0 = none

/// Live state of a job.
struct JobState {
    enum class Kind { Run, Sweep };
    enum class End { Running, Finished, Cancelled, Failed };

    Kind kind = Kind::Run; // of a sweep the layers are points, and `run` is the number of the sweep
    JobId id = 0;
    std::int64_t run = 0; // 0 while unknown or not stored
    std::string title;    // "CoSA  resnet50 on simba"
    std::string about;    // of a run: "latency, seed 7, own sizes"
    int layersDone = 0;
    int layersFailed = 0; // of those that are done: without a mapping
    int layerCount = 0;
    double fraction = 0;            // 0..1
    std::string phase;              // "layer2.0.conv1: local search"
    double incumbentCycles = 0;     // sum over finished layers; at the end with what is no layer
    std::optional<double> worstGap; // over finished layers
    // What the run minimises, in `unit`: the best so far, and what is proven of it. Of layers the sums over finished
    // ones that have both; nothing before there are any, and of runs that prove nothing.
    std::optional<double> best, bound;
    std::string unit;                    // "cycle", "pJ", "pJ*cycle", "cycle*B", "B"
    std::chrono::milliseconds elapsed{}; // since its turn came
    End end = End::Running;
    std::string message;      // one sentence when Failed
    bool isRefused = false;   // when Failed: the engine does not take such inputs
    std::string storeMessage; // one sentence when something could not be stored
};

} // namespace nestloom::records
