// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/routes.h"

#include <algorithm>

namespace nestloom::noc {

Routes::Routes(const Grid& grid) : m_grid(grid)
{
    const std::size_t routers = grid.routerCount();
    m_ports.resize(grid.endpointCount() * routers);
    for (EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        for (RouterId router = 0; router < routers; ++router)
            m_ports[endpoint * routers + router] = std::uint8_t(1u << grid.nextPort(router, endpoint));
    m_next.resize(kRouterPorts * routers);
    for (LinkId link = 0; link < m_next.size(); ++link)
        m_next[link] = gridLink(grid, link).to;
}

RouteId Routes::multicast(EndpointId source, std::span<const EndpointId> destinations)
{
    const RouterId first = m_grid.routerOf(source);
    std::vector<EndpointId> key(destinations.begin(), destinations.end());
    std::ranges::sort(key);
    key.push_back(EndpointId(first));
    const std::size_t routers = m_grid.routerCount();
    const auto [known, isNew] = m_multicasts.emplace(std::move(key), RouteId(m_ports.size() / routers));
    if (!isNew)
        return known->second;
    m_ports.resize(m_ports.size() + routers, 0);
    std::uint8_t* row = m_ports.data() + known->second * routers;
    for (const EndpointId destination : destinations)
        for (RouterId router = first;;) {
            const std::size_t port = m_grid.nextPort(router, destination);
            row[router] |= std::uint8_t(1u << port);
            const RouterId next = m_next[m_grid.outOf(router, port)];
            if (next == router)
                break;
            router = next;
        }
    return known->second;
}

} // namespace nestloom::noc
