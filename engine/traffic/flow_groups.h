// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <vector>

namespace nestloom::traffic {

/// PEs by what they share. PEs are numbered along the spatial loops of the mesh's level, the innermost loop fastest.
struct PeGroups {
    std::vector<std::vector<std::uint32_t>> pes; // one group for each distinct tile, PEs ascending
    double tilesPerGroup = 1; // tiles that travel alike: spatial loops inside a PE that split the tensor
};

/// Which PEs hold the same tile of a tensor at level `inner` (or at the MAC units), where `mesh` is the level whose
/// children are the PEs. Tiles count as the cost model counts them: input tiles that start at the same pixel are one,
/// tiles that overlap partly are not. The number of tiles is cost::distinctChildren(layer, nest, role, mesh, inner).
PeGroups groupPes(const workload::Layer& layer, const cost::Nest& nest, TensorRole role, std::size_t mesh,
                  std::size_t inner);

} // namespace nestloom::traffic
