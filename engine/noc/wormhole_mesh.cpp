// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/wormhole_mesh.h"

#include <bit>

namespace nestloom::noc {

namespace {

template <typename Visit>
void forEachPort(PortMask mask, Visit visit)
{
    for (; mask != 0; mask &= mask - 1)
        visit(std::size_t(std::countr_zero(mask)));
}

/// Ports in a mask. Without a table this is a call on processors of the common kind.
std::uint32_t countOf(PortMask mask)
{
    static constexpr std::array<std::uint32_t, 1u << kRouterPorts> kCounts = [] {
        std::array<std::uint32_t, 1u << kRouterPorts> counts{};
        for (PortMask i = 0; i < counts.size(); ++i)
            counts[i] = std::uint32_t(std::popcount(i));
        return counts;
    }();
    return kCounts[mask];
}

constexpr PortMask bitOf(std::size_t port) { return PortMask(1u << port); }

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
    m_holders.resize(grid.routerCount() * kRouterPorts, 0);
    m_queues.resize((grid.routerCount() * kRouterPorts) << m_queueShift);
    m_ejects = kRouterPorts * grid.routerCount();
    m_links.resize(m_ejects + grid.endpointCount());
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        m_links[i].router = std::uint32_t(i < m_ejects ? i / kRouterPorts : i - m_ejects);
        m_links[i].portBit = i < m_ejects ? bitOf(i % kRouterPorts) : 0;
    }
    for (LinkId link = 0; link < m_ejects; ++link) {
        const GridLink ends = gridLink(grid, link);
        const bool hop = ends.kind == GridLink::Kind::Hop;
        m_targets.push_back(
            std::uint32_t(hop ? ends.to * kRouterPorts + opposite(link % kRouterPorts) : m_ejects + ends.endpoint));
    }
    for (EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint) {
        m_injects.push_back(std::uint32_t(grid.routerOf(endpoint) * kRouterPorts + grid.portOf(endpoint)));
        m_links[m_injects.back()].source = endpoint;
    }
    for (Router& router : m_routers)
        router.turn.fill(kRouterPorts);
}

void WormholeMesh::inject(EndpointId endpoint, Flit flit, Cycle now)
{
    Link& link = m_links[m_injects[endpoint]];
    link.push(flit, now);
    m_routers[link.router].arriving |= link.portBit;
    m_active.add(link.router);
    ++m_recorder.links()[m_ejects + endpoint].flits;
    if (ClassCount* classes = m_recorder.classes())
        countFlit(classes[m_ejects + endpoint], m_packetRoutes[flit.transaction()], flit.isHead());
    ++m_injected;
}

void WormholeMesh::step(Cycle now)
{
    m_moved = false;
    const Step step{now, m_recorder.links(), m_recorder.routers(), m_recorder.classes()};
    m_active.forEach([&](std::size_t router) {
        if (!stepRouter(router, step))
            m_active.remove(router);
    });
}

void WormholeMesh::stepShuffled(Cycle now, Rng& rng)
{
    m_moved = false;
    const Step step{now, m_recorder.links(), m_recorder.routers(), m_recorder.classes()};
    std::vector<std::size_t> order;
    m_active.forEach([&](std::size_t router) { order.push_back(router); });
    rng.shuffle(std::span(order));
    for (const std::size_t router : order)
        if (!stepRouter(router, step))
            m_active.remove(router);
}

bool WormholeMesh::stepRouter(RouterId id, const Step& step)
{
    Router& router = m_routers[id];
    RouterCount& counts = step.routers[id];
    counts.occupancy += router.flits;
    if (router.flits > counts.mostFlits)
        counts.mostFlits = std::uint16_t(router.flits);
    Choice choice;
    if (router.filled) {
        if (router.filled & router.multicasts)
            chooseMulticasts(router, choice);
        if (router.filled & ~router.multicasts)
            chooseUnicasts(router, choice);
        counts.headersWait += countOf(router.filled & router.heads & ~choice.inputs);
    }
    if (router.leaving)
        sendFromRegisters(id, router, step);
    if (router.queued & ~router.leaving)
        fillRegisters(id, router);
    if (choice.outputs)
        fillQueues(id, router, choice);
    if (router.arriving & ~router.filled)
        fillInputs(id, router, step.now);
    return router.flits != 0 || router.arriving != 0;
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
        forEachPort(needed, [&](std::size_t output) { choice.input[output] = std::uint32_t(input); });
    });
}

void WormholeMesh::chooseUnicasts(Router& router, Choice& choice)
{
    std::uint64_t asks = 0; // a byte for each output, with a bit for each input that wants it
    const PortMask room = router.room, forHeads = router.free & room;
    forEachPort(router.filled & ~router.multicasts, [&](std::size_t input) {
        const PortMask ready = router.heads >> input & 1 ? forHeads : room;
        if (const PortMask output = router.outputs[input] & ready)
            asks |= std::uint64_t(1) << (8 * unsigned(std::countr_zero(output)) + unsigned(input));
    });
    PortMask outputs = choice.outputs, inputs = choice.inputs;
    while (asks) {
        const unsigned output = unsigned(std::countr_zero(asks)) / 8;
        const unsigned asking = unsigned(asks >> (8 * output)) & 31;
        asks &= ~(std::uint64_t(31) << (8 * output));
        if (outputs >> output & 1)
            continue;
        const unsigned below = asking & ((1u << router.turn[output]) - 1);
        const unsigned input = unsigned(std::bit_width(below ? below : asking)) - 1;
        router.turn[output] = std::uint16_t(input);
        outputs |= bitOf(output);
        inputs |= bitOf(input);
        choice.input[output] = input;
    }
    choice.outputs = outputs;
    choice.inputs = inputs;
}

void WormholeMesh::sendFromRegisters(RouterId id, Router& router, const Step& step)
{
    LinkCount* counts = step.links + id * kRouterPorts;
    const std::uint32_t* targets = m_targets.data() + id * kRouterPorts;
    Link* links = m_links.data();
    Router* routers = m_routers.data();
    PortMask sent = 0;
    forEachPort(router.leaving, [&](std::size_t port) {
        const std::uint32_t target = targets[port];
        Link& link = links[target];
        if (!link.hasRoom(step.now)) {
            ++counts[port].blocked;
            return;
        }
        link.push(router.out[port], step.now);
        ++counts[port].flits;
        if (step.classes)
            countFlit(step.classes[id * kRouterPorts + port], m_packetRoutes[router.out[port].transaction()],
                      router.out[port].isHead());
        sent |= bitOf(port);
        if (target < m_ejects) {
            routers[link.router].arriving |= link.portBit;
            m_active.add(link.router);
        } else {
            m_endpoints.add(link.router);
        }
    });
    if (sent == 0)
        return;
    const std::uint32_t count = countOf(sent);
    router.leaving &= ~sent;
    router.flits -= count;
    m_hops += count;
    m_moved = true;
}

void WormholeMesh::fillRegisters(RouterId id, Router& router)
{
    const std::uint32_t mask = (1u << m_queueShift) - 1;
    const Flit* queues = m_queues.data() + ((id * kRouterPorts) << m_queueShift);
    const PortMask filled = router.queued & ~router.leaving;
    PortMask emptied = 0, packetRoom = 0;
    forEachPort(filled, [&](std::size_t port) {
        const std::uint32_t begin = router.begin[port], count = router.count[port] - 1u;
        router.out[port] = queues[(port << m_queueShift) + begin];
        router.begin[port] = std::uint16_t((begin + 1) & mask);
        router.count[port] = std::uint16_t(count);
        emptied |= count == 0 ? bitOf(port) : 0;
        packetRoom |= count + m_packetFlits <= m_depth ? bitOf(port) : 0;
    });
    router.queued &= ~emptied;
    router.room |= filled;
    router.packetRoom |= packetRoom;
    router.leaving |= filled;
    m_moved = true;
}

void WormholeMesh::fillQueues(RouterId id, Router& router, const Choice& choice)
{
    const std::uint32_t mask = (1u << m_queueShift) - 1;
    Flit* queues = m_queues.data() + ((id * kRouterPorts) << m_queueShift);
    TransactionId* holders = m_holders.data() + id * kRouterPorts;
    PortMask full = 0, packetFull = 0, tails = 0;
    forEachPort(choice.outputs, [&](std::size_t port) {
        const Flit flit = router.in[choice.input[port]];
        const std::uint32_t count = router.count[port];
        queues[(port << m_queueShift) + ((router.begin[port] + count) & mask)] = flit;
        router.count[port] = std::uint16_t(count + 1);
        full |= count + 1 == m_depth ? bitOf(port) : 0;
        packetFull |= count + 1 + m_packetFlits > m_depth ? bitOf(port) : 0;
        tails |= flit.isTail() ? bitOf(port) : 0;
        if (flit.isHead())
            holders[port] = flit.transaction();
    });
    router.room &= ~full;
    router.packetRoom &= ~packetFull;
    router.free = (router.free & ~choice.outputs) | tails;
    router.queued |= choice.outputs;
    router.filled &= ~choice.inputs;
    router.flits += countOf(choice.outputs) - countOf(choice.inputs);
    m_moved = true;
}

void WormholeMesh::fillInputs(RouterId id, Router& router, Cycle now)
{
    Link* links = m_links.data() + id * kRouterPorts;
    PortMask filled = 0, emptied = 0;
    forEachPort(router.arriving & ~router.filled, [&](std::size_t port) {
        Link& link = links[port];
        if (!link.isVisible(now))
            return;
        const Flit flit = link.pop(now);
        const PortMask bit = bitOf(port);
        router.in[port] = flit;
        filled |= bit;
        emptied |= link.flits == 0 ? bit : 0;
        if (link.source != kNoSource)
            m_endpoints.add(link.source);
        if (!flit.isHead()) {
            router.heads &= ~bit;
            return;
        }
        const PacketRoute packet = m_packetRoutes[flit.transaction()];
        router.outputs[port] = m_routes.ports(packet.route, id);
        router.heads |= bit;
        router.multicasts = packet.multicast ? router.multicasts | bit : router.multicasts & ~bit;
    });
    if (filled == 0)
        return;
    router.filled |= filled;
    router.arriving &= ~emptied;
    router.flits += countOf(filled);
    m_moved = true;
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

} // namespace nestloom::noc
