// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/cosa.h"

namespace nestloom::schedule {

inline constexpr std::string_view kMeshEngine = "cosa-mesh";

/// The model that the figures of an engine of layers are of: cost::Model::Mesh or our analytical one.
cost::Model costModelOf(std::string_view engine);

/// Intra-layer mapping under the mesh model.
/// Decides   as cosa::solve.
/// Method    CoSA's mapping, and CoSA's on the accelerator with the ports of the mesh as bandwidths, are incumbents; a
///           local search goes on from them under the mesh model with added stalls (MeshTime::summed), which leaves no
///           gap to exploit; the best by that is taken. So it is never worse than CoSA's.
/// Bound     the larger of meshBound() and what is proven of the accelerator with the ports of the mesh
///           (cost::withMeshPorts); of objectives with energy the latter only. Once the incumbent is within `params.gap`
///           the search is short. Proven only when the cycles reach it.
/// Fails     as cosa::solve, and as cost::meshModel; InvalidInput for Objective::CosaPaper.
Result<LayerOutcome> solveForMesh(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                  const cosa::CosaParams& params, milp::Solver& solver, const RunControl& control,
                                  std::span<const mapping::LayerMapping> starts = {});

} // namespace nestloom::schedule
