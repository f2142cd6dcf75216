// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/grid.h"
#include "engine/noc/transaction.h"

#include <map>
#include <vector>

namespace nestloom::noc {

using PortMask = std::uint32_t; // bit p: the port p of a router
using RouteId = std::uint32_t;

/// Where packets leave every router, as tables. A unicast's route depends on its destination only; a multicast's is the
/// union of the X-Y routes from its source, so that no link carries a packet twice.
class Routes {
public:
    explicit Routes(const Grid& grid);

    RouteId unicast(EndpointId destination) const { return destination; }
    /// Equal sources and sets of destinations share a route.
    RouteId multicast(EndpointId source, std::span<const EndpointId> destinations);

    /// Ports by which a packet on this route leaves a router that it reaches.
    PortMask ports(RouteId route, RouterId router) const { return m_ports[route * m_grid.routerCount() + router]; }
    /// Calls visit(link) for every link that a packet crosses on a route from a source.
    template <typename Visit>
    void forEachLink(RouteId route, EndpointId source, Visit visit) const
    {
        visit(m_grid.into(source));
        forEachLinkFrom(route, m_grid.routerOf(source), visit);
    }
    const Grid& grid() const { return m_grid; }

private:
    template <typename Visit>
    void forEachLinkFrom(RouteId route, RouterId router, Visit& visit) const
    {
        for (std::size_t port = 0; port < kRouterPorts; ++port)
            if (ports(route, router) >> port & 1) {
                const LinkId link = m_grid.outOf(router, port);
                visit(link);
                if (const RouterId next = m_next[link]; next != router)
                    forEachLinkFrom(route, next, visit);
            }
    }

    Grid m_grid;
    std::vector<std::uint8_t> m_ports; // a row of routers for each route, the unicast routes first
    std::vector<RouterId> m_next;      // where a link out of a router leads; the same router if to an endpoint
    std::map<std::vector<EndpointId>, RouteId> m_multicasts; // by source router and sorted destinations
};

} // namespace nestloom::noc
