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

RouterId Grid::routerOf(EndpointId endpoint) const
{
    std::size_t place = endpoint;
    if (place < routerCount())
        return place;
    place -= routerCount();
    if (place < columns)
        return place;
    place -= columns;
    if (place < rows)
        return place * columns + columns - 1;
    place -= rows;
    if (place < columns)
        return routerCount() - 1 - place;
    place -= columns;
    return (rows - 1 - place) * columns;
}

std::size_t Grid::portOf(EndpointId endpoint) const
{
    if (endpoint < routerCount())
        return kLocalPort;
    const std::size_t place = endpoint - routerCount();
    const Side side = place < columns              ? Side::North
                      : place < columns + rows     ? Side::East
                      : place < 2 * columns + rows ? Side::South
                                                   : Side::West;
    return noc::portOf(side);
}

EndpointId Grid::onSide(RouterId router, Side side) const
{
    const std::size_t column = router % columns, row = router / columns, edge = routerCount();
    switch (side) {
    case Side::North: return EndpointId(edge + column);
    case Side::East: return EndpointId(edge + columns + row);
    case Side::South: return EndpointId(edge + columns + rows + columns - 1 - column);
    case Side::West: return EndpointId(edge + 2 * columns + rows + rows - 1 - row);
    }
    return 0;
}

std::size_t Grid::nextPort(RouterId router, EndpointId endpoint) const
{
    const RouterId target = routerOf(endpoint);
    if (router % columns != target % columns)
        return noc::portOf(router % columns < target % columns ? Side::East : Side::West);
    if (router != target)
        return noc::portOf(router < target ? Side::South : Side::North);
    return portOf(endpoint);
}

namespace {

/// The router beyond a side; the same one when the side is on the edge.
RouterId beyond(const Grid& grid, RouterId router, Side side)
{
    switch (side) {
    case Side::North: return router >= grid.columns ? router - grid.columns : router;
    case Side::East: return router % grid.columns + 1 < grid.columns ? router + 1 : router;
    case Side::South: return router + grid.columns < grid.routerCount() ? router + grid.columns : router;
    case Side::West: return router % grid.columns > 0 ? router - 1 : router;
    }
    return router;
}

} // namespace

GridLink gridLink(const Grid& grid, LinkId link)
{
    if (link >= kRouterPorts * grid.routerCount()) {
        const auto endpoint = EndpointId(link - kRouterPorts * grid.routerCount());
        return {GridLink::Kind::Entering, grid.routerOf(endpoint), grid.routerOf(endpoint), endpoint};
    }
    const RouterId from = link / kRouterPorts;
    const std::size_t port = link % kRouterPorts;
    if (port == kLocalPort)
        return {GridLink::Kind::Leaving, from, from, EndpointId(from)};
    const auto side = static_cast<Side>(port - 1);
    const RouterId to = beyond(grid, from, side);
    if (to == from)
        return {GridLink::Kind::Leaving, from, from, grid.onSide(from, side)};
    return {GridLink::Kind::Hop, from, to, 0};
}

EndpointId endpointOf(const Mesh& mesh, PortId port)
{
    const RouterId router = mesh.routerOf(port);
    return port == mesh.outsidePort() ? gridOf(mesh).onSide(router, Side::South) : EndpointId(router);
}

LinkId gridLinkOf(const Mesh& mesh, LinkId link)
{
    const Grid grid = gridOf(mesh);
    if (link < 4 * mesh.routerCount())
        return grid.outOf(link / 4, portOf(static_cast<Side>(link % 4)));
    const PortId port = (link - 4 * mesh.routerCount()) / 2;
    const EndpointId endpoint = endpointOf(mesh, port);
    return link == mesh.entering(port) ? grid.into(endpoint)
                                       : grid.outOf(grid.routerOf(endpoint), grid.portOf(endpoint));
}

} // namespace nestloom::noc
