// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/mesh.h"

namespace nestloom::noc {

RouterId Mesh::routerOf(PortId port) const
{
    if (port < peCount())
        return port;
    const bool ownPort = port == outsidePort() && dramPort == DramPort::Own;
    return ownPort ? routerCount() - columns : routerCount() - 1;
}

std::optional<RouterId> Mesh::neighbour(RouterId router, Side side) const
{
    switch (side) {
    case Side::North: return rowOf(router) > 0 ? std::optional(router - columns) : std::nullopt;
    case Side::East: return columnOf(router) + 1 < columns ? std::optional(router + 1) : std::nullopt;
    case Side::South: return rowOf(router) + 1 < rows ? std::optional(router + columns) : std::nullopt;
    case Side::West: return columnOf(router) > 0 ? std::optional(router - 1) : std::nullopt;
    }
    return std::nullopt;
}

Side Mesh::nextSide(RouterId from, RouterId to) const
{
    if (columnOf(from) != columnOf(to))
        return columnOf(from) < columnOf(to) ? Side::East : Side::West;
    return rowOf(from) < rowOf(to) ? Side::South : Side::North;
}

std::optional<LinkEnds> linkEnds(const Mesh& mesh, LinkId link)
{
    if (link >= 4 * mesh.routerCount()) {
        const PortId port = (link - 4 * mesh.routerCount()) / 2;
        const RouterId router = mesh.routerOf(port);
        const auto kind = link == mesh.entering(port) ? LinkEnds::Kind::Entering : LinkEnds::Kind::Leaving;
        return LinkEnds{kind, router, router, port};
    }
    const RouterId from = link / 4;
    const auto to = mesh.neighbour(from, static_cast<Side>(link % 4));
    return to ? std::optional(LinkEnds{LinkEnds::Kind::Hop, from, *to, 0}) : std::nullopt;
}

} // namespace nestloom::noc
