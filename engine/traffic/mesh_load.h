// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/noc/mesh.h"
#include "engine/traffic/flows.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace nestloom::traffic {

/// What a mapping sends over every link of one mesh during one layer. A static count: no packets, headers, queues or
/// waiting, and every link is free all the time.
struct MeshLoad {
    noc::Mesh mesh;
    std::size_t level = 0;        // whose children are the PEs
    std::vector<noc::PortId> pes; // that the mapping uses, ascending
    TensorSet multicast;          // what the routers copy or add on the way; all else travels one to one
    Bits flit{64};
    Cycles cycles{}; // of the layer
    std::vector<Flow> flows;
    std::vector<double> linkBytes; // over the whole layer, linkCount x flows

    bool uses(noc::PortId pe) const { return std::binary_search(pes.begin(), pes.end(), pe); }
    /// Bytes of each flow on a link, in the order of `flows`.
    std::span<const double> byFlow(noc::LinkId link) const;
    double bytes(noc::LinkId link) const;
    /// Flits that carry these bytes: full but for the last one.
    double flits(noc::LinkId link) const { return flitsFor(bytes(link)); }
    double flitsFor(double bytes) const;
    /// Bytes per cycle over what the link can carry, averaged over the cycles of the layer. Above 1 the layer cannot
    /// run as fast as the cost model says, which gives the mesh no bandwidth.
    double utilization(noc::LinkId link) const { return utilization(bytes(link)); }
    double utilization(double bytes) const;
    /// The link with the most bytes, ports included; the lowest number of equals.
    noc::LinkId hottestLink() const;
    /// The largest of `links` among the hops between routers alone, and its mean over all hops.
    noc::LinkId hottestHop() const;
    double meanHopUtilization() const;
};

/// Loads of the accelerator's mesh. X-Y routes: along the row first, then along the column. With multicast a group of
/// PEs is served by the union of its routes, each link once; partial sums of a group travel the union of their routes,
/// added where routes meet. What is not multicast is sent one to one, and sums are added at the buffer. Volumes
/// are the counts of our own cost model (cost::countAccesses); `cycles` are those of the layer under any model. Fails
/// InvalidInput when mapping::verify finds a violation; Unsupported when the accelerator describes no interconnect;
///         Internal when bytes got lost on the way (checkConservation).
Result<MeshLoad> meshLoad(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                          const mapping::LayerMapping& mapping, Cycles cycles,
                          noc::DramPort dramPort = noc::DramPort::Own);

/// At every router each flow leaves as it came: a unicast with the same bytes, a multicast with no fewer, a reduction
/// with no more; and what enters and leaves the mesh is what the flow says. Nothing, or what is wrong.
std::optional<std::string> checkConservation(const MeshLoad& load);

} // namespace nestloom::traffic
