// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/load_point.h"

#include "engine/base/text.h"
#include "engine/noc/knuth_random.h"

#include <cmath>

namespace nestloom::noc {

namespace {

constexpr double kStable = 0.05; // relative change from one period to the next
constexpr int kStablePeriods = 3;

class LoadRun {
public:
    LoadRun(const Grid& grid, const VcOptions& options, const OfferedLoad& load, const RunControl& control)
        : m_grid(grid), m_load(load), m_stop(control.stop), m_probability(load.flitRate / load.packetFlits),
          m_listening(grid.endpointCount()), m_mesh(grid, options, m_listening), m_random(std::uint32_t(control.seed)),
          m_nodes(grid.routerCount())
    {
    }

    LoadPoint run()
    {
        measurePeriods();
        const LoadPoint accepted{0, acceptedRate(), 0, 0, 0};
        m_phase = Phase::Waiting;
        const Cycle end = m_now;
        if (m_load.latency)
            while (isWaiting(end) && m_now < end + m_load.mostWait && !m_stop.stop_requested())
                step();
        LoadPoint point = accepted;
        point.packets = m_latencies.packets;
        point.missing = m_open;
        point.packetLatency = m_latencies.mean(m_latencies.packetSum);
        point.cycles = m_now;
        return point;
    }

private:
    enum class Phase { WarmUp, Measuring, Waiting };
    struct Packet {
        Cycle made = 0;
        EndpointId destination = 0;
        bool measured = false;
    };
    struct Node {
        std::optional<std::uint32_t> packet; // that is being sent
        std::uint32_t flit = 0;              // to be sent next
        Cycle made = 0;                      // cycles for which it was decided whether a packet is made
    };
    struct Latencies {
        std::uint64_t packets = 0;
        double packetSum = 0;
        double mean(double sum) const { return packets > 0 ? sum / double(packets) : 0; }
    };

    void measurePeriods()
    {
        double lastLatency = 0, lastRate = 0;
        int stable = 0;
        for (int period = 0; period < m_load.mostPeriods && stable < kStablePeriods; ++period) {
            // The warm-up is looked at as well, in pairs of periods; measured periods are counted together.
            if (period == m_load.warmUpPeriods || (period < m_load.warmUpPeriods && period % 2 == 0))
                clear();
            if (period == m_load.warmUpPeriods)
                m_phase = Phase::Measuring;
            for (Cycle cycle = 0; cycle < m_load.period; ++cycle)
                step();
            const double latency = m_latencies.mean(m_latencies.packetSum), rate = acceptedRate();
            const bool steady = (!m_load.latency || std::abs(latency - lastLatency) <= kStable * latency)
                                && std::abs(rate - lastRate) <= kStable * rate;
            lastLatency = latency;
            lastRate = rate;
            if (m_phase == Phase::Measuring)
                stable = steady ? stable + 1 : 0;
            if (m_stop.stop_requested())
                return;
        }
    }

    void clear()
    {
        m_latencies = {};
        m_accepted = 0;
        m_since = m_now;
    }

    double acceptedRate() const { return double(m_accepted) / double(m_now - m_since) / double(m_nodes.size()); }

    /// Measured packets are open, or some may still be found to have been made before `end`.
    bool isWaiting(Cycle end) const
    {
        if (m_open > 0)
            return true;
        for (const Node& node : m_nodes)
            if (node.made <= end)
                return true;
        return false;
    }

    void step()
    {
        m_listening.forEach([&](std::size_t endpoint) { receive(EndpointId(endpoint)); });
        for (EndpointId node = 0; node < m_nodes.size(); ++node)
            make(node);
        for (EndpointId node = 0; node < m_nodes.size(); ++node)
            send(node);
        m_mesh.step(m_now);
        ++m_now;
    }

    EndpointId destinationOf(EndpointId node)
    {
        const std::size_t column = node % m_grid.columns, row = node / m_grid.columns;
        switch (m_load.pattern) {
        case TrafficPattern::Uniform: return m_random.next() % EndpointId(m_nodes.size());
        case TrafficPattern::Transpose: return EndpointId(column * m_grid.columns + row);
        case TrafficPattern::Hotspot: return 0;
        case TrafficPattern::Neighbour:
            return EndpointId((row + 1) % m_grid.rows * m_grid.columns + (column + 1) % m_grid.columns);
        }
        return 0;
    }

    /// A queue of packets that is drawn only when the one before has left: cycles are made up for one after the other.
    void make(EndpointId id)
    {
        Node& node = m_nodes[id];
        while (!node.packet && node.made <= m_now) {
            if (m_random.unit() < m_probability) {
                const bool measured =
                    m_phase == Phase::Measuring || (m_phase == Phase::Waiting && node.made < m_endOfMeasuring);
                node.packet = std::uint32_t(m_packets.size());
                node.flit = 0;
                m_packets.push_back({node.made, destinationOf(id), measured});
                m_random.next(); // BookSim draws one of its networks as well, of which there is one
                m_open += measured ? 1 : 0;
            }
            ++node.made;
        }
        if (m_phase == Phase::Measuring)
            m_endOfMeasuring = m_now + 1;
    }

    void send(EndpointId id)
    {
        Node& node = m_nodes[id];
        if (!node.packet || !m_mesh.canInject(id, node.flit == 0, m_now))
            return;
        const Packet& packet = m_packets[*node.packet];
        const bool tail = node.flit + 1 == m_load.packetFlits;
        m_mesh.inject(id, {*node.packet, packet.destination, 0, node.flit == 0, tail}, m_now);
        ++node.flit;
        if (tail)
            node.packet.reset();
    }

    void receive(EndpointId endpoint)
    {
        if (m_mesh.hasArrival(endpoint, m_now)) {
            const VcFlit flit = m_mesh.take(endpoint, m_now);
            m_accepted += m_phase != Phase::Waiting ? 1 : 0;
            if (flit.tail)
                arrive(m_packets[flit.packet]);
        }
        if (m_mesh.isEmptyTo(endpoint))
            m_listening.remove(endpoint);
    }

    void arrive(const Packet& packet)
    {
        m_open -= packet.measured ? 1 : 0;
        if (!packet.measured && m_phase != Phase::WarmUp)
            return;
        ++m_latencies.packets;
        m_latencies.packetSum += double(m_now - packet.made);
    }

    const Grid& m_grid;
    const OfferedLoad& m_load;
    std::stop_token m_stop;
    double m_probability;
    ActiveSet m_listening;
    VcMesh m_mesh;
    KnuthRandom m_random;
    std::vector<Node> m_nodes;
    std::vector<Packet> m_packets;
    Phase m_phase = Phase::WarmUp;
    Cycle m_now = 0, m_since = 0, m_endOfMeasuring = 0;
    Latencies m_latencies;
    std::uint64_t m_open = 0, m_accepted = 0;
};

} // namespace

Result<LoadPoint> measureLoad(const Grid& grid, const VcOptions& options, const OfferedLoad& load,
                              const RunControl& control)
{
    const auto invalid = [](std::string message) { return Error{ErrorCode::InvalidInput, std::move(message), {}}; };
    if (load.pattern == TrafficPattern::Transpose && grid.columns != grid.rows)
        return invalid("a transpose needs as many columns as rows, not " + std::to_string(grid.columns) + " by "
                       + std::to_string(grid.rows));
    if (load.packetFlits == 0 || !(load.flitRate >= 0) || load.flitRate > load.packetFlits)
        return invalid("a node cannot make packets of " + std::to_string(load.packetFlits) + " flits at "
                       + generalNumber(load.flitRate) + " flits a cycle");
    if (load.period <= 0 || load.warmUpPeriods < 0 || load.mostPeriods <= load.warmUpPeriods)
        return invalid("a load needs periods of at least a cycle, and at least one behind the warm-up");
    TRY_DO(checkVcOptions(options));
    return LoadRun(grid, options, load, control).run();
}

} // namespace nestloom::noc
