// SPDX-License-Identifier: Apache-2.0
// The endpoints' side of VcMesh.
#include "engine/noc/vc_mesh.h"
#include "engine/noc/vc_ports.h"

#include <bit>

namespace nestloom::noc {

void VcMesh::collectCredits(Node& node, Cycle now)
{
    for (; !node.returning.empty() && node.returning.front().due <= now; node.returning.pop_front())
        ++node.credits[node.returning.front().vc];
}

bool VcMesh::canInject(EndpointId endpoint, bool head, Cycle now)
{
    Node& node = m_nodes[endpoint];
    collectCredits(node, now);
    if (!head)
        return node.credits[node.vc] > 0;
    for (std::uint32_t i = 1; i <= m_vcs; ++i) {
        const auto vc = std::uint8_t((node.lastVc + i) % m_vcs);
        if ((node.held >> vc & 1) || node.credits[vc] == 0)
            continue;
        node.vc = vc;
        return true;
    }
    return false;
}

void VcMesh::inject(EndpointId endpoint, VcFlit flit, Cycle now)
{
    Node& node = m_nodes[endpoint];
    flit.vc = node.vc;
    --node.credits[node.vc];
    if (flit.head)
        node.lastVc = node.vc;
    node.held = flit.tail ? node.held & ~(1u << node.vc) : node.held | 1u << node.vc;
    const RouterId id = m_grid.routerOf(endpoint);
    const std::size_t slot = std::size_t(now + kInjectDelay) % kSlots, port = vcPortOf(m_grid.portOf(endpoint));
    Router& router = m_routers[id];
    router.flits[slot][port] = flit;
    router.arrivals[slot] |= std::uint8_t(1u << port);
    ++router.messages;
    m_active.add(id);
}

bool VcMesh::hasArrival(EndpointId endpoint, Cycle now) const
{
    const auto& arriving = m_nodes[endpoint].arriving;
    return !arriving.empty() && arriving.front().due <= now;
}

VcFlit VcMesh::take(EndpointId endpoint, Cycle now)
{
    auto& arriving = m_nodes[endpoint].arriving;
    const VcFlit flit = arriving.front().flit;
    arriving.pop_front();
    creditRouter(m_grid.routerOf(endpoint), vcPortOf(m_grid.portOf(endpoint)), flit.vc, now + kCreditDelay);
    return flit;
}

} // namespace nestloom::noc
