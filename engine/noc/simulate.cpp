// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/simulate.h"

#include "engine/noc/endpoints.h"
#include "engine/noc/standstill.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <type_traits>

namespace nestloom::noc {

SimulationOptions compatibleOptions()
{
    SimulationOptions options;
    options.busyOrSending = true;
    options.firstCycle = 2;
    return options;
}

std::string_view name(RouterKind kind) { return kind == RouterKind::Wormhole ? "wormhole" : "vc"; }

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint32_t kMostPayloadFlits = 1u << 20;
constexpr int kCyclesBetweenLooks = 2048; // at the clock; well below a millisecond of work
constexpr auto kSnapshotPeriod = std::chrono::milliseconds(50);
constexpr int kMostStillSteps = 1 << 20; // some tenths of a second; a memory needs some hundred to finish a request

Status checkMemories(const Grid& grid, const std::vector<MemoryAttachment>& memories)
{
    std::set<EndpointId> taken;
    for (const MemoryAttachment& attached : memories) {
        const std::string place = "endpoint " + std::to_string(attached.endpoint);
        if (attached.endpoint >= grid.endpointCount())
            return Error{ErrorCode::InvalidInput, "the mesh has no " + place + " for a memory", {}};
        if (!attached.memory || attached.outstandingReads == 0 || attached.writeBuffer == 0)
            return Error{ErrorCode::InvalidInput, "the memory at " + place + " cannot hold any request", {}};
        if (!taken.insert(attached.endpoint).second)
            return Error{ErrorCode::InvalidInput, "two memories are attached to " + place, {}};
    }
    return success();
}

/// The destination mask of a multicast has a bit for every local port.
std::uint32_t multicastHeaders(const Grid& grid, const SimulationOptions& options)
{
    const auto bits = std::uint32_t(grid.routerCount()), each = std::max(1u, options.maskBitsPerFlit);
    return (bits + each - 1) / each;
}

/// Packets must fit what the routers are built of: a wormhole router counts its flits in bytes, a virtual channel must
/// hold a multicast so that its branches need not wait for each other.
Status checkPackets(const Grid& grid, const TransactionList& list, const SimulationOptions& options)
{
    if (options.payloadFlits == 0 || options.payloadFlits > kMostPayloadFlits)
        return Error{ErrorCode::InvalidInput,
                     "a packet has 1 to " + std::to_string(kMostPayloadFlits) + " payload flits, not "
                         + std::to_string(options.payloadFlits),
                     {}};
    const bool wormhole = options.router == RouterKind::Wormhole;
    for (TransactionId id = 0; id < list.size(); ++id) {
        const bool multicast = list[id].operation == Operation::Multicast;
        const std::uint32_t flits = multicast ? multicastFlits(grid, options) : options.payloadFlits + 1;
        const std::uint32_t most = wormhole    ? WormholeMesh::kMostPacketFlits
                                   : multicast ? options.vc.bufferFlits
                                               : UINT32_MAX;
        if (flits > most)
            return Error{ErrorCode::InvalidInput,
                         (wormhole ? "packets of " : "multicasts of ") + std::to_string(flits)
                             + " flits are more than a " + (wormhole ? "router" : "virtual channel")
                             + " can hold; at most " + std::to_string(most),
                         {}};
    }
    return success();
}

template <typename Mesh>
class Simulation {
public:
    Simulation(const Grid& grid, const TransactionList& list, const std::vector<MemoryAttachment>& memories,
               const SimulationOptions& options, const RunControl& control, const OnSnapshot& onSnapshot)
        : m_grid(grid), m_list(list), m_options(options), m_control(control), m_onSnapshot(onSnapshot), m_routes(grid),
          m_active(grid.endpointCount()),
          m_recorder(grid, options.firstCycle, options.countWindows, options.countClasses),
          m_tracker(grid, list, options.traceLimit, m_active), m_packetRoutes(routePackets()), m_mesh(makeMesh()),
          m_endpoints({m_grid, m_list, m_shapes, m_tracker, m_mesh, m_recorder, m_active}, memories,
                      options.busyOrSending),
          m_shuffle(options.routerOrder), m_now(options.firstCycle), m_started(Clock::now()), m_lastSnapshot(m_started)
    {
    }

    SimulationResult run()
    {
        while (!m_tracker.allComplete() && !ends()) {
            enterWindow();
            m_endpoints.step(m_now);
            if (m_options.routerOrder)
                m_mesh.stepShuffled(m_now, m_shuffle);
            else
                m_mesh.step(m_now);
            ++m_result.steppedCycles;
            if (m_endpoints.moved() || m_mesh.moved()) {
                m_lastMove = m_now;
                m_stillSteps = 0;
            } else if (standsStill()) {
                break;
            }
            ++m_now;
            skipIdle();
        }
        return report();
    }

private:
    Mesh makeMesh()
    {
        if constexpr (std::is_same_v<Mesh, WormholeMesh>)
            return {m_routes, m_packetRoutes, m_longestPacket, m_recorder, m_active};
        else
            return {m_routes, m_list, m_packetRoutes, m_options.vc, m_recorder, m_active};
    }

    void enterWindow()
    {
        if (!m_recorder.isOver(m_now))
            return;
        m_mesh.flushCounts();
        m_recorder.enter(m_now);
    }

    std::vector<PacketRoute> routePackets()
    {
        const std::uint32_t wide = multicastHeaders(m_grid, m_options);
        std::vector<PacketRoute> packets(m_list.size());
        m_shapes.resize(m_list.size());
        for (TransactionId id = 0; id < m_list.size(); ++id) {
            const Operation operation = m_list[id].operation;
            if (operation == Operation::Count)
                continue;
            const bool multicast = operation == Operation::Multicast;
            const auto destinations = m_list.destinations(id);
            const std::uint32_t headers = multicast ? wide : 1;
            m_shapes[id] = {headers, headers + m_options.payloadFlits};
            packets[id] = {
                multicast ? m_routes.multicast(m_list[id].actor, destinations) : m_routes.unicast(destinations[0]),
                multicast, m_list[id].trafficClass, std::uint8_t(std::min(headers, 255u)), m_shapes[id].flits};
            m_longestPacket = std::max(m_longestPacket, m_shapes[id].flits);
        }
        return packets;
    }

    /// Looks at the clock now and then; returns whether the run ends here.
    bool ends()
    {
        if (m_now - m_options.firstCycle >= m_options.maxCycles) {
            m_result.cause = StopCause::WorkLimit;
            return true;
        }
        if (--m_untilLook > 0)
            return false;
        m_untilLook = kCyclesBetweenLooks;
        if (m_control.stop.stop_requested()) {
            m_result.cause = StopCause::Cancelled;
            return true;
        }
        const auto now = Clock::now();
        if (std::chrono::duration_cast<std::chrono::milliseconds>(now - m_started) >= m_control.timeLimit) {
            m_result.cause = StopCause::TimeLimit;
            return true;
        }
        if (now - m_lastSnapshot >= kSnapshotPeriod) {
            m_lastSnapshot = now;
            tell();
        }
        return false;
    }

    void tell()
    {
        m_mesh.flushCounts();
        m_control.report({"simulation", double(m_tracker.completed()) / double(m_list.size()), double(m_now), {}});
        if (m_onSnapshot)
            m_onSnapshot({m_now, m_tracker.completed(), m_list.size(), m_recorder.windows()});
    }

    /// In a cycle in which nothing moved: whether nothing ever will. What may still change by itself is what an
    /// endpoint waits for; with flits in flight it should not take longer than the watchdog has patience. Without them
    /// it may take long, but not many steps, because time jumps: a memory that always asks to be looked at again stands
    /// still.
    bool standsStill()
    {
        m_stillSteps += m_options.skipIdle ? 1 : 0;
        const bool soon = m_mesh.isIdle() ? m_stillSteps < kMostStillSteps : m_now - m_lastMove < m_options.watchdog;
        if (soon && m_endpoints.nextWake() != kNever)
            return false;
        if constexpr (std::is_same_v<Mesh, WormholeMesh>)
            m_result.standstill = describeStandstill(m_grid, m_list, m_mesh, m_tracker, m_lastMove);
        else
            m_result.standstill = describeStandstill(m_list, m_tracker, m_lastMove);
        return true;
    }

    void skipIdle()
    {
        if (!m_options.skipIdle || !m_mesh.isIdle() || !m_active.empty())
            return;
        const Cycle wake = m_endpoints.nextWake();
        if (wake != kNever)
            m_now = std::max(m_now, std::min(wake, lastCycle()));
    }

    Cycle lastCycle() const
    {
        return m_options.maxCycles == kNever ? kNever : m_options.firstCycle + m_options.maxCycles;
    }

    SimulationResult report()
    {
        m_mesh.flushCounts();
        if (!m_tracker.allComplete())
            m_endpoints.close(m_now);
        m_tracker.report(m_result);
        m_result.cycles = (m_result.finished ? m_tracker.lastEnd() : m_now) - m_options.firstCycle;
        m_result.memoryPhases = m_endpoints.takeMemoryPhases();
        m_result.totals = m_recorder.totals();
        addClasses(m_result.totals);
        m_result.windows = m_recorder.takeWindows();
        m_result.flitHops = m_mesh.hops();
        m_result.injected = m_mesh.injected();
        m_result.ejected = m_mesh.ejected();
        return std::move(m_result);
    }

    /// Every packet crosses every link of its route once; so what was sent says what crossed each link.
    void addClasses(TotalCounters& totals) const
    {
        totals.linkClasses.resize(m_grid.linkCount());
        totals.multicastFlits.resize(m_grid.linkCount());
        for (TransactionId id = 0; id < m_list.size(); ++id) {
            const std::uint64_t packets = m_endpoints.packetsSent(id);
            if (packets == 0)
                continue;
            const PacketShape shape = m_shapes[id];
            m_routes.forEachLink(m_packetRoutes[id].route, m_list[id].actor, [&](LinkId link) {
                auto& classes = totals.linkClasses[link];
                classes[m_list[id].trafficClass] += packets * (shape.flits - shape.headers);
                classes[kTrafficClasses] += packets * shape.headers;
                if (m_packetRoutes[id].multicast)
                    totals.multicastFlits[link] += packets * shape.flits;
            });
        }
    }

    const Grid& m_grid;
    const TransactionList& m_list;
    const SimulationOptions& m_options;
    const RunControl& m_control;
    const OnSnapshot& m_onSnapshot;
    Routes m_routes;
    std::vector<PacketShape> m_shapes;
    std::uint32_t m_longestPacket = 1;
    ActiveSet m_active; // endpoints
    WindowRecorder m_recorder;
    TransactionTracker m_tracker;
    std::vector<PacketRoute> m_packetRoutes;
    Mesh m_mesh;
    Endpoints<Mesh> m_endpoints;
    Rng m_shuffle;
    Cycle m_now = 0, m_lastMove = 0;
    int m_untilLook = 1, m_stillSteps = 0;
    Clock::time_point m_started, m_lastSnapshot;
    SimulationResult m_result;
};

} // namespace

std::uint32_t multicastFlits(const Grid& grid, const SimulationOptions& options)
{
    return multicastHeaders(grid, options) + options.payloadFlits;
}

Result<SimulationResult> simulate(const Grid& grid, const TransactionList& list,
                                  const std::vector<MemoryAttachment>& memories, const SimulationOptions& options,
                                  const RunControl& control, const OnSnapshot& onSnapshot)
{
    TRY_DO(checkTransactions(grid, list));
    TRY_DO(checkMemories(grid, memories));
    if (const Status valid = checkVcOptions(options.vc); options.router == RouterKind::VirtualChannels && !valid)
        return valid.error();
    TRY_DO(checkPackets(grid, list, options));
    if (options.router == RouterKind::Wormhole)
        return Simulation<WormholeMesh>(grid, list, memories, options, control, onSnapshot).run();
    return Simulation<VcTransport>(grid, list, memories, options, control, onSnapshot).run();
}

} // namespace nestloom::noc
