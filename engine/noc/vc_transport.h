// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/routes.h"
#include "engine/noc/vc_mesh.h"

namespace nestloom::noc {

/// A VcMesh as endpoints and simulation see a mesh: what WormholeMesh offers them. A packet is known by its
/// transaction, because an endpoint sends one packet after the other.
class VcTransport {
public:
    static constexpr bool kStreams = false; // endpoints send and take flit by flit

    /// `routes`, `list` and `packetRoutes` stay as they are and outlive this.
    VcTransport(const Routes& routes, const TransactionList& list, const std::vector<PacketRoute>& packetRoutes,
                const VcOptions& options, WindowRecorder& recorder, ActiveSet& endpoints);

    bool canInject(EndpointId endpoint, bool head, Cycle now);
    static constexpr bool isStreaming(EndpointId) { return false; }
    void inject(EndpointId endpoint, Flit flit, Cycle now);
    bool hasArrival(EndpointId endpoint, Cycle now) const { return m_mesh.hasArrival(endpoint, now); }
    bool isEmptyTo(EndpointId endpoint) const { return m_mesh.isEmptyTo(endpoint); }
    Flit take(EndpointId endpoint, Cycle now);

    void step(Cycle now);
    void stepShuffled(Cycle now, Rng& rng);
    bool isIdle() const { return m_mesh.isIdle(); }
    /// Whether anything moved lately: flits and credits are a few cycles on their way, and unseen meanwhile.
    bool moved() const { return m_moved; }
    void flushCounts() {} // nothing is held back
    std::uint64_t hops() const { return m_mesh.hops(); }
    std::uint64_t injected() const { return m_injected; }
    std::uint64_t ejected() const { return m_ejected; }

private:
    void begin();
    void end(Cycle now);

    const Grid m_grid;
    const TransactionList& m_list;
    const std::vector<PacketRoute>& m_packetRoutes;
    WindowRecorder& m_recorder;
    ActiveSet& m_endpoints;
    VcMesh m_mesh;
    std::vector<EndpointId> m_waiting; // for credits; they look again in the next cycle
    std::uint64_t m_injected = 0, m_ejected = 0;
    Cycle m_lastMove = 0;
    bool m_moved = false, m_isTouched = false; // by an endpoint, since the last step
};

} // namespace nestloom::noc
