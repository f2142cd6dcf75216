// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/mapping_space.h"

#include <optional>

namespace nestloom::schedule {

/// How long meshBound() may look: at families, and at orders of loops in them.
struct MeshBoundEffort {
    std::size_t families = 4'000'000;
    std::int64_t orders = 400'000;
};

/// Cycles that no mapping of a layer takes fewer of under the mesh model, or `below` where that is less: the cycles of
/// a mapping known. engine/cost/MODEL.md has the derivation.
/// Method   a family of mappings are those with the same tile of a PE, spread over as many PEs along each dimension,
///          whose innermost loop around the PEs leaves the same tensor in place. All families that can fit are looked
///          at. Compute, the first step and what moves at every step are those of the family; how the other loops are
///          ordered and split is left open, and every tensor takes what is best for it. Where one buffer lies between
///          mesh and DRAM, the families with the lowest bounds are looked at again, the lowest first, in every split
///          and order of these loops.
/// Bound    of cost::MeshTime::cycles over the perfect factors of the layer, with every level keeping what it may keep.
///          Not of simulations, which may take less than the model says.
/// Nothing  when levels outside the mesh have several children, or the layer too many families.
std::optional<double> meshBound(const cosa::MappingSpace& space, double below, const MeshBoundEffort& effort = {});

/// The same of mappings with this tile of a PE and these PEs along each dimension alone, whatever stays in place.
std::optional<double> meshBound(const cosa::MappingSpace& space, const workload::Extents& tile,
                                const workload::Extents& spread);

} // namespace nestloom::schedule
