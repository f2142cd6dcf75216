// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/noc/active_set.h"
#include "engine/noc/packet_route.h"
#include "engine/noc/window_recorder.h"

#include <array>
#include <vector>

namespace nestloom::noc {

/// A flit in the mesh: the transaction that it belongs to and its place in its packet.
class Flit {
public:
    enum Kind : std::uint32_t { Head, Body, Tail };
    Flit() = default;
    Flit(TransactionId transaction, Kind kind) : m_bits(transaction << 2 | kind) {}
    TransactionId transaction() const { return m_bits >> 2; }
    bool isHead() const { return (m_bits & 3) == Head; }
    bool isTail() const { return (m_bits & 3) == Tail; }

private:
    std::uint32_t m_bits = 0;
};

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
class WormholeMesh {
public:
    /// `packetFlits` is the longest packet. Endpoints that receive something, or may send again, are added to
    /// `endpoints`.
    WormholeMesh(const Routes& routes, std::vector<PacketRoute> packetRoutes, std::uint32_t packetFlits,
                 WindowRecorder& recorder, ActiveSet& endpoints);

    /// An endpoint's side of its links.
    bool canInject(EndpointId endpoint, bool, Cycle now) const
    {
        return m_links[m_injects[endpoint]].hasRoom(now);
    }
    void inject(EndpointId endpoint, Flit flit, Cycle now);
    bool hasArrival(EndpointId endpoint, Cycle now) const { return m_links[m_ejects + endpoint].isVisible(now); }
    bool isEmptyTo(EndpointId endpoint) const { return m_links[m_ejects + endpoint].flits == 0; }
    Flit take(EndpointId endpoint, Cycle now)
    {
        ++m_ejected;
        return m_links[m_ejects + endpoint].pop(now);
    }

    /// One cycle of all routers that have something to do.
    void step(Cycle now);
    /// The same, in a random order.
    void stepShuffled(Cycle now, Rng& rng);
    bool isIdle() const { return m_active.empty(); } // no flit in any router nor on its way to one
    /// Whether any flit moved in the last step.
    bool moved() const { return m_moved; }

    std::uint64_t hops() const { return m_hops; }         // flits that left a router
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
    TransactionId holder(RouterId router, std::size_t port) const { return m_holders[router * kRouterPorts + port]; }

private:
    static constexpr std::uint32_t kNoSource = UINT32_MAX;
    struct Link {
        std::array<Flit, 2> places;
        std::uint32_t lastPush = ~0u, lastPop = ~0u; // cycles, cut to 32 bits: only compared with the present one
        std::uint32_t flits = 0;
        std::uint32_t router = 0;         // that it leads to, or the endpoint
        std::uint32_t portBit = 0;        // of the router that it leads to
        std::uint32_t source = kNoSource; // endpoint that sends by it
        bool hasRoom(Cycle now) const { return flits + (lastPop == std::uint32_t(now) ? 1 : 0) < 2; }
        bool isVisible(Cycle now) const { return flits > 1 || (flits == 1 && lastPush != std::uint32_t(now)); }
        void push(Flit flit, Cycle now)
        {
            places[flits++] = flit;
            lastPush = std::uint32_t(now);
        }
        Flit pop(Cycle now)
        {
            const Flit flit = places[0];
            places[0] = places[1];
            --flits;
            lastPop = std::uint32_t(now);
            return flit;
        }
    };
    /// No member is of a character type, because what is written through such a type might change anything.
    struct Router {
        std::array<Flit, kRouterPorts> in, out;         // the registers
        std::array<PortMask, kRouterPorts> outputs{};   // that the flit of an input needs
        std::array<std::uint16_t, kRouterPorts> turn{}; // of an output: inputs below it come first; starts at 5
        std::array<std::uint16_t, kRouterPorts> begin{}, count{}; // of the FIFOs
        PortMask filled = 0, heads = 0, multicasts = 0; // input registers: with a flit, with a header, of a multicast
        PortMask leaving = 0;                           // output registers with a flit
        PortMask queued = 0;                            // FIFOs with a flit
        PortMask free = 31;                             // outputs that no packet holds
        PortMask room = 31, packetRoom = 31;            // FIFOs with room for a flit, for a packet
        PortMask arriving = 0;                          // incoming links with a flit
        std::uint32_t flits = 0;                        // in registers and FIFOs
    };
    struct Choice {
        PortMask outputs = 0, inputs = 0;
        std::array<std::uint32_t, kRouterPorts> input; // of each output
    };
    /// What a step of all routers needs again and again.
    struct Step {
        Cycle now = 0;
        LinkCount* links = nullptr;
        RouterCount* routers = nullptr;
        ClassCount* classes = nullptr; // of the links; null unless they are counted
    };

    bool stepRouter(RouterId id, const Step& step); // returns whether there is more to do
    static void chooseMulticasts(const Router& router, Choice& choice);
    static void chooseUnicasts(Router& router, Choice& choice);
    void sendFromRegisters(RouterId id, Router& router, const Step& step);
    void fillRegisters(RouterId id, Router& router);
    void fillQueues(RouterId id, Router& router, const Choice& choice);
    void fillInputs(RouterId id, Router& router, Cycle now);

    const Routes& m_routes;
    std::vector<PacketRoute> m_packetRoutes;
    WindowRecorder& m_recorder;
    ActiveSet& m_endpoints;
    std::size_t m_ejects = 0;             // first link to an endpoint
    std::vector<Link> m_links;            // by what they lead to: 5 inputs of each router, then the endpoints
    std::vector<std::uint32_t> m_targets; // link that each port of each router sends to
    std::vector<std::uint32_t> m_injects; // link that each endpoint sends to
    std::vector<Router> m_routers;
    std::vector<TransactionId> m_holders; // of the outputs of each router
    std::vector<Flit> m_queues;           // FIFOs of all routers, 1 << m_queueShift places each
    std::uint32_t m_queueShift = 3;
    std::uint32_t m_depth = 7, m_packetFlits = 5;
    ActiveSet m_active;
    bool m_moved = false;
    std::uint64_t m_hops = 0, m_injected = 0, m_ejected = 0;
};

} // namespace nestloom::noc
