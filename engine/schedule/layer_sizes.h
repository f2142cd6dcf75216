// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/objective.h"

#include <string>
#include <vector>

namespace nestloom::schedule {

/// Sizes of each dimension of a layer that mappings may run over, ascending, the layer's own first. A layer of 2039
/// tokens has no loops but of 1 and 2039; as one of 2040 or 2048 it has many, and what it computes beyond is thrown
/// away.
using LayerSizes = workload::PerDimension<std::vector<std::int64_t>>;

/// The layer's own sizes and no others: perfect factors.
LayerSizes ownSizes(const workload::Layer& layer);
bool isOwnOnly(const LayerSizes& sizes);

/// The layer's own sizes and larger ones, each at most kMostExtra larger: the next multiples of powers of two and of
/// the children that the accelerator has side by side, and what is left when that many children share the size evenly;
/// for latency, of which more sizes can be tried, of every part of these children as well. Of the longest lists the
/// least promising sizes are left out until there are at most kMostSizes combinations.
LayerSizes promisingSizes(const hardware::Accelerator& accelerator, const workload::Layer& layer, Objective objective);
inline constexpr double kMostExtra = 0.25; // of a size, and of all MACs
inline constexpr std::size_t kMostSizes = 64;

/// How much a size with large prime factors may lose: those above 8 cost 2 % for every doubling. An estimate, only to
/// begin with what is likely to be good.
double roughness(std::int64_t size);

/// The layer in all combinations of sizes but its own, with at most kMostExtra more MACs.
std::vector<workload::Layer> largerLayers(const workload::Layer& layer, const LayerSizes& sizes);

/// Adds the sizes of a layer that is larger than the one these are of.
void addSizes(LayerSizes& sizes, const workload::Layer& larger);

/// Whether the size of every dimension is one of these.
bool hasSizes(const LayerSizes& sizes, const workload::Extents& covered);

/// "perfect factors of the layer's own sizes"; "perfect factors of sizes P 2039, 2040 and 2048; K 128 and 130".
std::string describe(const LayerSizes& sizes);

/// The mapping with loops as small as they can be while it still covers the layer, outer ones first; the same when none
/// can be smaller. It is of all that mapping::verify() asks, but may break constraints that the mapping kept.
mapping::LayerMapping withoutWaste(const workload::Layer& layer, const mapping::LayerMapping& mapping);

} // namespace nestloom::schedule
