// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// Looks for a packing of buffers that leave no room at any step, and only for one that is put together from its
/// smallest parts, wherever in time they are: where a pile of buffers ends and another one of just the same size
/// begins, this is seldom by chance. What straight cuts through the memory over time made of it can be found so, and
/// pinwheels.
///   block        a rectangle without room, made of buffers; all of the same steps may be piled up (BlockForest)
///   seam         where piles are joined to a block; what is least likely to match by chance comes first (SeamFinder)
///   ruin and     blocks around a step are taken apart, rather where some are left over, and joined again with odds
///   recreate     changed by chance (Schrimpf et al. 2000); what leaves more blocks over is taken back, but for a few
/// Buffers need neither alignment nor gaps nor offsets of their own.
/// Returns  offsets of all buffers within the capacity, or nothing: given up (nothing is proven by that); Completed,
/// then,
///          when there is no seam at all.
/// Stop     `nodes` counts steps whose seams were looked for, some 5 us each; the same seed gives the same answer.
SweepSearchResult searchBlocks(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                               const RunControl& control);

} // namespace nestloom::memory
