// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/vc_mesh.h"

#include <algorithm>
#include <bit>

namespace nestloom::noc {

namespace {

// From one side to the other, in cycles: a flit from the switch through the link, a flit from an endpoint, a credit.
constexpr Cycle kFlitDelay = 3, kInjectDelay = 2, kCreditDelay = 3, kNodeCreditDelay = 2;

/// Ports in the order in which BookSim's allocators go through them: east, west, south, north, local.
constexpr std::array<std::size_t, kRouterPorts> kVcPorts{portOf(Side::East), portOf(Side::West), portOf(Side::South),
                                                         portOf(Side::North), kLocalPort};
std::size_t vcPortOf(std::size_t gridPort)
{
    return std::size_t(std::ranges::find(kVcPorts, gridPort) - kVcPorts.begin());
}
std::size_t vcOpposite(std::size_t port) { return port ^ 1; } // of a side

} // namespace

Status checkVcOptions(const VcOptions& options)
{
    const auto refusal = [](std::string message) { return Error{ErrorCode::InvalidInput, std::move(message), {}}; };
    if (options.vcs == 0 || options.vcs > VcOptions::kMostVcs)
        return refusal("a port has 1 to " + std::to_string(VcOptions::kMostVcs) + " virtual channels, not "
                       + std::to_string(options.vcs));
    if (options.bufferFlits == 0 || options.bufferFlits > 255)
        return refusal("a virtual channel holds 1 to 255 flits, not " + std::to_string(options.bufferFlits));
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
        stepRouter(router, now);
}

void VcMesh::step(Cycle now)
{
    m_moved = false;
    m_active.forEach([&](std::size_t router) { stepRouter(router, now); });
}

void VcMesh::stepRouter(RouterId id, Cycle now)
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
    if (router.messages == 0 && router.queued == 0)
        m_active.remove(id);
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
    sendTo(link.to, vcOpposite(output), flit, now + kFlitDelay);
}

void VcMesh::sendTo(RouterId id, std::size_t input, VcFlit flit, Cycle due)
{
    Router& router = m_routers[id];
    const std::size_t slot = std::size_t(due) % kSlots;
    router.flits[slot][input] = flit;
    router.arrivals[slot] |= std::uint8_t(1u << input);
    ++router.messages;
    m_active.add(id);
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

/// Each free VC of an output is granted to one of the packets that want this output; each packet accepts one of its
/// grants for each output. Both take turns, which move on with what was accepted.
VcMesh::VcGrants VcMesh::allocateVcs(RouterId id, Router& router)
{
    std::array<VcMask, kRouterPorts> wanted{}; // input VCs by output
    forEachBit(router.allocating & ~router.forks,
               [&](std::size_t inputVc) { wanted[router.output[inputVc]] |= VcMask(1) << inputVc; });
    forEachBit(router.allocating & router.forks, [&](std::size_t inputVc) {
        forEachBit(fork(id, inputVc).allocating, [&](std::size_t output) { wanted[output] |= VcMask(1) << inputVc; });
    });
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
    const std::size_t all = kRouterPorts * m_vcs;
    forEachBit(granted, [&](std::size_t inputVc) {
        for (VcMask offered = offers[inputVc]; offered != 0;) {
            const std::size_t outputVc = firstFrom(offered, router.acceptTurn[inputVc]);
            router.grantTurn[outputVc] = std::uint8_t((inputVc + 1) % all);
            router.acceptTurn[inputVc] = std::uint8_t((outputVc + 1) % all);
            grants.inputVc[grants.count] = std::uint8_t(inputVc);
            grants.outputVc[grants.count++] = std::uint8_t(outputVc);
            offered &= ~portMask(m_portOf[outputVc]);
        }
        m_moved = true;
    });
    return grants;
}

void VcMesh::request(const Router& router, SwitchRequests& requests, std::size_t inputVc, std::size_t output,
                     bool speculative) const
{
    const std::size_t input = m_portOf[inputVc], vc = m_vcOf[inputVc];
    const auto bit = std::uint8_t(1u << input);
    if (requests.inputs[output] & bit) {
        const bool otherSpeculates = requests.speculative[output] & bit;
        if (speculative != otherSpeculates) {
            if (speculative)
                return;
        } else {
            const auto distance = [&](std::size_t of) {
                return wrapped(std::uint32_t(of) + m_vcs - router.vcTurn[input], m_vcs);
            };
            if (distance(vc) >= distance(requests.vc[output][input]))
                return;
        }
    }
    requests.inputs[output] |= bit;
    requests.vc[output][input] = std::uint8_t(vc);
    requests.speculative[output] =
        std::uint8_t(speculative ? requests.speculative[output] | bit : requests.speculative[output] & ~bit);
}

/// One VC speaks for each pair of input and output: one that has its output VC before one that hopes for it, then in
/// turn.
VcMesh::SwitchRequests VcMesh::switchRequests(RouterId id, const Router& router) const
{
    SwitchRequests requests;
    forEachBit(router.active & router.queued & ~router.forks, [&](std::size_t inputVc) {
        const std::size_t outputVc = router.output[inputVc];
        if (router.credit >> outputVc & 1)
            request(router, requests, inputVc, m_portOf[outputVc], false);
        else
            requests.lacking |= 1u << m_portOf[outputVc];
    });
    forEachBit(router.active & router.queued & router.forks, [&](std::size_t inputVc) {
        const Fork& fork = this->fork(id, inputVc);
        forEachBit(forkOutputs(router, fork, inputVc), [&](std::size_t output) {
            if (router.credit >> fork.output[output] & 1)
                request(router, requests, inputVc, output, false);
            else
                requests.lacking |= 1u << output;
        });
    });
    if (m_speculative)
        forEachBit(router.allocating & ~router.forks, [&](std::size_t inputVc) {
            const std::size_t output = router.output[inputVc];
            if (portMask(output) & ~router.held & router.credit)
                request(router, requests, inputVc, output, true);
        });
    return requests;
}

void VcMesh::takeVcs(RouterId id, Router& router, const VcGrants& grants)
{
    for (std::size_t i = 0; i < grants.count; ++i) {
        const std::uint8_t inputVc = grants.inputVc[i], outputVc = grants.outputVc[i];
        const VcMask bit = VcMask(1) << inputVc;
        router.held |= VcMask(1) << outputVc;
        router.active |= bit;
        if (router.forks & bit) {
            Fork& fork = this->fork(id, inputVc);
            const std::size_t output = m_portOf[outputVc];
            fork.output[output] = outputVc;
            fork.active |= std::uint8_t(1u << output);
            fork.allocating &= std::uint8_t(~(1u << output));
            if (fork.allocating != 0)
                continue;
        } else {
            router.output[inputVc] = outputVc;
        }
        router.allocating &= ~bit;
    }
}

/// Each output offers itself to an input, each input accepts one output. An input that speculated crosses only if it
/// got a VC in this cycle, and one with room.
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
        router.vcTurn[input] = std::uint8_t(wrapped(std::uint32_t(vc) + 1, m_vcs));
        if (router.forks >> inputVc & 1) {
            const Fork& fork = this->fork(id, inputVc);
            unsigned outputs = 1u << output; // that take the same flit
            forEachBit(offers[input] & ~outputs, [&](std::size_t other) {
                if (requests.vc[other][input] != vc || fork.copied[other] != fork.copied[output])
                    return;
                outputs |= 1u << other;
                router.switchGrantTurn[other] = router.switchGrantTurn[output];
            });
            crossFork(id, router, inputVc, outputs, now);
            continue;
        }
        const bool speculated = !(wasActive >> inputVc & 1);
        if (!speculated || ((router.active >> inputVc & 1) && (router.credit >> router.output[inputVc] & 1)))
            cross(id, router, inputVc, now);
    }
}

/// The header of a multicast is at the front of an input VC.
void VcMesh::beginMulticast(RouterId id, Router& router, std::size_t inputVc, PortMask ports)
{
    unsigned outputs = 0;
    forEachBit(ports, [&](std::size_t port) { outputs |= 1u << vcPortOf(port); });
    if (std::has_single_bit(outputs)) {
        router.output[inputVc] = std::uint8_t(std::countr_zero(outputs));
        return;
    }
    Fork& fork = this->fork(id, inputVc);
    fork = {};
    fork.outputs = fork.allocating = std::uint8_t(outputs);
    router.forks |= VcMask(1) << inputVc;
}

/// Outputs with a VC to which a flit in the buffer has not gone.
unsigned VcMesh::forkOutputs(const Router& router, const Fork& fork, std::size_t inputVc) const
{
    unsigned outputs = 0;
    forEachBit(unsigned(fork.active), [&](std::size_t output) {
        if (fork.copied[output] - fork.gone < router.count[inputVc])
            outputs |= 1u << output;
    });
    return outputs;
}

/// Copies of one flit cross the switch; when it has gone to all outputs, it leaves the buffer.
void VcMesh::crossFork(RouterId id, Router& router, std::size_t inputVc, unsigned outputs, Cycle now)
{
    Fork& fork = this->fork(id, inputVc);
    const std::uint32_t index = fork.copied[std::size_t(std::countr_zero(outputs))];
    const VcFlit flit = place(id, inputVc, wrapped(router.begin[inputVc] + index - fork.gone, m_depth));
    forEachBit(outputs, [&](std::size_t output) {
        ++fork.copied[output];
        leave(id, router, fork.output[output], flit, now);
    });
    if (flit.tail)
        fork.active &= std::uint8_t(~outputs);
    bool isGone = true;
    forEachBit(unsigned(fork.outputs), [&](std::size_t output) { isGone = isGone && fork.copied[output] > fork.gone; });
    if (!isGone)
        return;
    // What left now is the oldest flit in the buffer; it is this one, because no output was further behind.
    ++fork.gone;
    takeFromBuffer(id, router, inputVc, now);
    if (!flit.tail)
        return;
    router.forks &= ~(VcMask(1) << inputVc);
    endPacket(id, router, inputVc);
}

bool VcMesh::canInject(EndpointId endpoint, bool head, Cycle now)
{
    Node& node = m_nodes[endpoint];
    for (; !node.returning.empty() && node.returning.front().due <= now; node.returning.pop_front())
        ++node.credits[node.returning.front().vc];
    if (!head)
        return node.credits[node.vc] > 0;
    for (std::uint32_t i = 1; i <= m_vcs; ++i) {
        const auto vc = std::uint8_t((node.lastVc + i) % m_vcs);
        if (!(node.held >> vc & 1) && node.credits[vc] > 0) {
            node.vc = vc;
            return true;
        }
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
    sendTo(m_grid.routerOf(endpoint), vcPortOf(m_grid.portOf(endpoint)), flit, now + kInjectDelay);
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
    creditRouter(m_grid.routerOf(endpoint), vcPortOf(m_grid.portOf(endpoint)), flit.vc, now + kCreditDelay);
    return flit;
}

} // namespace nestloom::noc
