// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiled_schedule.h"

namespace nestloom::schedule::flexer {

/// Bytes of one data type that move for the `time`-th time of their tile in this direction: the segments of the paper's
/// Fig. 10.
struct Movement {
    DataType type = DataType::Inputs;
    Direction direction = Direction::Load;
    std::int32_t time = 1;
    Bytes bytes{};
    std::int64_t transfers = 0;
    friend bool operator==(const Movement&, const Movement&) = default;
};

/// By type, direction and time; loads before stores.
std::vector<Movement> movements(const TiledSchedule& schedule);
/// Of a schedule that moves every tile once, as with unlimited scratchpad.
std::vector<Movement> movements(const Traffic& traffic);

/// How the operations of one set share tiles: what the paper's Fig. 11 shows.
struct SetSharing {
    std::int32_t set = 0;
    std::int32_t operations = 0;
    Cycles start{}, end{}; // of its first and last operation
    /// How many operations use the same tile, for each tile, most first: {2, 1, 1}.
    PerTensor<std::vector<std::int32_t>> uses;
    friend bool operator==(const SetSharing&, const SetSharing&) = default;
};

/// In the order of the sets.
std::vector<SetSharing> sharing(const TiledSchedule& schedule);

} // namespace nestloom::schedule::flexer
