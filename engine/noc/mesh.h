// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace nestloom::noc {

/// Where the levels outside the mesh (DRAM) are attached.
///   Own          a port of its own: south of the first router of the last row
///   WithBuffer   south of the buffer's router, as in the simulator published with CoSA (Huang et al., ISCA 2021)
enum class DramPort { Own, WithBuffer };

enum class Side : std::uint8_t { North, East, South, West };

using RouterId = std::size_t; // row * columns + column, row 0 in the north
using LinkId = std::size_t;   // see Mesh::hop and the two port links below

/// What is attached to a router: PE i, or the buffer that feeds the PEs, or what lies outside it.
using PortId = std::size_t;

/// A mesh of routers with PE i at router i, and below the PEs one more row, at whose last router the buffer sits (four
/// by four PEs: four columns, five rows, the buffer at router 19, as CoSA's authors build it).
///
/// Links have one direction. There is one from every router to each neighbour, and for every port one that enters the
/// mesh and one that leaves it. Each carries one flit a cycle.
struct Mesh {
    std::size_t columns = 1;
    std::size_t rows = 2; // the row of the ports included
    DramPort dramPort = DramPort::Own;

    std::size_t routerCount() const { return columns * rows; }
    std::size_t peCount() const { return columns * (rows - 1); }
    std::size_t portCount() const { return peCount() + 2; }
    std::size_t linkCount() const { return 4 * routerCount() + 2 * portCount(); }

    PortId bufferPort() const { return peCount(); }
    PortId outsidePort() const { return peCount() + 1; }
    RouterId routerOf(PortId port) const;
    std::size_t columnOf(RouterId router) const { return router % columns; }
    std::size_t rowOf(RouterId router) const { return router / columns; }

    std::optional<RouterId> neighbour(RouterId router, Side side) const;
    LinkId hop(RouterId from, Side side) const { return 4 * from + std::size_t(side); }
    LinkId entering(PortId port) const { return 4 * routerCount() + 2 * port; } // from the port into its router
    LinkId leaving(PortId port) const { return entering(port) + 1; }            // from the router to the port

    /// The side that X-Y routing leaves `from` by on the way to another router: first along the row, then the column.
    Side nextSide(RouterId from, RouterId to) const;

    friend bool operator==(const Mesh&, const Mesh&) = default;
};

/// What a link joins. A hop joins two routers; a port link joins `port` and the router `from`, which equals `to`.
struct LinkEnds {
    enum class Kind { Hop, Entering, Leaving };
    Kind kind = Kind::Hop;
    RouterId from = 0;
    RouterId to = 0;
    PortId port = 0; // of port links
};
/// Nothing for a hop off the edge of the mesh.
std::optional<LinkEnds> linkEnds(const Mesh& mesh, LinkId link);

/// A place where something can be attached to a mesh: every router's local port, and the free sides of the routers at
/// the edge. Numbered as in the simulator published with CoSA: the local ports 0 .. routers-1, then clockwise along the
/// edge, that is the north side from west to east, the east side downwards, the south side from east to west, the west
/// side upwards. Four columns by five rows have 38 endpoints; 29 is the south side of router 19.
using EndpointId = std::uint32_t;

/// The ports of a router: Local, then one per Side.
inline constexpr std::size_t kLocalPort = 0;
inline constexpr std::size_t kRouterPorts = 5;
constexpr std::size_t portOf(Side side) { return 1 + std::size_t(side); }

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
