// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/simulation_trace.h"

#include <algorithm>

namespace nestloom::simulation {

namespace {

using traffic::TransactionTag;

constexpr std::uint16_t kComputeKind = 0; // then the classes of traffic, then the waits for them
constexpr std::uint16_t kFirstSendKind = 1, kFirstWaitKind = 5;

std::string text(traffic::Flow::Kind kind)
{
    using enum traffic::Flow::Kind;
    switch (kind) {
    case Deliver: return "to the PEs";
    case Return: return "back to the PEs";
    case Collect: return "from the PEs";
    case Fill: return "into the buffer";
    case Drain: return "out of the buffer";
    }
    return "";
}

/// A PE is ready for its next step a cycle after the last one; longer is a wait.
void addWaits(trace::Trace& trace, const LayerSimulation& simulation)
{
    const traffic::MappingTraffic& traffic = simulation.traffic;
    const auto pes = stepWaits(traffic, simulation.run);
    for (std::size_t pe = 0; pe < pes.size(); ++pe)
        for (const StepWait& wait : pes[pe]) {
            if (!wait.cause || wait.idle <= 1)
                continue;
            const noc::Cycle start = simulation.run.times[wait.step].start;
            trace.events.push_back({start - wait.idle, start, 0, std::uint32_t(pe), traffic.tags[*wait.cause].flow,
                                    std::uint16_t(kFirstWaitKind + traffic.list[*wait.cause].trafficClass)});
        }
}

/// A sender begins its next transfer while the last flits of the one before still travel; lanes show one at a time.
void cutOverlaps(std::vector<trace::Event>& events)
{
    std::ranges::stable_sort(events, [](const trace::Event& a, const trace::Event& b) {
        return a.lane != b.lane ? a.lane < b.lane : a.begin < b.begin;
    });
    for (std::size_t i = 0; i + 1 < events.size(); ++i)
        if (events[i].lane == events[i + 1].lane)
            events[i].end = std::min(events[i].end, events[i + 1].begin);
}

} // namespace

trace::Trace simulationTrace(const LayerSimulation& simulation, const std::string& name)
{
    const traffic::MappingTraffic& traffic = simulation.traffic;
    trace::Trace trace;
    trace.name = name;
    trace.kinds = {"compute",
                   "weights",
                   "inputs",
                   "partial sums",
                   "outputs",
                   "waits for weights",
                   "waits for inputs",
                   "waits for partial sums",
                   "waits until outputs left"};
    const std::size_t pes = traffic.pes.size();
    for (const std::uint32_t pe : traffic.pes)
        trace.lanes.push_back({"PE " + std::to_string(pe), "computing"});
    for (const std::uint32_t pe : traffic.pes)
        trace.lanes.push_back({"PE " + std::to_string(pe) + " sends", "sending"});
    trace.lanes.push_back({"buffer", "sending"});
    trace.lanes.push_back({"DRAM", "sending"});
    for (const traffic::Flow& flow : traffic.flows)
        trace.labels.push_back(std::string(nestloom::name(flow.tensor)) + " " + text(flow.kind));
    trace.labels.emplace_back("step");

    const noc::EndpointId outside = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    const noc::EndpointId buffer = noc::endpointOf(traffic.mesh, traffic.mesh.bufferPort());
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const noc::Transaction& transaction = traffic.list[id];
        const noc::TransactionTimes& times = simulation.run.times[id];
        const TransactionTag& tag = traffic.tags[id];
        if (times.start == noc::kNever || times.end == noc::kNever)
            continue;
        const bool compute = tag.flow == TransactionTag::kCompute;
        const std::size_t lane = compute                        ? traffic.numberOf(transaction.actor)
                                 : transaction.actor == outside ? 2 * pes + 1
                                 : transaction.actor == buffer  ? 2 * pes
                                                                : pes + traffic.numberOf(transaction.actor);
        trace.events.push_back({times.start, times.end, tag.bytes, std::uint32_t(lane),
                                std::uint32_t(compute ? traffic.flows.size() : tag.flow),
                                compute ? kComputeKind : std::uint16_t(kFirstSendKind + transaction.trafficClass)});
    }
    addWaits(trace, simulation);
    cutOverlaps(trace.events);
    return trace;
}

} // namespace nestloom::simulation
