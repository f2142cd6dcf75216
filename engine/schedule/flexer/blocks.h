// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/static_scheduler.h"
#include "engine/schedule/flexer/tiled_layer.h"
#include "engine/schedule/flexer/tilings.h"

#include <optional>
#include <vector>

namespace nestloom::schedule::flexer {

// Ours, not in the paper: the loops over tiles are cut once more, into blocks of neighbouring output tiles whose
// partial sums stay until they are finished. Between the published orders, which keep one tile or a whole loop, they
// keep what the scratchpad holds. A static recipe with blockPixels runs in blocks: so many pixel tiles, and as many
// output tiles as the region for outputs has room for.

/// The block of a recipe; nothing without blocks.
std::optional<OutputBlock> blockOf(const Recipe& recipe);

/// In what order a recipe's operations come.
OperationOrder orderOf(const TiledLayer& tiled, const Recipe& recipe);

/// A tiling with blocks worth a try: what it would move if each block brought in its inputs and weights once.
struct BlockedTiling {
    std::size_t candidate = 0; // into the candidates
    OutputBlock block;
    double metric = 0; // expected, not a bound
};

/// The most promising ones whose expected metric is below `most`, best first; at most twice `params.tilings`, all when
/// that is 0.
std::vector<BlockedTiling> blockedTilings(const workload::Layer& layer, const Machine& machine,
                                          const FlexerParams& params, const std::vector<TilingCandidate>& candidates,
                                          double most);

/// All ways to run through blocks.
std::vector<Dataflow> blockedDataflows();

/// Recipes of static schedules for these blocks: room for a block's outputs, for what is met again inside the block,
/// and for the next step. `order` is that of the dataflow with these blocks.
std::vector<Recipe> blockedRecipes(const TiledLayer& tiled, const Tiling& tiling, const Dataflow& dataflow,
                                   const OutputBlock& block, const OperationOrder& order, bool prefetch);

} // namespace nestloom::schedule::flexer
