// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/packing.h"
#include "engine/memory/stacking.h"

#include <optional>

namespace nestloom::memory {

/// `proven`: that no packing exists. `nodes`: placements of this run.
struct OffsetSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    bool proven = false;
    std::int64_t nodes = 0;
};

/// Places buffers in the order of their offsets, each on what lies below it, and tries every such order: of all
/// packings the one with the least sum of offsets is among them. For networks in the smallest memory that they run in,
/// and for the hard allocations published with minimalloc: buffers that last long lie beside short ones, and nearly all
/// room is in use. The steps between two events are one section.
///   inference      no buffer can come below the top of what is placed at its steps, nor below the last one placed; a
///                  section whose remaining bytes do not fit above the lowest of these is given up, and all with it
///   dominance      a buffer that begins where another one would have ended already is not next: the other would be
///                  below it
///   symmetry       buffers of equal offset come in the order given, equal buffers too; one that no other comes above
///                  changes nothing for them, wherever it goes
///   decomposition  what has no step in common any more is placed part by part; the first that fails ends them all
///   ordering       of equal offsets those come first that are in use in the section that was given up most often, or
///                  where that times its load is most; of these those that last long or are large. How long it takes
///                  differs by many powers of ten from order to order, so attempts are short, mostly (Luby's
///                  sequence), and later ones vary the lengths and sizes that they order by, at random; what was given
///                  up is remembered.
/// Plain buffers only. The ideas are those of Moffitt: MiniMalloc (2023), but for the last one (Boussemart et al.:
/// Boosting systematic search by weighting constraints, 2004).
///
/// Returns  offsets; or none, and then `proven` says that no packing exists, else the nodes were spent.
/// Stop     `nodes` counts placements that were tried, about 1 us each. Results depend on them and on the seed only.
class OffsetSearch {
public:
    OffsetSearch(const std::vector<Buffer>& buffers, Bytes capacity, std::uint64_t seed);

    /// Goes on with so many nodes more.
    OffsetSearchResult run(std::int64_t nodes, const RunControl& control);

    /// What orders a buffer among others of equal offset.
    struct Item {
        double steps = 0, area = 0;        // area: B times sections
        std::optional<std::uint32_t> twin; // an earlier buffer like it
    };

private:
    const Sections m_sections;
    const Stacking m_empty;
    const std::vector<Item> m_items;
    std::vector<std::int64_t> m_failures; // by section: how often it was given up
    Rng m_rng;
    std::int64_t m_attempts = 0;
};

} // namespace nestloom::memory
