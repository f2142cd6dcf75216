// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/packing.h"

#include <optional>

namespace nestloom::memory {

/// Looks for a packing that leaves next to no room, where placing one buffer after the other fails. The steps between
/// two events are one section; `height` of a section is the address below which it is filled. A valley is a run of
/// sections of one height between higher ones. Whatever covers the outermost section of a valley at its height lies
/// within the valley, so it begins (or ends) exactly there: few buffers do. The search fills the valley end with the
/// fewest such buffers, or leaves room there as far as the section has room to spare.
///   inference   a valley is given up when the buffers within it cannot fill a section up to its lower wall
///   dominance   of neighbours over the same steps only one order is tried; what failed once is not tried again
///   restarts    with other preferences, after Luby's sequence of budgets
/// Returns  offsets of all buffers, or nothing: given up (nothing is proven by that).
/// Stop     `nodes` counts placements; the same seed gives the same answer.
struct SkylineSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    std::int64_t nodes = 0;
    StopCause cause = StopCause::Completed;
};
SkylineSearchResult searchSkyline(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                  const RunControl& control);

} // namespace nestloom::memory
