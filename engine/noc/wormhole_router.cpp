// SPDX-License-Identifier: Apache-2.0
// What routers do in a cycle.
#include "engine/noc/wormhole_mesh.h"

namespace nestloom::noc {

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

} // namespace nestloom::noc
