// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/vc_transport.h"

namespace nestloom::noc {

namespace {
constexpr Cycle kLongestWay = 8; // of a flit or a credit, in cycles
}

VcTransport::VcTransport(const Routes& routes, const TransactionList& list,
                         const std::vector<PacketRoute>& packetRoutes, const VcOptions& options,
                         WindowRecorder& recorder, ActiveSet& endpoints)
    : m_grid(routes.grid()), m_list(list), m_packetRoutes(packetRoutes), m_recorder(recorder), m_endpoints(endpoints),
      m_mesh(routes.grid(), options, endpoints)
{
    m_mesh.carry(routes, packetRoutes, recorder);
}

bool VcTransport::canInject(EndpointId endpoint, bool head, Cycle now)
{
    if (m_mesh.canInject(endpoint, head, now))
        return true;
    m_waiting.push_back(endpoint);
    return false;
}

void VcTransport::inject(EndpointId endpoint, Flit flit, Cycle now)
{
    const TransactionId id = flit.transaction();
    m_mesh.inject(endpoint, {id, m_list.destinations(id).front(), 0, flit.isHead(), flit.isTail()}, now);
    const LinkId link = m_grid.into(endpoint);
    ++m_recorder.links()[link].flits;
    if (ClassCount* classes = m_recorder.classes())
        countFlit(classes[link], m_packetRoutes[id], flit.isHead());
    ++m_injected;
    m_isTouched = true;
}

Flit VcTransport::take(EndpointId endpoint, Cycle now)
{
    ++m_ejected;
    m_isTouched = true;
    const VcFlit flit = m_mesh.take(endpoint, now);
    return {flit.packet, flit.head ? Flit::Head : flit.tail ? Flit::Tail : Flit::Body};
}

void VcTransport::begin()
{
    for (const EndpointId endpoint : m_waiting)
        m_endpoints.add(endpoint);
    m_waiting.clear();
}

void VcTransport::end(Cycle now)
{
    if (m_mesh.moved() || m_isTouched)
        m_lastMove = now;
    m_isTouched = false;
    m_moved = now - m_lastMove < kLongestWay;
}

void VcTransport::step(Cycle now)
{
    begin();
    m_mesh.step(now);
    end(now);
}

void VcTransport::stepShuffled(Cycle now, Rng& rng)
{
    begin();
    m_mesh.stepShuffled(now, rng);
    end(now);
}

} // namespace nestloom::noc
