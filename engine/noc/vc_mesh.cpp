// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/vc_mesh.h"

#include "engine/noc/vc_ports.h"

#include <bit>

namespace nestloom::noc {

Status checkVcOptions(const VcOptions& options)
{
    if (options.vcs == 0 || options.vcs > VcOptions::kMostVcs)
        return Error{ErrorCode::InvalidInput,
                     "a port has 1 to " + std::to_string(VcOptions::kMostVcs) + " virtual channels, not "
                         + std::to_string(options.vcs),
                     {}};
    if (options.bufferFlits == 0 || options.bufferFlits > 255)
        return Error{ErrorCode::InvalidInput,
                     "a virtual channel holds 1 to 255 flits, not " + std::to_string(options.bufferFlits),
                     {}};
    return success();
}

VcMesh::VcMesh(const Grid& grid, const VcOptions& options, ActiveSet& endpoints)
    : m_grid(grid), m_vcs(options.vcs), m_depth(options.bufferFlits),
      m_speculative(options.pipeline == VcOptions::Pipeline::Two), m_endpoints(endpoints),
      m_routers(grid.routerCount()), m_buffers(grid.routerCount() * kRouterPorts * m_vcs * m_depth),
      m_forks(grid.routerCount() * kRouterPorts * m_vcs), m_nodes(grid.endpointCount()), m_active(grid.routerCount())
{
    for (std::size_t i = 0; i < kRouterPorts * m_vcs; ++i) {
        m_portOf[i] = std::uint8_t(i / m_vcs);
        m_vcOf[i] = std::uint8_t(i % m_vcs);
    }
    for (Router& router : m_routers) {
        router.credits.fill(std::uint8_t(m_depth));
        for (std::size_t port = 0; port < kRouterPorts; ++port)
            router.credit |= portMask(port);
    }
    for (Node& node : m_nodes) {
        node.credits.assign(m_vcs, std::uint8_t(m_depth));
        node.lastVc = std::uint8_t(m_vcs - 1); // so that the first packet gets the first one
    }
    m_ports.resize(grid.endpointCount() * grid.routerCount());
    for (EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        for (RouterId router = 0; router < grid.routerCount(); ++router)
            m_ports[endpoint * grid.routerCount() + router] = std::uint8_t(vcPortOf(grid.nextPort(router, endpoint)));
    for (RouterId router = 0; router < grid.routerCount(); ++router)
        for (const std::size_t port : kVcPorts)
            m_links.push_back(gridLink(grid, grid.outOf(router, port)));
}

void VcMesh::carry(const Routes& routes, const std::vector<PacketRoute>& packets, WindowRecorder& recorder)
{
    m_routes = &routes;
    m_packets = &packets;
    m_recorder = &recorder;
}

void VcMesh::stepShuffled(Cycle now, Rng& rng)
{
    m_moved = false;
    std::vector<std::size_t> order;
    m_active.forEach([&](std::size_t router) { order.push_back(router); });
    rng.shuffle(std::span(order));
    for (const std::size_t router : order)
        if (!stepRouter(router, now))
            m_active.remove(router);
}

void VcMesh::step(Cycle now)
{
    m_moved = false;
    m_active.forEach([&](std::size_t router) {
        if (!stepRouter(router, now))
            m_active.remove(router);
    });
}

bool VcMesh::stepRouter(RouterId id, Cycle now)
{
    Router& router = m_routers[id];
    if (router.messages > 0)
        receive(id, router, now);
    // All decisions first, then what follows from them.
    const VcMask routed = router.routing;
    const VcMask active = router.active;
    const bool counts = m_recorder && router.flitCount > 0;
    const bool wantsSwitch = (active & router.queued) || (m_speculative && router.allocating);
    VcGrants grants;
    if (router.allocating)
        grants = allocateVcs(id, router);
    SwitchRequests requests;
    if (wantsSwitch)
        requests = switchRequests(id, router);
    if (counts)
        countState(id, router, requests);
    router.routing = 0;
    router.allocating |= routed;
    takeVcs(id, router, grants);
    if (wantsSwitch)
        allocateSwitch(id, router, requests, active, now);
    return router.messages > 0 || router.queued != 0;
}

void VcMesh::receive(RouterId id, Router& router, Cycle now)
{
    const std::size_t slot = std::size_t(now) % kSlots;
    const unsigned arrivals = router.arrivals[slot], credits = router.creditArrivals[slot];
    router.arrivals[slot] = router.creditArrivals[slot] = 0;
    router.messages -= std::uint32_t(std::popcount(arrivals) + std::popcount(credits));
    forEachBit(arrivals, [&](std::size_t port) {
        const VcFlit& flit = router.flits[slot][port];
        const std::size_t inputVc = port * m_vcs + flit.vc;
        const VcMask bit = VcMask(1) << inputVc;
        place(id, inputVc, wrapped(std::uint32_t(router.begin[inputVc]) + router.count[inputVc]++, m_depth)) = flit;
        m_moved = true;
        ++router.flitCount;
        router.queued |= bit;
        if (!((router.routing | router.allocating | router.active) & bit))
            beginPacket(id, router, inputVc);
    });
    forEachBit(credits, [&](std::size_t port) {
        const std::size_t outputVc = port * m_vcs + router.creditVcs[slot][port];
        ++router.credits[outputVc];
        router.credit |= VcMask(1) << outputVc;
        m_moved = true;
    });
}

/// Flits in the buffers, headers without an output VC, and outputs that a flit is ready for but no VC of which has room
/// behind the link.
void VcMesh::countState(RouterId id, const Router& router, const SwitchRequests& requests)
{
    RouterCount& count = m_recorder->routers()[id];
    count.occupancy += router.flitCount;
    count.mostFlits = std::max(count.mostFlits, std::uint16_t(router.flitCount));
    count.headersWait += std::uint32_t(std::popcount(router.routing | router.allocating));
    forEachBit(requests.lacking, [&](std::size_t output) {
        if (!requests.inputs[output])
            ++m_recorder->links()[m_grid.outOf(id, kVcPorts[output])].blocked;
    });
}

/// The header at the front of an input VC is routed, or is known to be.
void VcMesh::beginPacket(RouterId id, Router& router, std::size_t inputVc)
{
    const VcFlit& head = place(id, inputVc, router.begin[inputVc]);
    if (m_packets && (*m_packets)[head.packet].multicast)
        beginMulticast(id, router, inputVc, m_routes->ports((*m_packets)[head.packet].route, id));
    else
        router.output[inputVc] = m_ports[head.destination * m_grid.routerCount() + id];
    (m_speculative ? router.allocating : router.routing) |= VcMask(1) << inputVc;
}

/// A flit leaves its buffer for its output.
void VcMesh::cross(RouterId id, Router& router, std::size_t inputVc, Cycle now)
{
    const std::size_t outputVc = router.output[inputVc];
    const VcFlit flit = place(id, inputVc, router.begin[inputVc]);
    takeFromBuffer(id, router, inputVc, now);
    leave(id, router, outputVc, flit, now);
    if (flit.tail)
        endPacket(id, router, inputVc);
}

void VcMesh::takeFromBuffer(RouterId id, Router& router, std::size_t inputVc, Cycle now)
{
    router.begin[inputVc] = std::uint8_t(wrapped(router.begin[inputVc] + 1u, m_depth));
    if (--router.count[inputVc] == 0)
        router.queued &= ~(VcMask(1) << inputVc);
    --router.flitCount;
    returnCredit(id, m_portOf[inputVc], m_vcOf[inputVc], now);
}

/// The tail of a packet left the input VC; another packet may be behind it.
void VcMesh::endPacket(RouterId id, Router& router, std::size_t inputVc)
{
    const VcMask bit = VcMask(1) << inputVc;
    router.active &= ~bit;
    if (router.queued & bit)
        beginPacket(id, router, inputVc);
}

/// A flit, or a copy of it, crosses the switch to an output VC.
void VcMesh::leave(RouterId id, Router& router, std::size_t outputVc, VcFlit flit, Cycle now)
{
    if (--router.credits[outputVc] == 0)
        router.credit &= ~(VcMask(1) << outputVc);
    ++m_hops;
    m_moved = true;
    if (m_recorder) {
        const LinkId link = m_grid.outOf(id, kVcPorts[m_portOf[outputVc]]);
        ++m_recorder->links()[link].flits;
        if (ClassCount* classes = m_recorder->classes())
            countFlit(classes[link], (*m_packets)[flit.packet], flit.head);
    }
    if (flit.tail)
        router.held &= ~(VcMask(1) << outputVc);
    flit.vc = m_vcOf[outputVc];
    sendOn(id, m_portOf[outputVc], flit, now);
}

void VcMesh::sendOn(RouterId id, std::size_t output, VcFlit flit, Cycle now)
{
    const GridLink& link = m_links[id * kRouterPorts + output];
    if (link.kind != GridLink::Kind::Hop) {
        m_nodes[link.endpoint].arriving.push_back({now + kFlitDelay, flit});
        m_endpoints.add(link.endpoint);
        return;
    }
    Router& next = m_routers[link.to];
    const std::size_t slot = std::size_t(now + kFlitDelay) % kSlots, input = vcOpposite(output);
    next.flits[slot][input] = flit;
    next.arrivals[slot] |= std::uint8_t(1u << input);
    ++next.messages;
    m_active.add(link.to);
}

void VcMesh::returnCredit(RouterId id, std::size_t input, std::uint8_t vc, Cycle now)
{
    // What leaves by a port leads to where the flits of the same port come from.
    const GridLink& link = m_links[id * kRouterPorts + input];
    if (link.kind == GridLink::Kind::Hop)
        creditRouter(link.to, vcOpposite(input), vc, now + kCreditDelay);
    else
        m_nodes[link.endpoint].returning.push_back({now + kNodeCreditDelay, vc});
}

void VcMesh::creditRouter(RouterId id, std::size_t output, std::uint8_t vc, Cycle due)
{
    Router& router = m_routers[id];
    const std::size_t slot = std::size_t(due) % kSlots;
    router.creditVcs[slot][output] = vc;
    router.creditArrivals[slot] |= std::uint8_t(1u << output);
    ++router.messages;
    m_active.add(id);
}

} // namespace nestloom::noc
