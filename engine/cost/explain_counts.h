// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/explain.h"

namespace nestloom::cost {

enum class CountKind { Reads, Fills, Updates };

/// Elements that one instance of `level` moves for a tensor it keeps, made of tiles, loops and children by the rules of
/// countAccesses(); an input in other models.
Formula explainCount(const CostedMapping& costed, std::size_t level, TensorRole role, CountKind kind);

/// Elements of a tile by the loops at its level and inside it.
Formula explainTileElements(const workload::Layer& layer, const mapping::LayerMapping& mapping, std::size_t level,
                            TensorRole role);

} // namespace nestloom::cost
