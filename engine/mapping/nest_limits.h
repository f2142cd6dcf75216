// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/constraints.h"
#include "engine/mapping/layer_mapping.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace nestloom::mapping {

/// Least and most of a loop bound or a tile's extent.
struct Range {
    static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = 1, most = kUnlimited;

    bool contains(std::int64_t n) const { return least <= n && n <= most; }
    bool isFree() const { return least <= 1 && most == kUnlimited; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// A set of loop dimensions.
using DimensionBits = std::uint8_t;
constexpr DimensionBits bitOf(LoopDimension d) { return static_cast<DimensionBits>(1u << static_cast<unsigned>(d)); }

/// All that constraints leave of the loops of one level.
struct LevelLimits {
    workload::PerDimension<Range> temporal, spatial, tile;
    Range children;                                 // of the product of all spatial bounds
    workload::PerDimension<DimensionBits> inside{}; // [d]: temporal loops that must stand inside one over d
    bool isOrdered = false;                         // some `inside` is not empty
    TensorSet mustKeep;
};

/// What the constraints of an accelerator say about the nests of one layer, level by level: every constraint narrows a
/// range or forbids an order. Made once, asked by all engines.
class NestLimits {
public:
    /// No limits.
    explicit NestLimits(std::size_t levels = 0) : m_levels(levels) {}
    /// Limits of accelerator.constraints; lines that cannot be read or have a problem are passed over
    /// (parseConstraints() tells of them).
    NestLimits(const hardware::Accelerator& accelerator, const workload::Layer& layer);

    /// Nothing is limited; then nobody need ask further.
    bool isFree() const { return m_isFree; }
    bool hasOrders() const { return m_hasOrders; }
    std::size_t size() const { return m_levels.size(); }
    const LevelLimits& operator[](std::size_t level) const { return m_levels[level]; }

    /// `wanted` (inner to outer) changed as little as the limits of a level demand: the first of them that may stand
    /// next goes inside. Nothing when these loops cannot stand at one level.
    std::optional<std::vector<LoopDimension>> order(std::size_t level, std::span<const LoopDimension> wanted) const;

private:
    void add(const Constraint& constraint, const hardware::Accelerator& accelerator, const workload::Layer& layer);

    std::vector<LevelLimits> m_levels;
    bool m_isFree = true;
    bool m_hasOrders = false;
};

} // namespace nestloom::mapping
