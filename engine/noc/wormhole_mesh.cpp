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

/// The same lanes of routers `shift` lanes before those of a word.
PortWord WormholeMesh::before(std::size_t word, Shift shift, PortWord Lanes::*member) const
{
    const Lanes* at = &lanes(word) - shift.words;
    return (at[0].*member) << shift.bits | (at[-1].*member >> 1) >> (63 - shift.bits);
}

PortWord WormholeMesh::behind(std::size_t word, Shift shift, PortWord Lanes::*member) const
{
    const Lanes* at = &lanes(word) + shift.words;
    return (at[0].*member) >> shift.bits | (at[1].*member << 1) << (63 - shift.bits);
}

/// For each port of a word that leads to another router, the bit of the port at the other end of the link.
PortWord WormholeMesh::otherEnds(std::size_t word, PortWord Lanes::*member) const
{
    constexpr auto kNorth = portOf(Side::North), kEast = portOf(Side::East), kSouth = portOf(Side::South),
                   kWest = portOf(Side::West);
    const auto select = [](PortWord bits, std::size_t from, std::size_t to) {
        return (bits >> from & kEachLane) << to;
    };
    return (select(before(word, m_row, member), kSouth, kNorth) | select(behind(word, m_row, member), kNorth, kSouth)
            | select(before(word, m_lane, member), kEast, kWest) | select(behind(word, m_lane, member), kWest, kEast))
           & lanes(word).hops;
}

PortWord WormholeMesh::queued(const Lanes& lanes) const
{
    PortWord any = 0;
    for (std::size_t i = 0; i < m_digits; ++i)
        any |= lanes.queued[i];
    return any;
}

PortWord WormholeMesh::room(const Lanes& lanes) const
{
    PortWord full = kAllPorts;
    for (std::size_t i = 0; i < m_digits; ++i)
        full &= m_depth >> i & 1 ? lanes.queued[i] : ~lanes.queued[i];
    return ~full;
}

/// FIFOs with at most two flits, because they have two places more than a packet needs.
PortWord WormholeMesh::packetRoom(const Lanes& lanes) const
{
    PortWord more = lanes.queued[0] & lanes.queued[1];
    for (std::size_t i = 2; i < m_digits; ++i)
        more |= lanes.queued[i];
    return ~more;
}

void WormholeMesh::sendOn(std::size_t word)
{
    Lanes& lanes = this->lanes(word);
    lanes.sent = 0;
    if (!(lanes.filled | lanes.leaving | queued(lanes) | lanes.streams | lanes.endSome))
        return;
    Counts& counts = m_counts[word];
    counts.flits.add(lanes.flits);
    if (lanes.streams)
        pumpStreams(word, lanes);
    Choice choice;
    if (lanes.filled)
        choice = choose(word, lanes);
    const PortWord full = (m_linksFull ? otherEnds(word, &Lanes::linkFull) : 0) | lanes.endFull;
    lanes.sent = lanes.leaving & ~full;
    m_sent |= lanes.sent & lanes.hops;
    if (lanes.leaving & full)
        counts.blocked.add(lanes.leaving & full);
    counts.sent.add(lanes.sent);
    if (lanes.sent && m_recorder.classes())
        countClasses(word, lanes.sent);
    lanes.leaving &= ~lanes.sent;
    moveQueues(lanes, choice.outputs);
    lanes.filled &= ~choice.inputs;
    lanes.flits = lanes.flits + bitsOfLanes(choice.outputs, 0) - bitsOfLanes(choice.inputs, lanes.sent);
    m_moved |= choice.outputs | lanes.sent;
    if (lanes.endSome | (lanes.sent & lanes.ends))
        deliver(word, lanes);
}

/// Endpoints that send by themselves do so.
void WormholeMesh::pumpStreams(std::size_t word, Lanes& lanes)
{
    const PortWord pushed = lanes.streams & ~lanes.linkFull;
    if (lanes.streams & lanes.linkFull)
        m_counts[word].streamsBlocked.add(lanes.streams & lanes.linkFull);
    lanes.injected |= pushed;
    m_moved |= pushed;
    LinkCount* counts = m_recorder.links() + m_routes.grid().into(0);
    ClassCount* classes = m_recorder.classes();
    forEachBit(pushed, [&](std::size_t place) {
        const std::size_t slot = 64 * word + place;
        Stream& stream = m_streams[slot];
        ++counts[stream.endpoint].flits;
        ++m_injected;
        if (classes)
            countFlit(classes[m_routes.grid().into(stream.endpoint)], m_packetRoutes[stream.transaction],
                      stream.flit == 0);
        if (stream.flit == 0)
            pushPacket(std::uint32_t(slot), stream.transaction);
        if (++stream.flit < stream.packetFlits)
            return;
        stream.flit = 0;
        if (--stream.packets > 0)
            return;
        lanes.streams &= ~slotBit(place);
        m_endpoints.add(stream.endpoint);
    });
}

WormholeMesh::Choice WormholeMesh::choose(std::size_t word, Lanes& lanes)
{
    Choice choice;
    const PortWord room = this->room(lanes), free = lanes.free, heads = lanes.filled & lanes.heads;
    PortWord passed = 0, freed = 0; // tails, and the outputs that they let go
    forEachBit(lanes.filled & ~lanes.heads, [&](std::size_t place) {
        Input& input = m_inputs[64 * word + place];
        // Without branches, because nobody can foretell them.
        const bool advances = (input.outputs & ~room) == 0;
        input.left -= advances;
        const bool passes = input.left == 0;
        choice.inputs |= PortWord(advances) << place;
        choice.outputs |= advances ? input.outputs : 0;
        passed |= PortWord(passes) << place;
        freed |= passes ? input.outputs : 0;
    });
    if (heads) {
        chooseHeads(word, lanes, free, room, choice);
        if (heads & ~choice.inputs)
            m_counts[word].headersWait.add(heads & ~choice.inputs);
    }
    lanes.heads |= passed;
    lanes.free |= freed;
    return choice;
}

void WormholeMesh::chooseHeads(std::size_t word, Lanes& lanes, PortWord free, PortWord room, Choice& choice)
{
    const PortWord heads = lanes.filled & lanes.heads;
    if (const PortWord multicasts = heads & lanes.multicasts) {
        const PortWord ready = free & packetRoom(lanes);
        forEachBit(multicasts, [&](std::size_t place) {
            const PortWord outputs = m_inputs[64 * word + place].outputs;
            if (!(outputs & ~ready) && !(outputs & choice.outputs))
                letIn(64 * word + place, outputs, lanes, choice);
        });
    }
    const PortWord ready = free & room & ~choice.outputs;
    PortWord wanted = 0;
    std::array<std::uint8_t, 64> asking{}; // inputs that want an output
    forEachBit(heads & ~lanes.multicasts, [&](std::size_t place) {
        const PortWord output = m_inputs[64 * word + place].outputs & ready;
        if (!output)
            return;
        asking[unsigned(std::countr_zero(output))] |= std::uint8_t(1u << place % kLaneBits);
        wanted |= output;
    });
    forEachBit(wanted, [&](std::size_t place) {
        Output& output = m_outputs[64 * word + place];
        const unsigned below = asking[place] & ((1u << output.turn) - 1);
        output.turn = unsigned(std::bit_width(below ? below : unsigned(asking[place]))) - 1;
        letIn(64 * word + place / kLaneBits * kLaneBits + output.turn, slotBit(place), lanes, choice);
    });
}

/// A header advances from an input.
void WormholeMesh::letIn(std::size_t slot, PortWord outputs, Lanes& lanes, Choice& choice)
{
    Input& input = m_inputs[slot];
    --input.left;
    choice.inputs |= slotBit(slot);
    choice.outputs |= outputs;
    lanes.heads &= ~slotBit(slot);
    lanes.free &= ~outputs;
    forEachBit(outputs, [&](std::size_t place) {
        Output& output = m_outputs[slot / 64 * 64 + place];
        output.holder = input.transaction;
        pushPacket(output.target, input.transaction);
    });
}

/// FIFOs to registers that are free, and chosen flits to FIFOs.
void WormholeMesh::moveQueues(Lanes& lanes, PortWord pushed)
{
    const PortWord popped = queued(lanes) & ~lanes.leaving;
    lanes.leaving |= popped;
    PortWord up = pushed & ~popped, down = popped & ~pushed;
    for (std::size_t i = 0; i < m_digits; ++i) {
        PortWord& digit = lanes.queued[i];
        const PortWord carry = digit & up, borrow = ~digit & down;
        digit ^= up | down;
        up = carry;
        down = borrow;
    }
    m_moved |= popped;
}

/// Links to endpoints.
void WormholeMesh::deliver(std::size_t word, Lanes& lanes)
{
    const PortWord pushed = lanes.sent & lanes.ends, gone = lanes.taken | lanes.endUnseen;
    m_moved |= lanes.endUnseen;
    forEachBit(lanes.endUnseen, [&](std::size_t) { ++m_ejected; });
    moveOnLinks(lanes.endSome, lanes.endFull, gone, pushed);
    lanes.taken = lanes.endUnseen = 0;
    forEachBit(pushed, [&](std::size_t place) {
        const std::size_t slot = 64 * word + place;
        const PortWord bit = slotBit(place);
        End& end = m_ends[slot];
        Flit::Kind kind = Flit::Body;
        bool news = true;
        if (end.left == 0) {
            const auto link = std::uint32_t(64 * m_words + slot);
            const TransactionId transaction = packet(link, m_links[link].begin++);
            news = transaction != end.transaction;
            end.transaction = transaction;
            end.left = m_packetRoutes[transaction].flits;
            kind = Flit::Head;
        }
        if (--end.left == 0)
            kind = Flit::Tail;
        end.places[lanes.endFull & bit ? 1 : 0] = {end.transaction, kind};
        if ((lanes.takesMost & bit) && (kind == Flit::Body || !news))
            lanes.endUnseen |= bit;
        else
            m_endpoints.add(end.endpoint);
    });
}

void WormholeMesh::fillInputs(std::size_t word)
{
    Lanes& lanes = this->lanes(word);
    const PortWord pushed = (m_sent ? otherEnds(word, &Lanes::sent) : 0) | lanes.injected;
    const PortWord popped = lanes.linkSome & ~lanes.filled;
    lanes.injected = 0;
    if (pushed | popped) {
        moveOnLinks(lanes.linkSome, lanes.linkFull, popped, pushed);
        lanes.filled |= popped;
        lanes.flits += bitsOfLanes(popped, 0);
        m_moved |= popped;
        forEachBit(popped & lanes.heads, [&](std::size_t place) { beginPacket(64 * word + place, lanes); });
        forEachBit(popped & lanes.ends & ~lanes.streams,
                   [&](std::size_t place) { m_endpoints.add(m_ends[64 * word + place].endpoint); });
    }
    if (lanes.filled | lanes.leaving | queued(lanes) | lanes.linkSome | lanes.streams | lanes.endUnseen)
        m_isIdle = false;
    m_linksFull |= lanes.linkFull;
}

/// A header came into an input register.
void WormholeMesh::beginPacket(std::size_t slot, Lanes& lanes)
{
    const TransactionId transaction = packet(std::uint32_t(slot), m_links[slot].begin++);
    const PacketRoute& route = m_packetRoutes[transaction];
    const PortWord bit = slotBit(slot);
    m_inputs[slot] = {PortWord(m_routes.ports(route.route, slot / kLaneBits)) << (slot % 64 / kLaneBits * kLaneBits),
                      route.flits, transaction};
    lanes.multicasts = route.multicast ? lanes.multicasts | bit : lanes.multicasts & ~bit;
}

void WormholeMesh::flushCounts()
{
    LinkCount* links = m_recorder.links();
    RouterCount* routers = m_recorder.routers();
    for (std::size_t word = 0; word < m_words; ++word) {
        Counts& counts = m_counts[word];
        const auto linkAt = [&](std::size_t place) -> LinkCount& { return links[linkOf(64 * word + place)]; };
        counts.sent.take([&](std::size_t place, std::uint32_t count) {
            linkAt(place).flits += count;
            m_hops += count;
        });
        counts.blocked.take([&](std::size_t place, std::uint32_t count) { linkAt(place).blocked += count; });
        counts.streamsBlocked.take([&](std::size_t place, std::uint32_t count) {
            links[m_routes.grid().into(m_ends[64 * word + place].endpoint)].blocked += count;
        });
        counts.headersWait.take([&](std::size_t place, std::uint32_t count) {
            routers[kLanes * word + place / kLaneBits].headersWait += count;
        });
        counts.flits.take([&](std::size_t lane, std::uint32_t sum, std::uint32_t most) {
            if (most == 0)
                return;
            RouterCount& router = routers[kLanes * word + lane];
            router.occupancy += sum;
            router.mostFlits = std::max(router.mostFlits, std::uint16_t(most));
        });
    }
    m_uncounted = 0;
}

void WormholeMesh::countClasses(std::size_t word, PortWord sent)
{
    ClassCount* classes = m_recorder.classes();
    forEachBit(sent, [&](std::size_t place) {
        const std::size_t slot = 64 * word + place;
        Passing& passing = m_passing[slot];
        const bool head = passing.left == 0;
        if (head) {
            passing.transaction = packet(m_outputs[slot].target, passing.next++);
            passing.left = m_packetRoutes[passing.transaction].flits;
        }
        --passing.left;
        countFlit(classes[linkOf(slot)], m_packetRoutes[passing.transaction], head);
    });
}

} // namespace nestloom::noc
