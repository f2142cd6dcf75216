// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiled_schedule.h"

#include <string>
#include <vector>

namespace nestloom::schedule::flexer {

enum class ScheduleRule {
    TilesCoverLayer,    // the tiles are those of layer and tiling, with their sizes
    EveryOperationOnce, // each combination of tiles once, reductions of the same outputs one after the other
    OperationTime,      // as long as the tile latency model says
    NpuFree,            // one operation at a time on each NPU
    OneDmaChannel,      // one transfer at a time, as long as its bytes need
    ScratchpadOverlap,  // inside the scratchpad, no two residencies share a byte at the same time
    OperandsResident,   // each operand lies in the scratchpad while it is used, and was loaded or made there
    PartialSumsKept,    // partial sums that left were stored before, after their last change, and are loaded again
    OutputsStored,      // every output is stored once when finished, after its last operation
    Ledger,             // reported traffic is the sum of the transfers, and their types are right
    Latency             // reported latency is the end of the last event, and above the compute and the transfer bound
};
std::string_view name(ScheduleRule rule); // "tiles cover the layer", ...

struct ScheduleViolation {
    ScheduleRule rule;
    std::string message; // one sentence with names and numbers
};

/// Replays a schedule event by event. Shares no code with the scheduler; at most one violation of each rule.
/// Empty = the schedule runs on this machine as it says.
std::vector<ScheduleViolation> verify(const TiledSchedule& schedule);

} // namespace nestloom::schedule::flexer
