// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <vector>

namespace nestloom::traffic {

/// Spatial loops of the level of the mesh in the order in which they number the PEs in use, fastest first: those over
/// its columns, then those over its rows, both inner to outer. So PEs are numbered row by row.
std::vector<cost::NestLoop> loopsOverPes(const cost::Nest& nest, std::size_t mesh);

/// Ports of the PEs in use on the mesh of a fan-out, by their numbers; ascending.
std::vector<std::uint32_t> portsOfPes(const hardware::Fanout& fanout, const cost::Nest& nest, std::size_t mesh);

/// PEs by what they share, as numbered by loopsOverPes().
struct PeGroups {
    std::vector<std::vector<std::uint32_t>> pes; // one group for each distinct tile, PEs ascending
    double tilesPerGroup = 1; // tiles that travel alike: spatial loops inside a PE that split the tensor
};

/// Which PEs share a tile of a tensor at level `inner` (or at the MAC units), where `mesh` is the level whose
/// children are the PEs. Tiles count as the cost model counts them: input tiles that start at the same pixel are one,
/// tiles that overlap partly are not; where a level does not multicast the tensor, its children's are not either. The
/// number of tiles is cost::distinctChildren(layer, nest, role, mesh, inner).
PeGroups groupPes(const workload::Layer& layer, const cost::Nest& nest, TensorRole role, std::size_t mesh,
                  std::size_t inner);

} // namespace nestloom::traffic
