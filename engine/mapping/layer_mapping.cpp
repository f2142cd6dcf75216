// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/layer_mapping.h"

namespace nestloom::mapping {

Extents tileExtents(const LayerMapping& mapping, std::size_t level)
{
    Extents extents = workload::unitExtents();
    for (std::size_t i = level; i < mapping.levels.size(); ++i) {
        for (const Loop& loop : mapping.levels[i].temporal)
            extents[loop.dimension] *= loop.bound;
        for (const Loop& loop : mapping.levels[i].spatial)
            extents[loop.dimension] *= loop.bound;
    }
    return extents;
}

namespace {

std::int64_t product(const std::vector<Loop>& loops)
{
    std::int64_t result = 1;
    for (const Loop& loop : loops)
        result *= loop.bound;
    return result;
}

} // namespace

workload::Layer coveredLayer(const workload::Layer& layer, const LayerMapping& mapping)
{
    workload::Layer covered = layer;
    covered.bounds = tileExtents(mapping, 0);
    return covered;
}

std::string describeCovered(const workload::Layer& layer, const LayerMapping& mapping)
{
    const Extents covered = tileExtents(mapping, 0);
    std::string text;
    for (const LoopDimension d : workload::kLoopDimensions)
        if (covered[d] != layer.bounds[d])
            text += (text.empty() ? "" : ", ") + std::string(1, workload::letter(d)) + " "
                    + std::to_string(layer.bounds[d]) + " as " + std::to_string(covered[d]);
    return text;
}

std::string describeShape(const workload::Layer& layer, const std::optional<LayerMapping>& mapping)
{
    const std::string covered = mapping ? describeCovered(layer, *mapping) : std::string();
    return workload::describeShape(layer) + (covered.empty() ? "" : ", " + covered);
}

std::int64_t spatialProduct(const LevelLoops& loops) { return product(loops.spatial); }
std::int64_t temporalProduct(const LevelLoops& loops) { return product(loops.temporal); }

std::int64_t tileElements(const workload::Layer& layer, const LayerMapping& mapping, std::size_t level, TensorRole role)
{
    return workload::footprint(layer, role, tileExtents(mapping, level));
}

Bits tileBits(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping,
              std::size_t level, TensorRole role)
{
    return accelerator.levels[level].elementBits[role] * tileElements(layer, mapping, level, role);
}

LayerMapping outermostMapping(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    LayerMapping mapping;
    for (const hardware::BufferLevel& level : accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    if (mapping.levels.empty())
        return mapping;
    for (const LoopDimension d : workload::kLoopDimensions)
        if (layer.bounds[d] > 1)
            mapping.levels.front().temporal.push_back({d, layer.bounds[d]});
    return mapping;
}

} // namespace nestloom::mapping
