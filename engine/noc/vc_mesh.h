// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/noc/active_set.h"
#include "engine/noc/mesh.h"
#include "engine/noc/routes.h"
#include "engine/noc/transaction.h"
#include "engine/noc/window_recorder.h"

#include <array>
#include <deque>
#include <vector>

namespace nestloom::noc {

/// A mesh of routers with virtual channels (VCs) and credits, as BookSim 2 models its input-queued router.
struct VcOptions {
    /// Stages that the header of a packet passes, each a cycle; behind them comes the link with one more.
    ///   Four   route, allocate a VC, allocate the switch, cross it
    ///   Two    route known on arrival, VC and switch allocated in the same cycle on speculation, cross it
    enum class Pipeline { Four, Two };
    static constexpr std::uint32_t kMostVcs = 12; // so that the VCs of five ports fit 64 bits

    std::uint32_t vcs = 4;         // of each port; 1 .. kMostVcs
    std::uint32_t bufferFlits = 8; // of each VC; 1 .. 255
    Pipeline pipeline = Pipeline::Two;
    friend bool operator==(const VcOptions&, const VcOptions&) = default;
};

/// Fails InvalidInput for numbers out of their range.
Status checkVcOptions(const VcOptions& options);

/// A flit between virtual channels. A packet of one flit is head and tail.
struct VcFlit {
    std::uint32_t packet = 0; // any number of the caller
    EndpointId destination = 0;
    std::uint8_t vc = 0; // of the input that it enters next
    bool head = false, tail = false;
};

/// The routers, their links, and the endpoints' side of these. Both allocators are iSLIP with one iteration (McKeown,
/// 1999). A VC of an output belongs to a packet from its allocation until the tail has crossed the switch. Everything
/// that routers tell each other takes at least two cycles, so the order of their updates is irrelevant.
///
/// A multicast is a tree of X-Y routes. Where it parts, each branch asks for a VC of its output on its own, and its
/// flits are copied to each branch as room and switch allow; a flit leaves the buffer when it has gone to all of them,
/// and one read of the buffer may serve several branches. No branch waits for another: once the header is at the front
/// of its buffer, the whole packet fits behind it, so that all of it arrives and can be copied, whatever the other
/// branches do. So a packet waits only for links further on along X-Y routes, and these have no circle. This needs
/// buffers of at least a packet.
class VcMesh {
public:
    /// Endpoints to which flits are on their way are added to `endpoints`.
    VcMesh(const Grid& grid, const VcOptions& options, ActiveSet& endpoints);

    /// From now on what happens on links and in routers is counted, and packets may be multicasts; VcFlit::packet is an
    /// index into `packets`, the destination of a multicast's flits is not looked at. All outlive this.
    void carry(const Routes& routes, const std::vector<PacketRoute>& packets, WindowRecorder& recorder);

    /// Whether an endpoint could send its next flit now; a header needs a VC, and is given the next one in turn.
    bool canInject(EndpointId endpoint, bool head, Cycle now);
    void inject(EndpointId endpoint, VcFlit flit, Cycle now); // canInject() was true in the same cycle
    bool hasArrival(EndpointId endpoint, Cycle now) const;
    bool isEmptyTo(EndpointId endpoint) const { return m_nodes[endpoint].arriving.empty(); }
    VcFlit take(EndpointId endpoint, Cycle now);

    void step(Cycle now);
    /// The same with the routers in a random order.
    void stepShuffled(Cycle now, Rng& rng);
    bool isIdle() const { return m_active.empty(); }
    bool moved() const { return m_moved; }
    std::uint64_t hops() const { return m_hops; } // flits that left a router

private:
    using VcMask = std::uint64_t;            // bit port * vcs + vc
    static constexpr std::size_t kSlots = 8; // messages are at most six cycles on their way
    static constexpr std::size_t kMostPortVcs = kRouterPorts * VcOptions::kMostVcs;

    struct Router {
        // Input VCs by what their first packet does; without a bit: nothing there. `queued`: with a flit.
        VcMask routing = 0, allocating = 0, active = 0, queued = 0;
        VcMask forks =
            0;           // input VCs whose first packet leaves by several outputs; may be allocating and active at once
        VcMask held = 0; // output VCs that belong to a packet
        VcMask credit = 0; // output VCs with room behind the link
        std::array<std::uint8_t, kMostPortVcs> credits{};
        std::array<std::uint8_t, kMostPortVcs> output{}; // of an input VC: the port of its packet, later the output VC
        std::array<std::uint8_t, kMostPortVcs> begin{}, count{};          // of the buffers
        std::array<std::uint8_t, kMostPortVcs> grantTurn{}, acceptTurn{}; // of the VC allocator
        std::array<std::uint8_t, kRouterPorts> switchGrantTurn{}, switchAcceptTurn{},
            vcTurn{};                                                  // of the switch allocator
        std::array<std::uint8_t, kSlots> arrivals{}, creditArrivals{}; // ports, by cycle modulo kSlots
        std::array<std::array<VcFlit, kRouterPorts>, kSlots> flits;
        std::array<std::array<std::uint8_t, kRouterPorts>, kSlots> creditVcs{};
        std::uint32_t messages = 0;  // on their way
        std::uint32_t flitCount = 0; // in its buffers
    };
    struct Node { // an endpoint's side
        struct Credit {
            Cycle due = 0;
            std::uint8_t vc = 0;
        };
        struct Arrival {
            Cycle due = 0;
            VcFlit flit;
        };
        std::vector<std::uint8_t> credits; // of each VC of its router's input
        std::uint32_t held = 0;            // VCs that belong to a packet
        std::uint8_t vc = 0, lastVc = 0;   // of the present packet, and of the last one
        std::deque<Credit> returning;
        std::deque<Arrival> arriving;
    };
    struct Fork {                 // a packet that leaves by several outputs, in bits and numbers of these
        std::uint8_t outputs = 0; // all
        std::uint8_t allocating = 0, active = 0;          // without a VC yet, with one
        std::array<std::uint8_t, kRouterPorts> output{};  // VC of each
        std::array<std::uint32_t, kRouterPorts> copied{}; // flits that went to each
        std::uint32_t gone = 0;                           // flits that left the buffer
    };
    /// What the VC allocator gave, in pairs.
    struct VcGrants {
        std::array<std::uint8_t, kMostPortVcs> inputVc, outputVc; // `count` of them
        std::size_t count = 0;
    };
    struct SwitchRequests {
        std::array<std::uint8_t, kRouterPorts> inputs{};                     // of each output: the inputs that want it
        std::array<std::array<std::uint8_t, kRouterPorts>, kRouterPorts> vc; // that speaks for an input, by output
        std::array<std::uint8_t, kRouterPorts> speculative{};                // of each output: inputs that speculate
        unsigned lacking = 0; // outputs that a flit is ready for but its VC has no room behind the link
    };

    void stepRouter(RouterId id, Cycle now);
    void countState(RouterId id, const Router& router, const SwitchRequests& requests);
    void receive(RouterId id, Router& router, Cycle now);
    void beginPacket(RouterId id, Router& router, std::size_t inputVc);
    VcGrants allocateVcs(RouterId id, Router& router);
    void takeVcs(RouterId id, Router& router, const VcGrants& grants);
    void beginMulticast(RouterId id, Router& router, std::size_t inputVc, PortMask ports);
    unsigned forkOutputs(const Router& router, const Fork& fork, std::size_t inputVc) const;
    void crossFork(RouterId id, Router& router, std::size_t inputVc, unsigned outputs, Cycle now);
    void allocateSwitch(RouterId id, Router& router, const SwitchRequests& requests, VcMask wasActive, Cycle now);
    SwitchRequests switchRequests(RouterId id, const Router& router) const;
    void request(const Router& router, SwitchRequests& requests, std::size_t inputVc, std::size_t output,
                 bool speculative) const;
    void cross(RouterId id, Router& router, std::size_t inputVc, Cycle now);
    void takeFromBuffer(RouterId id, Router& router, std::size_t inputVc, Cycle now);
    void endPacket(RouterId id, Router& router, std::size_t inputVc);
    void leave(RouterId id, Router& router, std::size_t outputVc, VcFlit flit, Cycle now);
    void sendOn(RouterId id, std::size_t output, VcFlit flit, Cycle now);
    void sendTo(RouterId id, std::size_t input, VcFlit flit, Cycle due);
    void returnCredit(RouterId id, std::size_t input, std::uint8_t vc, Cycle now);
    void creditRouter(RouterId id, std::size_t output, std::uint8_t vc, Cycle due);

    /// A place in a buffer, or a VC in turn, counted on by less than one round: the remainder without a division.
    static std::uint32_t wrapped(std::uint32_t place, std::uint32_t size)
    {
        return place < size ? place : place - size;
    }
    VcMask portMask(std::size_t port) const { return ((VcMask(1) << m_vcs) - 1) << (port * m_vcs); }
    VcFlit& place(RouterId id, std::size_t inputVc, std::size_t index)
    {
        return m_buffers[(id * kRouterPorts * m_vcs + inputVc) * m_depth + index];
    }
    Fork& fork(RouterId id, std::size_t inputVc) { return m_forks[id * kRouterPorts * m_vcs + inputVc]; }
    const Fork& fork(RouterId id, std::size_t inputVc) const { return m_forks[id * kRouterPorts * m_vcs + inputVc]; }

    Grid m_grid;
    std::uint32_t m_vcs, m_depth;
    bool m_speculative;
    ActiveSet& m_endpoints;
    std::vector<Router> m_routers;
    std::vector<VcFlit> m_buffers;
    std::vector<Fork> m_forks; // of each input VC of each router
    std::vector<Node> m_nodes;
    std::vector<std::uint8_t> m_ports; // by destination and router
    std::vector<GridLink> m_links;     // out of each router's ports
    std::array<std::uint8_t, kMostPortVcs> m_portOf{}, m_vcOf{};
    WindowRecorder* m_recorder = nullptr; // null: nothing is counted
    const std::vector<PacketRoute>* m_packets = nullptr;
    const Routes* m_routes = nullptr; // of multicasts
    ActiveSet m_active;
    bool m_moved = false;
    std::uint64_t m_hops = 0;
};

} // namespace nestloom::noc
