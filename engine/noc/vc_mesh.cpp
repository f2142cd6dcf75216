// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/vc_mesh.h"

#include <algorithm>
#include <bit>

namespace nestloom::noc {

namespace {

// From one side to the other, in cycles: a flit from the switch through the link, a flit from an endpoint, a credit.
constexpr Cycle kFlitDelay = 3, kInjectDelay = 2, kCreditDelay = 3, kNodeCreditDelay = 2;

/// Ports in the order in which BookSim's allocators go through them: east, west, south, north, local.
constexpr std::array<std::size_t, kRouterPorts> kGridPorts{portOf(Side::East), portOf(Side::West), portOf(Side::South),
                                                           portOf(Side::North), kLocalPort};
std::size_t fromGrid(std::size_t gridPort)
{
    return std::size_t(std::find(kGridPorts.begin(), kGridPorts.end(), gridPort) - kGridPorts.begin());
}
std::size_t opposite(std::size_t port) { return port ^ 1; } // of a side

template <typename Mask, typename Visit>
void forEachBit(Mask mask, Visit visit)
{
    for (; mask != 0; mask &= mask - 1)
        visit(std::size_t(std::countr_zero(mask)));
}

/// The first set bit from `turn` on, wrapping round; the mask is not empty.
template <typename Mask>
std::size_t firstFrom(Mask mask, std::size_t turn)
{
    const Mask behind = Mask(mask >> turn << turn);
    return std::size_t(std::countr_zero(behind != 0 ? behind : mask));
}

} // namespace

Status checkVcOptions(const VcOptions& options)
{
    if (options.vcs == 0 || options.vcs > VcOptions::kMostVcs)
        return Error{ErrorCode::InvalidInput, "a port has 1 to " + std::to_string(VcOptions::kMostVcs) + " virtual channels, not " + std::to_string(options.vcs), {}};
    if (options.bufferFlits == 0 || options.bufferFlits > 255)
        return Error{ErrorCode::InvalidInput, "a virtual channel holds 1 to 255 flits, not " + std::to_string(options.bufferFlits), {}};
    return success();
}

VcMesh::VcMesh(const Grid& grid, const VcOptions& options, ActiveSet& endpoints)
    : m_grid(grid), m_vcs(options.vcs), m_depth(options.bufferFlits), m_speculative(options.pipeline == VcOptions::Pipeline::Two),
      m_endpoints(endpoints), m_routers(grid.routerCount()), m_buffers(grid.routerCount() * kRouterPorts * m_vcs * m_depth),
      m_nodes(grid.endpointCount()), m_active(grid.routerCount())
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
            m_ports[endpoint * grid.routerCount() + router] = std::uint8_t(fromGrid(grid.nextPort(router, endpoint)));
    for (RouterId router = 0; router < grid.routerCount(); ++router)
        for (const std::size_t port : kGridPorts)
            m_links.push_back(gridLink(grid, grid.outOf(router, port)));
}

void VcMesh::collectCredits(Node& node, Cycle now)
{
    for (; !node.returning.empty() && node.returning.front().due <= now; node.returning.pop_front())
        ++node.credits[node.returning.front().vc];
}

bool VcMesh::canInject(EndpointId endpoint, bool head, Cycle now)
{
    Node& node = m_nodes[endpoint];
    collectCredits(node, now);
    if (!head)
        return node.credits[node.vc] > 0;
    for (std::uint32_t i = 1; i <= m_vcs; ++i) {
        const auto vc = std::uint8_t((node.lastVc + i) % m_vcs);
        if ((node.held >> vc & 1) || node.credits[vc] == 0)
            continue;
        node.vc = vc;
        return true;
    }
    return false;
}

void VcMesh::inject(EndpointId endpoint, VcFlit flit, Cycle now)
{
    Node& node = m_nodes[endpoint];
    flit.vc = node.vc;
    --node.credits[node.vc];
    if (flit.head)
        node.lastVc = node.vc;
    node.held = flit.tail ? node.held & ~(1u << node.vc) : node.held | 1u << node.vc;
    const RouterId id = m_grid.routerOf(endpoint);
    const std::size_t slot = std::size_t(now + kInjectDelay) % kSlots, port = fromGrid(m_grid.portOf(endpoint));
    Router& router = m_routers[id];
    router.flits[slot][port] = flit;
    router.arrivals[slot] |= std::uint8_t(1u << port);
    ++router.messages;
    m_active.add(id);
}

bool VcMesh::hasArrival(EndpointId endpoint, Cycle now) const
{
    const auto& arriving = m_nodes[endpoint].arriving;
    return !arriving.empty() && arriving.front().due <= now;
}

VcFlit VcMesh::take(EndpointId endpoint, Cycle now)
{
    auto& arriving = m_nodes[endpoint].arriving;
    const VcFlit flit = arriving.front().flit;
    arriving.pop_front();
    creditRouter(m_grid.routerOf(endpoint), fromGrid(m_grid.portOf(endpoint)), flit.vc, now + kCreditDelay);
    return flit;
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
    const bool wantsSwitch = (active & router.queued) || (m_speculative && router.allocating);
    VcGrants grants;
    if (router.allocating)
        grants = allocateVcs(router);
    SwitchRequests requests;
    if (wantsSwitch)
        requests = switchRequests(router);
    router.routing = 0;
    router.allocating |= routed;
    takeVcs(router, grants);
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
        place(id, inputVc, (router.begin[inputVc] + router.count[inputVc]++) % m_depth) = flit;
        m_moved = true;
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

/// The header at the front of an input VC is routed, or is known to be.
void VcMesh::beginPacket(RouterId id, Router& router, std::size_t inputVc)
{
    const VcFlit& head = place(id, inputVc, router.begin[inputVc]);
    router.output[inputVc] = m_ports[head.destination * m_grid.routerCount() + id];
    (m_speculative ? router.allocating : router.routing) |= VcMask(1) << inputVc;
}

/// Each free VC of an output is granted to one of the packets that want this output; each packet accepts one of its
/// grants. Both take turns, which move on with what was accepted.
VcMesh::VcGrants VcMesh::allocateVcs(Router& router)
{
    std::array<VcMask, kRouterPorts> wanted{}; // input VCs by output
    forEachBit(router.allocating, [&](std::size_t inputVc) { wanted[router.output[inputVc]] |= VcMask(1) << inputVc; });
    VcMask granted = 0; // input VCs
    std::array<VcMask, kMostPortVcs> offers;
    for (std::size_t port = 0; port < kRouterPorts; ++port) {
        if (wanted[port] == 0)
            continue;
        forEachBit(portMask(port) & ~router.held, [&](std::size_t outputVc) {
            const std::size_t inputVc = firstFrom(wanted[port], router.grantTurn[outputVc]);
            if (!(granted >> inputVc & 1))
                offers[inputVc] = 0;
            granted |= VcMask(1) << inputVc;
            offers[inputVc] |= VcMask(1) << outputVc;
        });
    }
    VcGrants grants;
    grants.inputs = granted;
    const std::size_t all = kRouterPorts * m_vcs;
    forEachBit(granted, [&](std::size_t inputVc) {
        const std::size_t outputVc = firstFrom(offers[inputVc], router.acceptTurn[inputVc]);
        router.grantTurn[outputVc] = std::uint8_t((inputVc + 1) % all);
        router.acceptTurn[inputVc] = std::uint8_t((outputVc + 1) % all);
        grants.output[inputVc] = std::uint8_t(outputVc);
        m_moved = true;
    });
    return grants;
}

void VcMesh::request(const Router& router, SwitchRequests& requests, std::size_t inputVc, std::size_t output, bool speculative) const
{
    const std::size_t input = m_portOf[inputVc], vc = m_vcOf[inputVc];
    const auto bit = std::uint8_t(1u << input);
    if (requests.inputs[output] & bit) {
        const bool otherSpeculates = requests.speculative[output] & bit;
        if (speculative != otherSpeculates) {
            if (speculative)
                return;
        } else {
            const auto distance = [&](std::size_t of) { return (of + m_vcs - router.vcTurn[input]) % m_vcs; };
            if (distance(vc) >= distance(requests.vc[output][input]))
                return;
        }
    }
    requests.inputs[output] |= bit;
    requests.vc[output][input] = std::uint8_t(vc);
    requests.speculative[output] = std::uint8_t(speculative ? requests.speculative[output] | bit : requests.speculative[output] & ~bit);
}

/// One VC speaks for each pair of input and output: one that has its output VC before one that hopes for it, then in turn.
VcMesh::SwitchRequests VcMesh::switchRequests(const Router& router) const
{
    SwitchRequests requests;
    forEachBit(router.active & router.queued, [&](std::size_t inputVc) {
        const std::size_t outputVc = router.output[inputVc];
        if (router.credit >> outputVc & 1)
            request(router, requests, inputVc, m_portOf[outputVc], false);
    });
    if (m_speculative)
        forEachBit(router.allocating, [&](std::size_t inputVc) {
            const std::size_t output = router.output[inputVc];
            if (portMask(output) & ~router.held & router.credit)
                request(router, requests, inputVc, output, true);
        });
    return requests;
}

void VcMesh::takeVcs(Router& router, const VcGrants& grants)
{
    forEachBit(grants.inputs, [&](std::size_t inputVc) {
        router.output[inputVc] = grants.output[inputVc];
        router.held |= VcMask(1) << grants.output[inputVc];
    });
    router.active |= grants.inputs;
    router.allocating &= ~grants.inputs;
}

/// Each output offers itself to an input, each input accepts one output. An input that speculated crosses only if it got
/// a VC in this cycle, and one with room.
void VcMesh::allocateSwitch(RouterId id, Router& router, const SwitchRequests& requests, VcMask wasActive, Cycle now)
{
    std::array<std::uint8_t, kRouterPorts> offers{}; // outputs by input
    for (std::size_t output = 0; output < kRouterPorts; ++output)
        if (requests.inputs[output])
            offers[firstFrom(requests.inputs[output], router.switchGrantTurn[output])] |= std::uint8_t(1u << output);
    for (std::size_t input = 0; input < kRouterPorts; ++input) {
        if (offers[input] == 0)
            continue;
        const std::size_t output = firstFrom(offers[input], router.switchAcceptTurn[input]);
        router.switchGrantTurn[output] = std::uint8_t((input + 1) % kRouterPorts);
        router.switchAcceptTurn[input] = std::uint8_t((output + 1) % kRouterPorts);
        const std::size_t vc = requests.vc[output][input], inputVc = input * m_vcs + vc;
        router.vcTurn[input] = std::uint8_t((vc + 1) % m_vcs);
        const bool speculated = !(wasActive >> inputVc & 1);
        if (!speculated || ((router.active >> inputVc & 1) && (router.credit >> router.output[inputVc] & 1)))
            cross(id, router, inputVc, now);
    }
}

/// A flit leaves its buffer for its output.
void VcMesh::cross(RouterId id, Router& router, std::size_t inputVc, Cycle now)
{
    const std::size_t outputVc = router.output[inputVc];
    VcFlit flit = place(id, inputVc, router.begin[inputVc]);
    router.begin[inputVc] = std::uint8_t((router.begin[inputVc] + 1u) % m_depth);
    const VcMask bit = VcMask(1) << inputVc;
    if (--router.count[inputVc] == 0)
        router.queued &= ~bit;
    if (--router.credits[outputVc] == 0)
        router.credit &= ~(VcMask(1) << outputVc);
    ++m_hops;
    m_moved = true;
    const std::uint8_t freed = flit.vc;
    flit.vc = m_vcOf[outputVc];
    sendOn(id, m_portOf[outputVc], flit, now);
    returnCredit(id, m_portOf[inputVc], freed, now);
    if (!flit.tail)
        return;
    router.held &= ~(VcMask(1) << outputVc);
    router.active &= ~bit;
    if (router.queued & bit)
        beginPacket(id, router, inputVc);
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
    const std::size_t slot = std::size_t(now + kFlitDelay) % kSlots, input = opposite(output);
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
        creditRouter(link.to, opposite(input), vc, now + kCreditDelay);
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
