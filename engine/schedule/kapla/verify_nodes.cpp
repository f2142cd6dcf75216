// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/verify_nodes.h"

#include "engine/base/number_words.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nestloom::kapla {

namespace {

constexpr double kRelative = 1e-9;

bool isEqual(double a, double b) { return std::abs(a - b) <= kRelative * std::max(std::abs(a), std::abs(b)); }

class Verification {
public:
    Verification(const Machine& machine, const Network& network, std::int64_t batch)
        : m_machine(machine), m_network(network), m_batch(batch)
    {
    }

    std::vector<std::string> run(const NetworkSchedule& schedule)
    {
        checkOrder(schedule);
        if (!m_found.empty())
            return std::move(m_found);
        for (const ScheduledSegment& segment : schedule.segments) {
            checkNodes(segment);
            for (std::size_t i = 0; i < segment.layers.size(); ++i)
                checkLayer(segment.segment.layers[i], *segment.layers[i]);
            checkBatchParts(segment);
        }
        if (m_found.empty())
            checkFigures(schedule);
        return std::move(m_found);
    }

private:
    void report(std::size_t layer, const std::string& message)
    {
        m_found.push_back("layer " + m_network.layers[layer].name + ": " + message);
    }

    void checkOrder(const NetworkSchedule& schedule)
    {
        std::set<std::size_t> done;
        for (const ScheduledSegment& segment : schedule.segments) {
            if (segment.layers.size() != segment.segment.layers.size())
                m_found.push_back("a segment does not have one schedule for each of its layers");
            for (const SegmentLayer& one : segment.segment.layers) {
                for (const Source& source : m_network.layers[one.layer].sources)
                    if (!source.isInput && !done.contains(source.at))
                        report(one.layer, "runs before " + m_network.layers[source.at].name + ", which it reads from");
                if (!done.insert(one.layer).second)
                    report(one.layer, "runs twice");
            }
        }
        for (std::size_t layer = 0; layer < m_network.layers.size(); ++layer)
            if (!done.contains(layer))
                report(layer, "does not run");
    }

    void checkNodes(const ScheduledSegment& segment)
    {
        const std::vector<SegmentLayer>& layers = segment.segment.layers;
        std::vector<std::set<Node>> nodes;
        std::set<Node> all;
        for (const Node& node : nodesOf(m_machine.nodes))
            all.insert(node);
        for (const SegmentLayer& one : layers) {
            std::set<Node>& own = nodes.emplace_back();
            for (const Node& node : nodesOf(one.placement.nodes)) {
                own.insert(node);
                if (!all.contains(node))
                    report(one.layer, "has a node that the machine does not have");
            }
        }
        for (std::size_t i = 0; i < layers.size(); ++i)
            for (std::size_t j = i + 1; j < layers.size(); ++j)
                if (layers[i].slot.spatial != layers[j].slot.spatial
                    && std::ranges::any_of(nodes[i], [&](const Node& node) { return nodes[j].contains(node); }))
                    report(layers[j].layer,
                           "has nodes of " + m_network.layers[layers[i].layer].name + " at the same time");
    }

    void checkLayer(const SegmentLayer& one, const LayerSchedule& schedule)
    {
        if (schedule.partition.extent() != one.placement.nodes.extent)
            report(one.layer, "is divided into other parts than it has nodes");
        checkWork(one.layer, schedule);
        checkRegisters(one.layer, schedule);
        checkBuffer(one.layer, schedule);
        checkPassing(one, schedule);
    }

    /// Iterations of a loop inside a level.
    static std::int64_t iterations(const Blocking& blocking, Loop loop, std::size_t firstLevel)
    {
        std::int64_t product = 1;
        for (std::size_t level = firstLevel; level < 3; ++level)
            product *= blocking.factors[level][index(loop)];
        return product;
    }

    /// Operations of all passes, as the mapping counts them, must be those of the layer; and channels of one pass times
    /// passes times parts must reach every channel.
    void checkWork(std::size_t at, const LayerSchedule& schedule)
    {
        const Layer& layer = m_network.layers[at].layer;
        const Partition& partition = schedule.partition;
        double passes = 1;
        for (const Loop loop : kLoops) {
            passes *= double(iterations(schedule.blocking, loop, 0));
            if (iterations(schedule.blocking, loop, 0) != schedule.loops.trips[index(loop)])
                report(at, "the factors of a loop do not multiply to its iterations");
        }
        const double work = schedule.loops.operations * passes * double(partition.extent().size());
        if (std::abs(work - double(layer.operations(m_batch))) > 1e-6 * work)
            report(at, "its passes do other work than the layer has");
        const std::int64_t images = iterations(schedule.blocking, Loop::Batch, 0) * partition.count(Split::Batch);
        if (images < m_batch)
            report(at, "its passes leave images out");
        if (layer.kind == LayerKind::Convolution && layer.hasFilters()) {
            const std::int64_t filter = layer.windowHeight * layer.windowWidth;
            const std::int64_t pairs =
                schedule.loops.bufferWords[TensorRole::Weights] / filter; // of channels in one pass
            const double reached =
                double(pairs) * double(iterations(schedule.blocking, Loop::InputChannels, 0))
                * double(iterations(schedule.blocking, Loop::OutputChannels, 0))
                * double(partition.count(Split::InputChannels) * partition.count(Split::OutputChannels));
            if (reached < double(layer.inputChannels) * double(layer.outputChannels))
                report(at, "its passes leave channels out");
        }
    }

    /// For each iteration in the registers one output and, of inputs and filter, a row of the filter's width. In a
    /// systolic array one input, and the weights of all passes that a window larger than the array takes.
    void checkRegisters(std::size_t at, const LayerSchedule& schedule)
    {
        const Layer& layer = m_network.layers[at].layer;
        std::int64_t words = 0;
        for (const TensorRole role : kTensorRoles) {
            std::int64_t own = role == TensorRole::Outputs                          ? 1
                               : role == TensorRole::Weights && !layer.hasFilters() ? 0
                                                                                    : layer.windowWidth;
            if (m_machine.mapping == PeMapping::Systolic)
                own = role == TensorRole::Weights ? (layer.hasFilters() ? windowPasses(layer) : 0) : 1;
            for (const Loop loop : kLoops)
                if (indexes(layer.kind, role, loop))
                    own *= schedule.blocking.factors[2][index(loop)];
            words += own;
        }
        if (words > m_machine.registerWords)
            report(at,
                   "puts " + grouped(words) + " words into registers for " + std::to_string(m_machine.registerWords));
    }

    /// Rows of PEs take whole rows of the window where one fits.
    std::int64_t windowPasses(const Layer& layer) const
    {
        const std::int64_t rows = m_machine.array.h, width = layer.windowWidth;
        const std::int64_t parts = (width + rows - 1) / rows; // of a row of the window
        const std::int64_t partWidth = (width + parts - 1) / parts;
        const std::int64_t atOnce = std::max<std::int64_t>(1, rows / partWidth);
        return parts * ((layer.windowHeight * layer.windowChannels + atOnce - 1) / atOnce);
    }

    void checkBuffer(std::size_t at, const LayerSchedule& schedule)
    {
        const Layer& layer = m_network.layers[at].layer;
        std::int64_t words = 0;
        for (const TensorRole role : kTensorRoles) {
            if (!schedule.cost.counts.stored[role])
                continue;
            std::int64_t own = schedule.loops.bufferWords[role];
            for (const Loop loop : kLoops)
                if (indexes(layer.kind, role, loop))
                    own *= iterations(schedule.blocking, loop, 1);
            const std::int64_t sharers =
                m_machine.features.bufferSharing ? groupSizes(layer.kind, schedule.partition)[role] : 1;
            words += (own + sharers - 1) / sharers;
        }
        if (words > m_machine.bufferWords)
            report(at, "puts " + grouped(words) + " words into a buffer for " + std::to_string(m_machine.bufferWords));
    }

    void checkPassing(const SegmentLayer& one, const LayerSchedule& schedule)
    {
        if (sourceOf(one.placement) != Endpoint::Memory && schedule.cost.counts.fetches[0][TensorRole::Inputs] > 1)
            report(one.layer, "reads what other nodes pass on more than once");
        if (destinationOf(one.placement) != Endpoint::Memory
            && schedule.cost.counts.fetches[0][TensorRole::Outputs] > 1)
            report(one.layer, "passes its outputs on more than once");
    }

    /// Layers that run at the same time work on parts of the batch that are as many for all.
    void checkBatchParts(const ScheduledSegment& segment)
    {
        if (segment.layers.empty())
            return;
        const std::int64_t parts = segment.layers.front()->blocking.factors[0][index(Loop::Batch)];
        for (std::size_t i = 0; i < segment.layers.size(); ++i)
            if (segment.layers[i]->blocking.factors[0][index(Loop::Batch)] != parts)
                report(segment.segment.layers[i].layer,
                       "divides the batch otherwise than the other layers of its segment");
    }

    void checkFigures(const NetworkSchedule& schedule)
    {
        NetworkSchedule again;
        again.inputs = schedule.inputs;
        NetworkLayouts layouts{schedule.inputs, std::vector<DataLayout>(m_network.layers.size())};
        for (const ScheduledSegment& segment : schedule.segments) {
            std::vector<LayerMapping> mappings;
            for (const auto& layer : segment.layers)
                mappings.push_back(*layer);
            auto evaluated = evaluate(m_machine, m_network, m_batch, segment.segment, mappings, layouts);
            if (!evaluated) {
                report(segment.segment.layers.front().layer, "the detailed model refuses its segment");
                return;
            }
            again.segments.push_back(std::move(*evaluated));
        }
        tally(m_network, again);
        if (!isEqual(again.cost, schedule.cost) || again.cycles != schedule.cycles)
            m_found.push_back("the schedule's cost or time is not that of the detailed model");
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    std::vector<std::string> m_found;
};

} // namespace

std::vector<std::string> verify(const Machine& machine, const Network& network, std::int64_t batch,
                                const NetworkSchedule& schedule)
{
    return Verification(machine, network, batch).run(schedule);
}

} // namespace nestloom::kapla
