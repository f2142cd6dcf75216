// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::mapping {

using workload::Extents;
using workload::LoopDimension;

/// One loop of a nest. Bounds of 1 are left out of a mapping.
struct Loop {
    LoopDimension dimension = LoopDimension::R;
    std::int64_t bound = 1;
    hardware::Axis axis = hardware::Axis::Columns; // of a spatial loop: which children it runs over
    friend bool operator==(const Loop&, const Loop&) = default;
};

/// The loops that belong to one buffer level: its temporal loops, and inside them the spatial loops that spread work
/// over the children of one instance. Both lists run from outer to inner. The spatial loops along an axis multiply to
/// no more than the fan-out has there; a dimension may run over both axes, as two loops.
struct LevelLoops {
    std::vector<Loop> temporal;
    std::vector<Loop> spatial;
    TensorSet keeps = TensorSet::all(); // must be a subset of what the level may keep
    friend bool operator==(const LevelLoops&, const LevelLoops&) = default;
};

/// A loop nest for one layer: the solution of an intra-layer scheduler. levels[i] belongs to Accelerator::levels[i].
struct LayerMapping {
    std::vector<LevelLoops> levels; // outermost first
    friend bool operator==(const LayerMapping&, const LayerMapping&) = default;
};

/// Extents of the tile that one instance of `level` works on: the product of all loops at this level and inside it.
Extents tileExtents(const LayerMapping& mapping, std::size_t level);

/// The layer with the bounds that the loops of the mapping multiply to, dimension by dimension. A mapping may run over
/// more than the layer has; what lies beyond is computed and thrown away, and costs what the rest costs.
workload::Layer coveredLayer(const workload::Layer& layer, const LayerMapping& mapping);
/// "P 2039 as 2048, K 2039 as 2048"; empty when the mapping runs over the layer's own bounds.
std::string describeCovered(const workload::Layer& layer, const LayerMapping& mapping);

/// workload::describeShape(), with what the mapping covers: "fc 2048→1000, K 1000 as 1008".
std::string describeShape(const workload::Layer& layer, const std::optional<LayerMapping>& mapping);

/// Product of the spatial bounds at `level`: how many children of one instance are used.
std::int64_t spatialProduct(const LevelLoops& loops);
/// Product of the temporal bounds at `level`.
std::int64_t temporalProduct(const LevelLoops& loops);

/// Elements of `role` held by one instance of `level`, and the bytes they need there.
std::int64_t tileElements(const workload::Layer& layer, const LayerMapping& mapping, std::size_t level,
                          TensorRole role);
Bits tileBits(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping,
              std::size_t level, TensorRole role);

/// A mapping that keeps every loop at the outermost level: the most modest one there is.
LayerMapping outermostMapping(const hardware::Accelerator& accelerator, const workload::Layer& layer);

} // namespace nestloom::mapping
