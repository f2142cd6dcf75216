// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"
#include "engine/noc/mesh.h"
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

/// A flit in the mesh: the transaction that it belongs to and its place in its packet.
class Flit {
public:
    enum Kind : std::uint32_t { Head, Body, Tail };
    Flit() = default;
    Flit(TransactionId transaction, Kind kind) : m_bits(transaction << 2 | kind) {}
    TransactionId transaction() const { return m_bits >> 2; }
    bool isHead() const { return (m_bits & 3) == Head; }
    bool isTail() const { return (m_bits & 3) == Tail; }

private:
    std::uint32_t m_bits = 0;
};

/// How packets of a transaction travel, and what they are counted as.
struct PacketRoute {
    RouteId route = 0;
    bool multicast = false; // waits for all its outputs, and leaves by all of them in the same cycle
    std::uint8_t trafficClass = 0;
    std::uint8_t headers = 1; // flits
    std::uint32_t flits = 5;  // in all
};

/// Counts one more flit of a packet; see ClassCount.
inline void countFlit(ClassCount& count, const PacketRoute& packet, bool isHead)
{
    if (!isHead) {
        ++count[packet.trafficClass];
        return;
    }
    count[kTrafficClasses] += packet.headers;
    count[packet.trafficClass] -= packet.headers - 1;
}

} // namespace nestloom::noc
