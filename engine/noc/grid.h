// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/mesh.h"

#include <array>
#include <cstdint>

namespace nestloom::noc {

/// A place where something can be attached to a mesh: every router's local port, and the free sides of the routers at
/// the edge. Numbered as in the simulator published with CoSA: the local ports 0 .. routers-1, then clockwise along the
/// edge, that is the north side from west to east, the east side downwards, the south side from east to west, the west
/// side upwards. Four columns by five rows have 38 endpoints; 29 is the south side of router 19.
using EndpointId = std::uint32_t;

/// The ports of a router: Local, then one per Side.
inline constexpr std::size_t kLocalPort = 0;
inline constexpr std::size_t kRouterPorts = 5;
constexpr std::size_t portOf(Side side) { return 1 + static_cast<std::size_t>(side); }

/// A mesh of routers with all its endpoints and links, as the simulators see it. Any size from 1 x 1.
///
/// A link has one direction and carries one flit a cycle. Links 5 * router + port leave a router, to the next one or to
/// an endpoint; behind them come the links from each endpoint into its router.
struct Grid {
    std::size_t columns = 1;
    std::size_t rows = 1;

    std::size_t routerCount() const { return columns * rows; }
    std::size_t endpointCount() const { return routerCount() + 2 * (columns + rows); }
    std::size_t linkCount() const { return kRouterPorts * routerCount() + endpointCount(); }

    RouterId routerOf(EndpointId endpoint) const;
    std::size_t portOf(EndpointId endpoint) const; // of its router, kLocalPort or one of a side
    bool isLocal(EndpointId endpoint) const { return endpoint < routerCount(); }
    /// The endpoint on a side of a router; only for sides on the edge of the mesh.
    EndpointId onSide(RouterId router, Side side) const;

    /// Where a flit at `router` leaves it to reach `endpoint`: along the row, then along the column, then out.
    std::size_t nextPort(RouterId router, EndpointId endpoint) const;
    /// Routers between two endpoints, those at both ends included.
    std::size_t routersBetween(EndpointId from, EndpointId to) const;

    LinkId outOf(RouterId router, std::size_t port) const { return kRouterPorts * router + port; }
    LinkId into(EndpointId endpoint) const { return kRouterPorts * routerCount() + endpoint; } // from it to its router

    friend bool operator==(const Grid&, const Grid&) = default;
};

/// What a link of a grid joins.
struct GridLink {
    enum class Kind { Hop, Leaving, Entering }; // between routers, to an endpoint, from an endpoint
    Kind kind = Kind::Hop;
    RouterId from = 0;
    RouterId to = 0;         // the same for Leaving and Entering
    EndpointId endpoint = 0; // of Leaving and Entering
};
GridLink gridLink(const Grid& grid, LinkId link);

/// The grid of a mesh, and where its ports are on it: PEs and the buffer at local ports, the outside on a south side.
inline Grid gridOf(const Mesh& mesh) { return {mesh.columns, mesh.rows}; }
EndpointId endpointOf(const Mesh& mesh, PortId port);
/// A link of the mesh as a link of the grid; only for links that exist.
LinkId gridLinkOf(const Mesh& mesh, LinkId link);

} // namespace nestloom::noc
