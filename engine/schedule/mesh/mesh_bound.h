// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/mapping_space.h"

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::schedule {

/// How long meshBound() may look: at families, at splits of the loops around the PEs over buffer and DRAM, and how many
/// orders of these loops it may time one by one.
struct MeshBoundEffort {
    std::size_t families = 4'000'000;
    std::int64_t splits = 6'000'000;
    std::int64_t orders = 6'000'000;
};
/// A tenth of the time, for a bound that is less tight.
inline constexpr MeshBoundEffort kQuickMeshBound{4'000'000, 400'000, 0};

/// A mapping but for what is inside a PE, with one buffer between mesh and DRAM.
struct MeshLoops {
    workload::Extents tile, spread;              // of a PE; over PEs
    std::vector<mapping::Loop> atBuffer, atDram; // temporal, inner to outer
};

/// What meshBound() tells and asks on its way; either may be missing.
struct MeshBoundTalk {
    /// Told of loops that may be better than the best mapping known. Returns what that takes then: MeshTime::summed.
    std::function<double(const MeshLoops&)> found;
    std::function<bool()> stopped; // soon ends, as at the end of its effort
};

/// Cycles that no mapping of a layer takes fewer of under the mesh model, or `below` where that is less: what a mapping
/// takes that is known (MeshTime::summed). engine/cost/MODEL.md has the derivation.
/// Method   a family of mappings are those with the same tile of a PE, spread over as many PEs along each dimension,
///          whose innermost loop around the PEs leaves the same tensor in place. All families that can fit are looked
///          at. Compute, the first step and what moves at every step are those of the family; how the other loops are
///          ordered and split is left open, and every tensor takes what is best for it. Where one buffer lies between
///          mesh and DRAM, the families with the lowest bounds are looked at again, the lowest first, in every split of
///          these loops, and those that may beat everything known in every order.
/// Effort   what is left of `effort` is in `left`
/// Bound    of cost::MeshTime::cycles over the perfect factors of the layer, with every level keeping what it may keep.
///          Not of simulations, which may take less than the model says.
/// Nothing  when levels outside the mesh have several children, or the layer too many families.
std::optional<double> meshBound(const cosa::MappingSpace& space, double below, const MeshBoundEffort& effort = {},
                                const MeshBoundTalk& talk = {}, MeshBoundEffort* left = nullptr);

/// The same of mappings with this tile of a PE and these PEs along each dimension alone, whatever stays in place.
std::optional<double> meshBound(const cosa::MappingSpace& space, const workload::Extents& tile,
                                const workload::Extents& spread);

} // namespace nestloom::schedule
