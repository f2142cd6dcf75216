// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/traffic/mesh_load.h"

namespace nestloom::ui {

/// What all parts of the NoC view show: the load of a mesh, of some tensors or of all.
struct ShownMesh {
    hardware::Accelerator accelerator;
    mapping::LayerMapping mapping;
    traffic::MeshLoad load;
    TensorSet tensors = TensorSet::all();

    double bytes(noc::LinkId link) const // of the shown tensors
    {
        double sum = 0;
        for (std::size_t i = 0; i < load.flows.size(); ++i)
            if (tensors.contains(load.flows[i].tensor))
                sum += load.byFlow(link)[i];
        return sum;
    }
    double bytes(noc::LinkId link, TensorRole tensor) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < load.flows.size(); ++i)
            if (load.flows[i].tensor == tensor)
                sum += load.byFlow(link)[i];
        return sum;
    }
    double utilization(noc::LinkId link) const { return load.utilization(bytes(link)); }
    /// DRAM has a port when the mesh is not below DRAM itself.
    bool hasOutside() const { return load.level > 0; }
    /// A link that is there: no hop over the edge, no port without a level behind it.
    bool hasLink(noc::LinkId link) const
    {
        const auto ends = noc::linkEnds(load.mesh, link);
        return ends
               && (hasOutside() || ends->kind == noc::LinkEnds::Kind::Hop || ends->port != load.mesh.outsidePort());
    }
};

} // namespace nestloom::ui
