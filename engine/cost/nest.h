// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/layer_mapping.h"

#include <array>
#include <cstdint>
#include <span>

namespace nestloom::cost {

inline constexpr std::size_t kMaxLevels = 12;
inline constexpr std::size_t kMaxLoops = 2 * kMaxLevels * workload::kLoopDimensionCount;

/// A loop of a flattened nest.
struct NestLoop {
    workload::LoopDimension dimension = workload::LoopDimension::R;
    std::uint8_t level = 0;                        // index into Accelerator::levels
    std::int64_t bound = 1;                        // above 1
    std::int64_t step = 1;                         // product of the bounds of the same dimension inside this loop
    hardware::Axis axis = hardware::Axis::Columns; // of a spatial loop
};

/// A mapping prepared for counting: only loops with bounds above 1, and the tile of every level. No heap, so that a
/// search can refill one a million times a second.
class Nest {
public:
    /// Starts an empty nest for `levelCount` levels (at most kMaxLevels).
    void reset(std::size_t levelCount);
    /// Loops must be added from the innermost outward, levels last to first, spatial before temporal within a level.
    void addSpatial(std::size_t level, workload::LoopDimension dimension, std::int64_t bound,
                    hardware::Axis axis = hardware::Axis::Columns)
    {
        if (bound == 1)
            return;
        m_spatial[m_spatialCount++] = {dimension, std::uint8_t(level), bound, m_extents[dimension], axis};
        m_extents[dimension] *= bound;
    }
    void addTemporal(std::size_t level, workload::LoopDimension dimension, std::int64_t bound)
    {
        if (bound == 1)
            return;
        m_temporal[m_temporalCount++] = {dimension, std::uint8_t(level), bound, m_extents[dimension]};
        m_extents[dimension] *= bound;
        m_computeCycles *= bound;
    }
    /// Takes off all loops of `level` and of the levels outside it, which are to be added again.
    void reopen(std::size_t level);
    /// Call when all loops of `level` were added: fixes its tile.
    void finishLevel(std::size_t level)
    {
        m_tiles[level] = m_extents;
        m_temporalUpTo[level] = m_temporalCount;
        m_spatialUpTo[level] = m_spatialCount;
        m_cyclesUpTo[level] = m_computeCycles;
    }

    std::size_t levelCount() const { return m_levelCount; }
    std::span<const NestLoop> temporal() const { return {m_temporal.data(), m_temporalCount}; } // inner to outer
    std::span<const NestLoop> spatial() const { return {m_spatial.data(), m_spatialCount}; }    // inner to outer
    /// Temporal loops outside the tile of `level`, inner to outer.
    std::span<const NestLoop> temporalOutside(std::size_t level) const
    {
        return temporal().subspan(m_temporalUpTo[level]);
    }
    /// Spatial loops of the levels [outer, inner), inner to outer; inner = levelCount() stands for the MACs.
    std::span<const NestLoop> spatialBetween(std::size_t outer, std::size_t inner) const
    {
        const std::size_t from = inner < m_levelCount ? m_spatialUpTo[inner] : 0;
        return spatial().subspan(from, m_spatialUpTo[outer] - from);
    }
    const workload::Extents& tile(std::size_t level) const { return m_tiles[level]; }
    std::int64_t computeCycles() const { return m_computeCycles; } // product of the temporal bounds

    std::array<TensorSet, kMaxLevels> keeps{};
    std::array<TensorSet, kMaxLevels> multicast{}; // hardware::BufferLevel::multicast

private:
    std::array<NestLoop, kMaxLoops> m_temporal;
    std::array<NestLoop, kMaxLoops> m_spatial;
    std::array<workload::Extents, kMaxLevels> m_tiles;
    std::array<std::size_t, kMaxLevels> m_temporalUpTo{}, m_spatialUpTo{}; // loops at this level and inside it
    std::array<std::int64_t, kMaxLevels> m_cyclesUpTo{}; // product of the temporal loops at this level and inside it
    workload::Extents m_extents = workload::unitExtents();
    std::size_t m_levelCount = 0;
    std::size_t m_temporalCount = 0;
    std::size_t m_spatialCount = 0;
    std::int64_t m_computeCycles = 1;
};

/// The nest of a mapping on an accelerator of as many levels, at most kMaxLevels.
void flatten(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, Nest& nest);

} // namespace nestloom::cost
