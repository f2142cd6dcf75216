// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/mesh/mesh_bound.h"

#include <map>
#include <memory>

namespace nestloom::schedule {

/// Puts mappings together from loops around the PEs that meshBound() found and a nest inside the PEs that is searched
/// for: one that computes fast, and then moves little between a PE and what is outside it. Equal loops give equal
/// mappings. Thread rule: one thread at a time.
class PeNests {
public:
    /// `mesh`: the level whose children the mesh connects. The space must outlive this.
    PeNests(const cosa::MappingSpace& space, std::size_t mesh);

    /// Nothing when no nest was found that fits, or the accelerator has constraints, which the loops do not know.
    std::optional<mapping::LayerMapping> mapping(const MeshLoops& loops);

private:
    const std::optional<mapping::LayerMapping>& inside(const workload::Extents& tile);

    const cosa::MappingSpace& m_space;
    const std::size_t m_mesh;
    hardware::Accelerator m_pe; // its levels, of which the outermost one keeps all
    std::map<decltype(workload::Extents::values), std::optional<mapping::LayerMapping>> m_found; // by tile
};

} // namespace nestloom::schedule
