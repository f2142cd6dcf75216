// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/packing.h"

#include <optional>

namespace nestloom::memory {

/// Places buffers in the order of their offsets, each on what lies below it, and tries every such order: of all packings
/// the one with the least sum of offsets is among them. The steps between two events are one section.
///   inference      no buffer can come below the top of what is placed at its steps, nor below the last one placed; a
///                  section whose remaining bytes do not fit above the lowest of these is given up, and all with it
///   dominance      a buffer that begins where another one would have ended already is not next: the other would go below
///   symmetry       buffers of equal offset come in the order given, equal buffers too; one that no other comes above
///                  changes nothing for them, wherever it goes
///   decomposition  what has no step in common any more is placed part by part, and the first that fails ends them all
///   ordering       of equal offsets those that share a step with most bytes come first, of these those that last long
///                  or are large; loads are those of what is left when a part begins. Which order is good differs by
///                  many powers of ten, so they take turns, each time with twice as many placements.
/// Plain buffers only. The ideas are those of Moffitt: MiniMalloc (2023).
/// Returns  offsets; or none, and then `proven` says that no packing exists, else the nodes were spent.
/// Stop     `nodes` counts placements that were tried, a few us each.
struct OffsetSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    bool proven = false;
    std::int64_t nodes = 0;
};
OffsetSearchResult searchOffsets(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                 const RunControl& control);

} // namespace nestloom::memory
