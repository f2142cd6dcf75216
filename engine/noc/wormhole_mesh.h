// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/noc/active_set.h"
#include "engine/noc/port_lanes.h"
#include "engine/noc/routes.h"
#include "engine/noc/window_recorder.h"

#include <array>
#include <vector>

namespace nestloom::noc {

/// A mesh of wormhole routers with ready/valid links, as MatchLib's HybridRouter, which CoSA's simulator uses.
///
/// Each input has a register of one flit; each output a FIFO and a register; each link holds two flits. A cycle of a
/// router, all of it on the state at the end of the last cycle:
///   1. headers find their outputs. A multicast flit advances only if every output of it can take it: a header if the
///      output is held by no packet and has room for a whole packet, other flits if there is room for one. Multicasts
///      go first, the lowest input first. A unicast needs room for one flit; each output takes from its inputs in turn,
///      descending.
///   2. output register to link, FIFO to register, chosen flits to FIFOs; a header takes hold of its output, a tail
///      lets go.
///   3. link to input register.
/// A multicast packet that was let in can always move on, because all its outputs have room for it: so copies never
/// wait for each other, and X-Y routes have no circle to wait in. This needs FIFOs of at least a packet.
///
/// A flit on a link can be seen a cycle after it was put there, and a place that was freed can be used a cycle later.
/// That makes the order in which routers are updated irrelevant.
///
/// Flits themselves are nowhere. From the FIFO of an output to the register of the input behind its link they keep
/// their order; so it is enough to know how many there are at each place (a bit or some for each port, eight routers in
/// a word; see port_lanes.h), which packets come one after the other on each link, and how much of a packet has passed.
class WormholeMesh {
public:
    /// Of a packet; so that the flits in a router can be counted in a byte.
    static constexpr std::uint32_t kMostPacketFlits = 47;
    static constexpr bool kStreams = true;

    /// `packetFlits` is the longest packet. Endpoints that receive something, or may send again, are added to
    /// `endpoints`.
    WormholeMesh(const Routes& routes, std::vector<PacketRoute> packetRoutes, std::uint32_t packetFlits,
                 WindowRecorder& recorder, ActiveSet& endpoints);

    /// An endpoint's side of its links: flit by flit,
    bool canInject(EndpointId endpoint, bool, Cycle) const { return !isSet(m_slots[endpoint], &Lanes::linkFull); }
    void inject(EndpointId endpoint, Flit flit, Cycle now);
    bool hasArrival(EndpointId endpoint, Cycle) const
    {
        return isSet(m_slots[endpoint], &Lanes::endSome) && !isSet(m_slots[endpoint], &Lanes::endUnseen);
    }
    bool isEmptyTo(EndpointId endpoint) const;
    Flit take(EndpointId endpoint, Cycle now);

    /// or by itself: sends packets as fast as there is room, from this cycle on. Adds the endpoint to the active ones
    /// when all are sent.
    void stream(EndpointId endpoint, TransactionId transaction, std::uint32_t packets);
    bool isStreaming(EndpointId endpoint) const { return isSet(m_slots[endpoint], &Lanes::streams); }
    std::uint32_t packetsLeft(EndpointId endpoint) const { return m_streams[m_slots[endpoint]].packets; }
    /// From now on the endpoint sees tails only, and the header of the first packet of a transaction or of one that
    /// comes after packets of others. All other flits are taken in the cycle in which it would see them.
    void takeMost(EndpointId endpoint);

    /// One cycle of all routers that have something to do.
    void step(Cycle now);
    /// The same, in a random order.
    void stepShuffled(Cycle now, Rng& rng);
    bool isIdle() const { return m_isIdle; } // no flit in any router nor on its way to one
    /// Whether any flit moved in the last step.
    bool moved() const { return m_moved != 0; }

    /// Hands over to the recorder what was counted since the last time. To be called before it opens another window.
    void flushCounts();
    std::uint64_t hops() const { return m_hops; }         // flits that left a router, as of the last flushCounts()
    std::uint64_t injected() const { return m_injected; } // flits that entered
    std::uint64_t ejected() const { return m_ejected; }   // flits that endpoints took

    /// For the report of a standstill: what holds up a flit.
    struct Wait {
        RouterId router = 0;
        std::size_t input = 0;
        Flit flit;
        PortMask outputs = 0; // that it needs
        PortMask held = 0;    // of these, held by another packet
        PortMask full = 0;    // of these, without the room that it needs
    };
    std::vector<Wait> waits() const;
    /// The transaction of the packet that holds an output, or held it last.
    TransactionId holder(RouterId router, std::size_t port) const { return m_outputs[slotOf(router, port)].holder; }

private:
    static constexpr std::size_t kMostDigits = 6; // of the number of a FIFO's flits
    /// Eight routers, a bit for each port.
    struct Lanes {
        PortWord filled = 0;                        // input registers with a flit,
        PortWord heads = kAllPorts;                 // with a header, or the next flit will be one,
        PortWord multicasts = 0;                    // and of a multicast
        PortWord free = kAllPorts;                  // outputs that no packet holds
        std::array<PortWord, kMostDigits> queued{}; // flits in FIFOs, digit by digit
        PortWord leaving = 0;                       // output registers with a flit
        PortWord sent = 0;                          // these flits go to a link in this cycle
        PortWord linkSome = 0, linkFull = 0;        // links into inputs with one flit at least, with two
        PortWord injected = 0;                      // by endpoints in this cycle
        PortWord streams = 0;                       // inputs with an endpoint that sends by itself
        PortWord endSome = 0, endFull = 0;          // links to endpoints, by the outputs that lead there
        PortWord taken = 0;                         // by endpoints in this cycle
        PortWord endUnseen = 0;                     // flits that endpoints take and do not see
        PortWord flits = 0;                         // of each router, in registers and FIFOs: a number in each lane
        // That do not change:
        PortWord hops = 0, ends = 0; // ports that lead to another router, to an endpoint
        PortWord takesMost = 0;      // ports to endpoints that see few flits
    };
    struct Counts { // of eight routers, since the last flushCounts()
        BitCounts sent, blocked, headersWait, streamsBlocked;
        LaneSums flits;
    };
    struct Input {              // the packet in an input register
        PortWord outputs = 0;   // that it needs, as bits of its router's word
        std::uint32_t left = 0; // flits, the one in the register included
        TransactionId transaction = 0;
    };
    struct Output {
        std::uint32_t target = 0;          // link that it sends to
        TransactionId holder = 0;          // the packet that holds it, or held it last
        std::uint32_t turn = kRouterPorts; // inputs below this one come first
    };
    struct Link {                         // packets on it, in registers and FIFO before it included
        std::uint32_t begin = 0, end = 0; // in a ring
    };
    struct End { // the flits on a link to an endpoint
        std::array<Flit, 2> places;
        TransactionId transaction = UINT32_MAX; // whose flits were put there last
        std::uint32_t left = 0;                 // flits of its packet that are to come
        EndpointId endpoint = 0;
    };
    struct Stream {
        TransactionId transaction = 0;
        std::uint32_t packets = 0; // left
        std::uint32_t flit = 0;    // of the packet, to be sent next
        std::uint32_t packetFlits = 0;
        EndpointId endpoint = 0;
    };
    struct Passing {            // at an output register: for counting by class only
        std::uint32_t next = 0; // packet of its link
        std::uint32_t left = 0;
        TransactionId transaction = 0;
    };
    struct Choice { // of the flits that leave input registers
        PortWord outputs = 0, inputs = 0;
    };
    struct Shift { // by a number of lanes
        std::size_t words = 0;
        unsigned bits = 0;
    };

    void connect();
    Lanes& lanes(std::size_t word) { return m_lanes[m_padding + word]; }
    const Lanes& lanes(std::size_t word) const { return m_lanes[m_padding + word]; }
    bool isSet(std::size_t slot, PortWord Lanes::*member) const { return lanes(slot / 64).*member >> slot % 64 & 1; }
    Shift shiftOf(std::size_t lanes) const { return {lanes / kLanes, unsigned(lanes % kLanes * kLaneBits)}; }
    PortWord before(std::size_t word, Shift shift, PortWord Lanes::*member) const;
    PortWord behind(std::size_t word, Shift shift, PortWord Lanes::*member) const;
    PortWord otherEnds(std::size_t word, PortWord Lanes::*member) const;
    PortWord queued(const Lanes& lanes) const;
    PortWord room(const Lanes& lanes) const;
    PortWord packetRoom(const Lanes& lanes) const;

    template <typename Order>
    void stepInOrder(Order&& forEachWord);
    void sendOn(std::size_t word); // steps 1 and 2
    void pumpStreams(std::size_t word, Lanes& lanes);
    Choice choose(std::size_t word, Lanes& lanes);
    void chooseHeads(std::size_t word, Lanes& lanes, PortWord free, PortWord room, Choice& choice);
    void letIn(std::size_t slot, PortWord outputs, Lanes& lanes, Choice& choice);
    void moveQueues(Lanes& lanes, PortWord pushed);
    void deliver(std::size_t word, Lanes& lanes);
    void fillInputs(std::size_t word); // step 3
    void beginPacket(std::size_t slot, Lanes& lanes);
    void countClasses(std::size_t word, PortWord sent);
    void pushPacket(std::uint32_t link, TransactionId id)
    {
        m_packets[(link << m_ringShift) + ringPlace(m_links[link].end++)] = id;
    }
    TransactionId packet(std::uint32_t link, std::uint32_t place) const
    {
        return m_packets[(link << m_ringShift) + ringPlace(place)];
    }
    std::uint32_t ringPlace(std::uint32_t place) const { return place & ((1u << m_ringShift) - 1); }
    LinkId linkOf(std::size_t slot) const { return slot / kLaneBits * kRouterPorts + slot % kLaneBits; }

    const Routes& m_routes;
    std::vector<PacketRoute> m_packetRoutes;
    WindowRecorder& m_recorder;
    ActiveSet& m_endpoints;
    std::uint32_t m_depth, m_ringShift;
    std::size_t m_digits; // of m_depth; at least two, because a packet has two flits at least
    std::size_t m_words, m_padding;
    Shift m_row, m_lane;        // to the routers in the next row, in the next column
    std::vector<Lanes> m_lanes; // with empty ones before and behind
    std::vector<Counts> m_counts;
    // By slots: of an input, or of an output.
    std::vector<Input> m_inputs;
    std::vector<Output> m_outputs;
    std::vector<End> m_ends;
    std::vector<Stream> m_streams;
    std::vector<Passing> m_passing;
    /// By the slots of the inputs that they lead to; behind them those to endpoints, by the slots of the outputs.
    std::vector<Link> m_links;
    std::vector<TransactionId> m_packets; // of each link, 1 << m_ringShift places
    std::vector<std::size_t> m_slots;     // of the ports of each endpoint
    std::vector<std::size_t> m_order;     // of words, to be shuffled
    PortWord m_moved = 0;
    PortWord m_sent = 0,
             m_linksFull = 0; // anywhere: flits to other routers in this step, links that were full before it
    bool m_isIdle = true;
    int m_uncounted = 0; // steps since the last flushCounts()
    std::uint64_t m_hops = 0, m_injected = 0, m_ejected = 0;
};

} // namespace nestloom::noc
