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
    LinkId hop(RouterId from, Side side) const { return 4 * from + static_cast<std::size_t>(side); }
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

} // namespace nestloom::noc
