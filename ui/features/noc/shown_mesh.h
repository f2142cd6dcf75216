// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/traffic/mesh_load.h"

#include <QString>

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

/// Words about links and what they carry, shared by the map, the table and the details.

QString routerName(const ShownMesh& mesh, noc::RouterId router); // "PE 6", "router 17"
QString portName(const ShownMesh& mesh, noc::PortId port);       // "PE 6", "GlobalBuffer", "DRAM"
/// "PE 6 → PE 7", "DRAM → router 16"; the port of a PE: "into PE 6", "out of PE 6".
QString linkName(const ShownMesh& mesh, noc::LinkId link);

/// "12.5 % of 8 B/cycle"
QString loadText(const ShownMesh& mesh, double utilization);
/// Utilisation as the map and the table show it: "12 %", "0.4 %"; "<0.1 %" for a little, "0 %" for nothing.
QString shortLoad(double utilization);
/// "64-bit flits (8 B/cycle a link), X-Y routes, multicast"
QString meshText(const ShownMesh& mesh);

QString flowName(const ShownMesh& mesh, const traffic::Flow& flow); // "inputs from GlobalBuffer to the PEs"
/// "multicast: one copy for up to 4 PEs", "reduction: sums of up to 4 PEs are added on the way", "one to one"
QString castText(const traffic::Flow& flow);
/// "for P in 0..7 at DRAM: the same data again each step, x7"
QString loopText(const ShownMesh& mesh, const traffic::Flow& flow, const traffic::FlowLoop& loop);

/// The busiest link in one sentence. Beyond its bandwidth the sentence says what that does to the layer.
QString hottestSentence(const ShownMesh& mesh);
/// Does any link carry more than it can? The cost model gives the mesh no bandwidth and does not see it.
bool isOverloaded(const ShownMesh& mesh);

} // namespace nestloom::ui
