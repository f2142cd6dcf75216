// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/wormhole_mesh.h"

#include <numeric>

namespace nestloom::noc {

namespace {

constexpr std::uint32_t kSpareFlits = 2; // of a FIFO, besides a packet

/// The port by which a neighbour receives what leaves by `port`.
std::size_t opposite(std::size_t port) { return (port + 1) % 4 + 1; }

} // namespace

WormholeMesh::WormholeMesh(const Routes& routes, std::vector<PacketRoute> packetRoutes, std::uint32_t packetFlits,
                           WindowRecorder& recorder, ActiveSet& endpoints)
    : m_routes(routes), m_packetRoutes(std::move(packetRoutes)), m_recorder(recorder), m_endpoints(endpoints),
      m_depth(packetFlits + kSpareFlits), m_ringShift(std::uint32_t(std::bit_width(m_depth + 4))),
      m_digits(std::size_t(std::bit_width(m_depth))), m_words((routes.grid().routerCount() + kLanes - 1) / kLanes),
      m_padding(routes.grid().columns / kLanes + 1), m_row(shiftOf(routes.grid().columns)), m_lane(shiftOf(1)),
      m_lanes(m_words + 2 * m_padding), m_counts(m_words), m_inputs(64 * m_words), m_outputs(64 * m_words),
      m_ends(64 * m_words), m_streams(64 * m_words), m_passing(recorder.classes() ? 64 * m_words : 0),
      m_links(2 * 64 * m_words), m_packets(m_links.size() << m_ringShift), m_order(m_words)
{
    std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    connect();
}

void WormholeMesh::connect()
{
    const Grid& grid = m_routes.grid();
    for (LinkId link = 0; link < kRouterPorts * grid.routerCount(); ++link) {
        const GridLink ends = gridLink(grid, link);
        const std::size_t port = link % kRouterPorts, slot = slotOf(ends.from, port);
        Lanes& lanes = this->lanes(slot / 64);
        const bool hop = ends.kind == GridLink::Kind::Hop;
        (hop ? lanes.hops : lanes.ends) |= slotBit(slot);
        m_outputs[slot].target = std::uint32_t(hop ? slotOf(ends.to, opposite(port)) : 64 * m_words + slot);
        m_ends[slot].endpoint = ends.endpoint;
    }
    for (EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        m_slots.push_back(slotOf(grid.routerOf(endpoint), grid.portOf(endpoint)));
}

void WormholeMesh::inject(EndpointId endpoint, Flit flit, Cycle)
{
    const std::size_t slot = m_slots[endpoint];
    lanes(slot / 64).injected |= slotBit(slot);
    if (flit.isHead())
        pushPacket(std::uint32_t(slot), flit.transaction());
    const LinkId link = m_routes.grid().into(endpoint);
    ++m_recorder.links()[link].flits;
    if (ClassCount* classes = m_recorder.classes())
        countFlit(classes[link], m_packetRoutes[flit.transaction()], flit.isHead());
    ++m_injected;
    m_isIdle = false;
}

bool WormholeMesh::isEmptyTo(EndpointId endpoint) const
{
    const std::size_t slot = m_slots[endpoint];
    const Lanes& lanes = this->lanes(slot / 64);
    const PortWord flits = lanes.endFull | (lanes.endSome & ~lanes.endUnseen & ~lanes.taken);
    return !(flits & slotBit(slot));
}

Flit WormholeMesh::take(EndpointId endpoint, Cycle)
{
    const std::size_t slot = m_slots[endpoint];
    lanes(slot / 64).taken |= slotBit(slot);
    const Flit flit = m_ends[slot].places[0];
    m_ends[slot].places[0] = m_ends[slot].places[1];
    ++m_ejected;
    return flit;
}

void WormholeMesh::stream(EndpointId endpoint, TransactionId transaction, std::uint32_t packets)
{
    const std::size_t slot = m_slots[endpoint];
    m_streams[slot] = {transaction, packets, 0, m_packetRoutes[transaction].flits, endpoint};
    lanes(slot / 64).streams |= slotBit(slot);
    m_isIdle = false;
}

void WormholeMesh::takeMost(EndpointId endpoint)
{
    const std::size_t slot = m_slots[endpoint];
    lanes(slot / 64).takesMost |= slotBit(slot);
}

void WormholeMesh::step(Cycle)
{
    stepInOrder([this](auto visit) {
        for (std::size_t word = 0; word < m_words; ++word)
            visit(word);
    });
}

void WormholeMesh::stepShuffled(Cycle, Rng& rng)
{
    stepInOrder([&](auto visit) {
        rng.shuffle(std::span(m_order));
        for (const std::size_t word : m_order)
            visit(word);
    });
}

template <typename Order>
void WormholeMesh::stepInOrder(Order&& forEachWord)
{
    if (++m_uncounted > BitCounts::kMost) {
        flushCounts();
        m_uncounted = 1;
    }
    m_moved = 0;
    m_isIdle = true;
    m_sent = 0;
    forEachWord([this](std::size_t word) { sendOn(word); });
    m_linksFull = 0;
    forEachWord([this](std::size_t word) { fillInputs(word); });
}

std::vector<WormholeMesh::Wait> WormholeMesh::waits() const
{
    std::vector<Wait> waits;
    for (std::size_t word = 0; word < m_words; ++word) {
        const Lanes& lanes = this->lanes(word);
        forEachBit(lanes.filled, [&](std::size_t place) {
            const Input& input = m_inputs[64 * word + place];
            const PortWord bit = slotBit(place);
            const bool head = lanes.heads & bit, multicast = lanes.multicasts & bit;
            const std::size_t lane = place / kLaneBits * kLaneBits;
            const auto ports = [&](PortWord bits) { return PortMask(bits >> lane & 0xff); };
            const PortWord held = head ? input.outputs & ~lanes.free : 0;
            const PortWord full = input.outputs & ~(head && multicast ? packetRoom(lanes) : room(lanes));
            const Flit flit(input.transaction, head ? Flit::Head : input.left == 1 ? Flit::Tail : Flit::Body);
            waits.push_back({kLanes * word + place / kLaneBits, place % kLaneBits, flit, ports(input.outputs),
                             ports(held), ports(full)});
        });
    }
    return waits;
}

} // namespace nestloom::noc
