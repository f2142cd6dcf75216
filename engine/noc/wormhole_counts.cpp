// SPDX-License-Identifier: Apache-2.0
// What is counted on links and in routers.
#include "engine/noc/wormhole_mesh.h"

namespace nestloom::noc {

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
