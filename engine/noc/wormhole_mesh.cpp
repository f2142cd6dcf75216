// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/wormhole_mesh.h"

#include <bit>

namespace nestloom::noc {

namespace {

template <typename Visit>
void forEachPort(PortMask mask, Visit visit)
{
    for (unsigned left = mask; left != 0; left &= left - 1)
        visit(std::size_t(std::countr_zero(left)));
}

PortMask bitOf(std::size_t port) { return PortMask(1u << port); }

/// The port by which a neighbour receives what leaves by `port`.
std::size_t opposite(std::size_t port) { return port == kLocalPort ? kLocalPort : (port + 1) % 4 + 1; }

} // namespace

WormholeMesh::WormholeMesh(const Routes& routes, std::vector<PacketRoute> packetRoutes, std::uint32_t packetFlits,
                           WindowRecorder& recorder, ActiveSet& endpoints)
    : m_routes(routes), m_packetRoutes(std::move(packetRoutes)), m_recorder(recorder), m_endpoints(endpoints),
      m_routers(routes.grid().routerCount()), m_depth(packetFlits + 2), m_packetFlits(packetFlits),
      m_active(routes.grid().routerCount())
{
    const Grid& grid = routes.grid();
    m_queueShift = std::uint32_t(std::bit_width(m_depth - 1));
    m_queues.resize((grid.routerCount() * kRouterPorts) << m_queueShift);
    m_ejects = kRouterPorts * grid.routerCount();
    m_links.resize(m_ejects + grid.endpointCount());
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        m_links[i].router = std::uint32_t(i < m_ejects ? i / kRouterPorts : i - m_ejects);
        m_links[i].port = std::uint8_t(i < m_ejects ? i % kRouterPorts : 0);
    }
    for (LinkId link = 0; link < m_ejects; ++link) {
        const GridLink ends = gridLink(grid, link);
        const bool hop = ends.kind == GridLink::Kind::Hop;
        m_targets.push_back(std::uint32_t(hop ? ends.to * kRouterPorts + opposite(link % kRouterPorts) : m_ejects + ends.endpoint));
    }
    for (EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        m_injects.push_back(std::uint32_t(grid.routerOf(endpoint) * kRouterPorts + grid.portOf(endpoint)));
    for (Router& router : m_routers)
        router.turn.fill(kRouterPorts);
}

void WormholeMesh::inject(EndpointId endpoint, Flit flit, Cycle now)
{
    Link& link = m_links[m_injects[endpoint]];
    link.push(flit, now);
    m_routers[link.router].arriving |= bitOf(link.port);
    m_active.add(link.router);
    ++m_recorder.links()[m_ejects + endpoint].flits;
    ++m_injected;
}

void WormholeMesh::step(Cycle now)
{
    m_moved = false;
    m_active.forEach([&](std::size_t router) {
        if (!stepRouter(router, now))
            m_active.remove(router);
    });
}

void WormholeMesh::stepShuffled(Cycle now, Rng& rng)
{
    m_moved = false;
    std::vector<std::size_t> order;
    m_active.forEach([&](std::size_t router) { order.push_back(router); });
    rng.shuffle(std::span(order));
    for (const std::size_t router : order)
        if (!stepRouter(router, now))
            m_active.remove(router);
}

bool WormholeMesh::stepRouter(RouterId id, Cycle now)
{
    Router& router = m_routers[id];
    RouterCount& counts = m_recorder.routers()[id];
    counts.occupancy += router.flits;
    if (router.flits > counts.mostFlits)
        counts.mostFlits = router.flits;
    Choice choice;
    if (router.filled) {
        choice = choose(router);
        if (const PortMask waiting = router.filled & router.heads & ~choice.inputs)
            counts.headersWait += std::uint32_t(std::popcount(waiting));
    }
    if (router.leaving)
        sendFromRegisters(id, router, now);
    if (router.queued & ~router.leaving)
        fillRegisters(id, router);
    if (choice.outputs)
        fillQueues(id, router, choice);
    if (router.arriving & ~router.filled)
        fillInputs(id, router, now);
    return router.flits != 0 || router.arriving != 0;
}

WormholeMesh::Choice WormholeMesh::choose(Router& router) const
{
    Choice choice;
    if (router.filled & router.multicasts)
        chooseMulticasts(router, choice);
    if (router.filled & ~router.multicasts)
        chooseUnicasts(router, choice);
    return choice;
}

void WormholeMesh::chooseMulticasts(const Router& router, Choice& choice)
{
    forEachPort(router.filled & router.multicasts, [&](std::size_t input) {
        const bool head = router.heads >> input & 1;
        const PortMask ready = head ? router.free & router.packetRoom : router.room;
        const PortMask needed = router.outputs[input];
        if ((needed & ~ready) || (needed & choice.outputs))
            return;
        choice.outputs |= needed;
        choice.inputs |= bitOf(input);
        forEachPort(needed, [&](std::size_t output) { choice.input[output] = std::uint8_t(input); });
    });
}

void WormholeMesh::chooseUnicasts(Router& router, Choice& choice)
{
    std::uint64_t asks = 0; // a byte for each output, with a bit for each input that wants it
    const PortMask forHeads = router.free & router.room;
    forEachPort(router.filled & ~router.multicasts, [&](std::size_t input) {
        const PortMask ready = router.heads >> input & 1 ? forHeads : router.room;
        if (const unsigned output = router.outputs[input] & ready)
            asks |= std::uint64_t(1) << (8 * unsigned(std::countr_zero(output)) + unsigned(input));
    });
    while (asks) {
        const unsigned output = unsigned(std::countr_zero(asks)) / 8;
        const unsigned inputs = unsigned(asks >> (8 * output)) & 31;
        asks &= ~(std::uint64_t(31) << (8 * output));
        if (choice.outputs >> output & 1)
            continue;
        const unsigned below = inputs & ((1u << router.turn[output]) - 1);
        const auto input = std::uint8_t(std::bit_width(below ? below : inputs) - 1);
        router.turn[output] = input;
        choice.outputs |= bitOf(output);
        choice.inputs |= bitOf(input);
        choice.input[output] = input;
    }
}

void WormholeMesh::sendFromRegisters(RouterId id, Router& router, Cycle now)
{
    LinkCount* counts = m_recorder.links() + id * kRouterPorts;
    const std::uint32_t* targets = m_targets.data() + id * kRouterPorts;
    forEachPort(router.leaving, [&](std::size_t port) {
        Link& link = m_links[targets[port]];
        if (!link.hasRoom(now)) {
            ++counts[port].blocked;
            return;
        }
        link.push(router.out[port], now);
        ++counts[port].flits;
        ++m_hops;
        m_moved = true;
        router.leaving &= PortMask(~bitOf(port));
        --router.flits;
        if (targets[port] < m_ejects) {
            m_routers[link.router].arriving |= bitOf(link.port);
            m_active.add(link.router);
        } else {
            m_endpoints.add(link.router);
        }
    });
}

void WormholeMesh::fillRegisters(RouterId id, Router& router)
{
    const std::uint32_t mask = (1u << m_queueShift) - 1;
    forEachPort(router.queued & ~router.leaving, [&](std::size_t port) {
        router.out[port] = m_queues[((id * kRouterPorts + port) << m_queueShift) + router.begin[port]];
        router.begin[port] = std::uint8_t((router.begin[port] + 1u) & mask);
        const std::uint32_t count = --router.count[port];
        if (count == 0)
            router.queued &= PortMask(~bitOf(port));
        router.room |= bitOf(port);
        if (count + m_packetFlits <= m_depth)
            router.packetRoom |= bitOf(port);
        router.leaving |= bitOf(port);
        m_moved = true;
    });
}

void WormholeMesh::fillQueues(RouterId id, Router& router, const Choice& choice)
{
    const std::uint32_t mask = (1u << m_queueShift) - 1;
    forEachPort(choice.outputs, [&](std::size_t port) {
        const Flit flit = router.in[choice.input[port]];
        const std::uint32_t place = (router.begin[port] + router.count[port]) & mask;
        m_queues[((id * kRouterPorts + port) << m_queueShift) + place] = flit;
        const std::uint32_t count = ++router.count[port];
        if (count == m_depth)
            router.room &= PortMask(~bitOf(port));
        if (count + m_packetFlits > m_depth)
            router.packetRoom &= PortMask(~bitOf(port));
        if (flit.isTail())
            router.free |= bitOf(port);
        else
            router.free &= PortMask(~bitOf(port));
    });
    router.queued |= choice.outputs;
    router.filled &= PortMask(~choice.inputs);
    router.flits = std::uint8_t(router.flits + std::popcount(choice.outputs) - std::popcount(choice.inputs));
    m_moved = true;
}

void WormholeMesh::fillInputs(RouterId id, Router& router, Cycle now)
{
    forEachPort(router.arriving & ~router.filled, [&](std::size_t port) {
        Link& link = m_links[id * kRouterPorts + port];
        if (!link.isVisible(now))
            return;
        const Flit flit = link.pop(now);
        router.in[port] = flit;
        router.filled |= bitOf(port);
        ++router.flits;
        m_moved = true;
        if (link.flits == 0)
            router.arriving &= PortMask(~bitOf(port));
        if (!flit.isHead()) {
            router.heads &= PortMask(~bitOf(port));
            return;
        }
        const PacketRoute packet = m_packetRoutes[flit.transaction()];
        router.outputs[port] = m_routes.ports(packet.route, id);
        router.heads |= bitOf(port);
        router.multicasts = PortMask((router.multicasts & ~bitOf(port)) | (packet.multicast ? bitOf(port) : 0));
    });
}

std::vector<WormholeMesh::Wait> WormholeMesh::waits() const
{
    std::vector<Wait> waits;
    for (RouterId id = 0; id < m_routers.size(); ++id) {
        const Router& router = m_routers[id];
        forEachPort(router.filled, [&](std::size_t input) {
            const bool head = router.heads >> input & 1, multicast = router.multicasts >> input & 1;
            const PortMask needed = router.outputs[input];
            const PortMask held = head ? PortMask(needed & ~router.free) : PortMask(0);
            const PortMask full = PortMask(needed & ~(head && multicast ? router.packetRoom : router.room));
            waits.push_back({id, input, router.in[input], needed, held, full});
        });
    }
    return waits;
}

std::optional<TransactionId> WormholeMesh::holder(RouterId id, std::size_t port) const
{
    const Router& router = m_routers[id];
    const std::size_t queue = (id * kRouterPorts + port) << m_queueShift;
    if (router.count[port] > 0)
        return m_queues[queue + ((router.begin[port] + router.count[port] - 1u) & ((1u << m_queueShift) - 1))].transaction();
    if (router.leaving >> port & 1)
        return router.out[port].transaction();
    return std::nullopt;
}

} // namespace nestloom::noc
