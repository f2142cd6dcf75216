// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/verify_segment.h"

#include "engine/base/checked_math.h"
#include "engine/kapla/segment_replay.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nestloom::kapla {

namespace {

class Verification {
public:
    Verification(const Machine& machine, const Network& network, std::int64_t batch, const ScheduledSegment& scheduled)
        : m_machine(machine), m_network(network), m_batch(batch), m_scheduled(scheduled),
          m_streams(streamsOf(network, scheduled.segment))
    {
    }

    std::vector<SegmentViolation> run()
    {
        for (std::size_t i = 0; i < m_scheduled.segment.layers.size(); ++i) {
            checkNodes(i);
            checkWork(i);
            checkCapacities(i);
            checkMoves(i);
        }
        checkNodesAreOwn();
        for (const Stream& stream : m_streams)
            checkPlaces(stream);
        if (m_violations.empty()) {
            if (const auto stuck = replay(m_network, m_scheduled))
                report(SegmentRule::MadeBeforeRead, *stuck);
            for (const Stream& stream : m_streams)
                checkStart(stream);
        }
        return std::move(m_violations);
    }

private:
    const SegmentLayer& placeOf(std::size_t i) const { return m_scheduled.segment.layers[i]; }
    const LayerSchedule& scheduleOf(std::size_t i) const { return *m_scheduled.layers[i]; }
    const NetworkLayer& layerOf(std::size_t i) const { return m_network.layers[placeOf(i).layer]; }

    void report(SegmentRule rule, std::string message)
    {
        const auto same = [rule](const SegmentViolation& one) { return one.rule == rule; };
        if (std::none_of(m_violations.begin(), m_violations.end(), same))
            m_violations.push_back({rule, std::move(message)});
    }

    void checkNodes(std::size_t i)
    {
        const NodeRegion& region = placeOf(i).placement.nodes;
        const std::vector<Node> machine = nodesOf(m_machine.nodes), mine = nodesOf(region);
        const std::set<Node> available(machine.begin(), machine.end()), different(mine.begin(), mine.end());
        const bool outside =
            std::any_of(mine.begin(), mine.end(), [&](const Node& node) { return !available.contains(node); });
        if (outside || different.size() != mine.size() || scheduleOf(i).partition.extent() != region.extent)
            report(SegmentRule::NodesOnMachine, layerOf(i).name + " has "
                                                    + std::to_string(scheduleOf(i).partition.extent().size())
                                                    + " parts for " + std::to_string(different.size()) + " nodes"
                                                    + (outside ? ", some outside of the machine" : ""));
    }

    void checkNodesAreOwn()
    {
        const auto& layers = m_scheduled.segment.layers;
        for (std::size_t i = 0; i < layers.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const std::vector<Node> a = nodesOf(layers[j].placement.nodes), b = nodesOf(layers[i].placement.nodes);
                const bool share = std::any_of(a.begin(), a.end(), [&b](const Node& node) {
                    return std::find(b.begin(), b.end(), node) != b.end();
                });
                const bool sameGroup = layers[i].slot.spatial == layers[j].slot.spatial;
                if (sameGroup ? a != b : share)
                    report(SegmentRule::NodesOwn, layerOf(j).name + " and " + layerOf(i).name
                                                      + (sameGroup ? " should have the same nodes" : " share nodes"));
            }
    }

    /// Parts cut every dimension without gap or overlap; iterations of the three levels make up what a part has to do.
    void checkWork(std::size_t i)
    {
        const LayerSchedule& schedule = scheduleOf(i);
        const Layer& layer = layerOf(i).layer;
        PerLoop iterations{1, 1, 1};
        for (const PerLoop& level : schedule.blocking.factors)
            for (std::size_t loop = 0; loop < 3; ++loop)
                iterations[loop] *= level[loop];
        const double done = schedule.loops.operations * double(iterations[0] * iterations[1] * iterations[2])
                            * double(schedule.partition.extent().size());
        const double toDo = double(layer.operations(m_batch));
        const std::set<std::size_t> orders{schedule.blocking.position[0].begin(), schedule.blocking.position[0].end()};
        if (iterations != schedule.loops.trips || orders.size() != 3 || std::abs(done - toDo) > 1e-6 * toDo
            || partsOf(schedule.partition, layer) != layer.outputWords(m_batch))
            report(SegmentRule::WorkOnce, layerOf(i).name + " does " + std::to_string(std::int64_t(std::llround(done)))
                                              + " of " + std::to_string(layer.operations(m_batch)) + " operations");
    }

    /// Words of outputs that the parts without different input channels make together.
    std::int64_t partsOf(const Partition& partition, const Layer& layer) const
    {
        const LayoutPiece piece{
            {{{0, m_batch}, {0, layer.outputChannels}, {0, layer.outputHeight}, {0, layer.outputWidth}}},
            m_machine.nodes,
            partition};
        std::set<FmapRange> blocks;
        std::int64_t sum = 0;
        for (const PartIndex& part : partIndices(partition))
            if (const FmapRange range = heldRange(piece, part); blocks.insert(range).second)
                sum += words(range);
        return sum;
    }

    /// Units of a tensor that one iteration of the loops outside of a level works with: every turn of its own loops
    /// inside brings others.
    static std::int64_t unitsInside(const LayerSchedule& schedule, TensorRole role, std::size_t level)
    {
        std::int64_t units = 1;
        for (std::size_t inner = level + 1; inner < 3; ++inner)
            for (const Loop loop : kLoops)
                units *= indexes(schedule.loops.kind, role, loop) ? schedule.blocking.factors[inner][index(loop)] : 1;
        return units;
    }

    void checkCapacities(std::size_t i)
    {
        const LayerSchedule& schedule = scheduleOf(i);
        const PerTensor<std::int64_t> sharers = groupSizes(schedule.loops.kind, schedule.partition);
        std::int64_t buffer = 0, registers = 0;
        for (const TensorRole role : kTensorRoles) {
            registers += unitsInside(schedule, role, 1) * schedule.loops.registerWords[role];
            if (schedule.cost.counts.stored[role])
                buffer += ceilDivide(unitsInside(schedule, role, 0) * schedule.loops.bufferWords[role],
                                     m_machine.features.bufferSharing ? sharers[role] : 1);
        }
        if (registers > m_machine.registerWords)
            report(SegmentRule::RegistersFit, layerOf(i).name + " needs " + std::to_string(registers)
                                                  + " words of registers in a PE, which has "
                                                  + std::to_string(m_machine.registerWords));
        if (buffer > m_machine.bufferWords)
            report(SegmentRule::BufferFits, layerOf(i).name + " needs " + std::to_string(buffer)
                                                + " words of a node's buffer, which has "
                                                + std::to_string(m_machine.bufferWords));
    }

    void checkMoves(std::size_t i)
    {
        const auto steps = stepsOf(layerOf(i).layer, scheduleOf(i).blocking);
        const Placement& placement = placeOf(i).placement;
        if (placement.source.kind == RegionKind::Nodes && comesBack(steps, &ReplayStep::input))
            report(SegmentRule::MovesOnce, layerOf(i).name + " needs inputs again that other nodes have replaced");
        if (placement.destination.kind == RegionKind::Nodes && comesBack(steps, &ReplayStep::output))
            report(SegmentRule::MovesOnce, layerOf(i).name + " goes on with outputs that it has passed on");
    }

    void checkPlaces(const Stream& stream)
    {
        const SegmentLayer& reader = placeOf(stream.to);
        const NodeRegion& holder = placeOf(stream.from).placement.nodes;
        const bool held = reader.placement.source == holder || reader.placement.nodes == holder;
        const bool stays =
            stream.inputs || placeOf(stream.from).placement.destination == holder || reader.forwardedFrom == holder;
        if (!held || !stays)
            report(SegmentRule::ReadsWhereHeld,
                   layerOf(stream.to).name + " does not read at the nodes of " + layerOf(stream.from).name);
    }

    void checkStart(const Stream& stream)
    {
        const auto timingOf = [this](std::size_t i) {
            return m_scheduled.timing.layers()[placeOf(i).slot.spatial][placeOf(i).slot.temporal];
        };
        const auto from = timingOf(stream.from), to = timingOf(stream.to);
        const double earliest =
            double(from.start) + partBeforeFirstRead(m_network, m_scheduled, stream) * double(from.cycles);
        if (double(to.start) < earliest - 1)
            report(SegmentRule::StartsInTime, layerOf(stream.to).name + " is said to start at cycle "
                                                  + std::to_string(to.start) + ", but what it reads of "
                                                  + layerOf(stream.from).name + " is made at "
                                                  + std::to_string(std::int64_t(earliest)));
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const ScheduledSegment& m_scheduled;
    const std::vector<Stream> m_streams;
    std::vector<SegmentViolation> m_violations;
};

} // namespace

std::string_view name(SegmentRule rule)
{
    switch (rule) {
    case SegmentRule::NodesOnMachine: return "nodes are on the machine";
    case SegmentRule::NodesOwn: return "nodes are not shared";
    case SegmentRule::WorkOnce: return "all work is done once";
    case SegmentRule::RegistersFit: return "data fit the registers";
    case SegmentRule::BufferFits: return "data fit the buffer";
    case SegmentRule::ReadsWhereHeld: return "data are read where they are held";
    case SegmentRule::MovesOnce: return "data move once";
    case SegmentRule::MadeBeforeRead: return "data are made before they are read";
    case SegmentRule::StartsInTime: return "layers start in time";
    }
    return "";
}

std::vector<SegmentViolation> verify(const Machine& machine, const Network& network, std::int64_t batch,
                                     const ScheduledSegment& scheduled)
{
    return Verification(machine, network, batch, scheduled).run();
}

} // namespace nestloom::kapla
