// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/cost/layer_cost.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"

namespace nestloom::cost {

/// A mapping with its cost, as evaluate() gave it. References must outlive the call only.
struct CostedMapping {
    const hardware::Accelerator& accelerator;
    const workload::Layer& layer;
    const mapping::LayerMapping& mapping;
    const LayerCost& cost;
};

/// How the figures of a LayerCost come about, down to loops of the mapping and numbers of the accelerator. The root's
/// value is the reported figure. Counts of elements are explained by the rules of access_counts.h; those of Timeloop
/// compatibility mode are inputs, because Timeloop finds them by walking the nest.
Formula explainCycles(const CostedMapping& costed);  // max of compute and every port
Formula explainCompute(const CostedMapping& costed); // product of the temporal loops
Formula explainReadPort(const CostedMapping& costed,
                        std::size_t level); // bytes / bandwidth; only where a bandwidth is stated
Formula explainWritePort(const CostedMapping& costed, std::size_t level);
Formula explainEnergy(const CostedMapping& costed); // MACs and every level
Formula explainLevelEnergy(const CostedMapping& costed, std::size_t level);
Formula explainLevelBytes(const CostedMapping& costed, std::size_t level); // read and written by all its used instances
Formula explainUtilization(const CostedMapping& costed);
Formula explainEdp(const CostedMapping& costed); // pJ s, at the accelerator's clock
/// Energy times the time that the cycles take at `clock`.
Formula energyDelayProduct(Formula energy, Formula cycles, Hertz clock);

/// Bytes of the tile of one tensor, and of all kept ones, in one instance of a level. Needs no cost.
Formula explainTile(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                    const mapping::LayerMapping& mapping, std::size_t level, TensorRole role);
Formula explainTiles(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                     const mapping::LayerMapping& mapping, std::size_t level);

} // namespace nestloom::cost
