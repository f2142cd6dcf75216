// SPDX-License-Identifier: Apache-2.0
// An oracle for segments of layers that run together: walks the outermost loops of every layer, block by block.
#pragma once

#include "engine/kapla/segment_cost.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::tests {

using namespace kapla;

/// A block of a tensor: which of how many parts of its channels, and which of how many parts of the batch.
struct ReplayBlock {
    std::int64_t channel = 0, channels = 1;
    std::int64_t image = 0, images = 1;
    friend bool operator==(const ReplayBlock&, const ReplayBlock&) = default;
};

/// One iteration of a layer's outermost loops.
struct ReplayStep {
    ReplayBlock input, output;
    bool finishes = false; // the last one that adds to its output block
};

/// What one layer reads of another one of the segment.
struct Stream {
    std::size_t from = 0, to = 0;                                 // indices into the segment
    bool inputs = false;                                          // reads the same inputs instead of the outputs
    std::int64_t firstChannel = 0, channels = 1, allChannels = 1; // of the reader's inputs that come this way
};

/// Whether [i/n, (i+1)/n) and [j/m, (j+1)/m) overlap.
inline bool partsOverlap(std::int64_t i, std::int64_t n, std::int64_t j, std::int64_t m)
{
    return i * m < (j + 1) * n && j * n < (i + 1) * m;
}

inline bool overlap(const ReplayBlock& a, const ReplayBlock& b)
{
    return partsOverlap(a.channel, a.channels, b.channel, b.channels)
           && partsOverlap(a.image, a.images, b.image, b.images);
}

/// The outermost loops of a layer, iteration by iteration.
inline std::vector<ReplayStep> stepsOf(const Layer& layer, const Blocking& blocking)
{
    std::array<Loop, 3> loops = kLoops; // outermost first
    std::sort(loops.begin(), loops.end(),
              [&](Loop a, Loop b) { return blocking.position[0][index(a)] > blocking.position[0][index(b)]; });
    const PerLoop& factors = blocking.factors[0];
    std::vector<ReplayStep> steps;
    PerLoop at{};
    const auto inputLoop = index(layer.kind == LayerKind::Convolution ? Loop::InputChannels : Loop::OutputChannels);
    const auto outputs = index(Loop::OutputChannels), images = index(Loop::Batch), sums = index(Loop::InputChannels);
    for (at[index(loops[0])] = 0; at[index(loops[0])] < factors[index(loops[0])]; ++at[index(loops[0])])
        for (at[index(loops[1])] = 0; at[index(loops[1])] < factors[index(loops[1])]; ++at[index(loops[1])])
            for (at[index(loops[2])] = 0; at[index(loops[2])] < factors[index(loops[2])]; ++at[index(loops[2])])
                steps.push_back({{at[inputLoop], factors[inputLoop], at[images], factors[images]},
                                 {at[outputs], factors[outputs], at[images], factors[images]},
                                 at[sums] + 1 == factors[sums]});
    return steps;
}

inline std::vector<Stream> streamsOf(const Network& network, const Segment& segment)
{
    std::vector<Stream> streams;
    for (std::size_t to = 0; to < segment.layers.size(); ++to) {
        const NetworkLayer& reader = network.layers[segment.layers[to].layer];
        std::int64_t channel = 0;
        bool inside = false;
        for (const Source& source : reader.sources) {
            const std::int64_t channels =
                source.isInput ? network.inputs[source.at].channels : network.layers[source.at].layer.outputChannels;
            for (std::size_t from = 0; from < to && !source.isInput; ++from)
                if (segment.layers[from].layer == source.at) {
                    streams.push_back({from, to, false, channel, channels, reader.layer.inputChannels});
                    inside = true;
                }
            channel += channels;
        }
        for (std::size_t from = 0;
             from < to && !inside && segment.layers[to].placement.source.kind == RegionKind::Nodes; ++from)
            if (network.layers[segment.layers[from].layer].sources == reader.sources) {
                streams.push_back({from, to, true, 0, channel, channel});
                break;
            }
    }
    return streams;
}

/// Blocks in the order in which they are first needed.
inline std::vector<ReplayBlock> sequence(const std::vector<ReplayStep>& steps, ReplayBlock ReplayStep::*which)
{
    std::vector<ReplayBlock> blocks;
    for (const ReplayStep& step : steps)
        if (std::find(blocks.begin(), blocks.end(), step.*which) == blocks.end())
            blocks.push_back(step.*which);
    return blocks;
}

/// The part of a stream that a reader's block needs, as a block of the sender's channels; nothing = none of it.
inline std::optional<ReplayBlock> neededOf(const Stream& stream, const Layer& reader, const ReplayBlock& block)
{
    if (reader.kind != LayerKind::Convolution || stream.channels == stream.allChannels)
        return block; // every operand alike, or all of it
    const double first = double(block.channel) / double(block.channels) * double(stream.allChannels);
    const double end = double(block.channel + 1) / double(block.channels) * double(stream.allChannels);
    if (end <= double(stream.firstChannel) || first >= double(stream.firstChannel + stream.channels))
        return std::nullopt;
    return ReplayBlock{0, 1, block.image, block.images}; // some of it: take all
}

/// One stream while it runs.
class ReplayedStream {
public:
    ReplayedStream(const Stream& stream, const Layer& reader, bool sameNodes, bool readerKeeps,
                   const std::vector<ReplayStep>& steps)
        : m_stream(stream), m_reader(reader), m_ahead(sameNodes ? 0 : 1), m_readerKeeps(readerKeeps),
          m_blocks(sequence(steps, stream.inputs ? &ReplayStep::input : &ReplayStep::output)), m_taken(m_blocks.size())
    {
    }

    const Stream& stream() const { return m_stream; }

    /// The sender may work on this block: at most one made before is still waiting to be read.
    bool mayMake(const ReplayBlock& block) const
    {
        const std::size_t at = indexOf(block);
        std::size_t waiting = 0;
        for (std::size_t i = 0; i < std::min(at, m_made); ++i)
            waiting += !m_taken[i];
        return waiting <= m_ahead;
    }

    void make(const ReplayBlock& block) { m_made = std::max(m_made, indexOf(block) + 1); }

    /// Takes what is there of the reader's next block. True when it has all of it.
    bool take(const ReplayBlock& wanted)
    {
        const auto needed = neededOf(m_stream, m_reader, wanted);
        if (!needed)
            return true;
        std::vector<std::size_t> parts;
        for (std::size_t i = 0; i < m_blocks.size(); ++i)
            if (overlap(m_blocks[i], *needed))
                parts.push_back(i);
        const bool all = std::all_of(parts.begin(), parts.end(), [this](std::size_t i) { return i < m_made; });
        if (all || m_readerKeeps)
            for (const std::size_t i : parts)
                if (i < m_made)
                    m_taken[i] = true;
        return all;
    }

private:
    std::size_t indexOf(const ReplayBlock& block) const
    {
        return std::size_t(std::find(m_blocks.begin(), m_blocks.end(), block) - m_blocks.begin());
    }

    const Stream m_stream;
    const Layer& m_reader;
    const std::size_t m_ahead;
    const bool m_readerKeeps;
    const std::vector<ReplayBlock> m_blocks;
    std::vector<bool> m_taken;
    std::size_t m_made = 0;
};

class Replay {
public:
    Replay(const Network& network, const ScheduledSegment& scheduled) : m_network(network), m_scheduled(scheduled)
    {
        const std::vector<SegmentLayer>& layers = scheduled.segment.layers;
        for (std::size_t i = 0; i < layers.size(); ++i)
            m_steps.push_back(stepsOf(layerOf(i), scheduled.layers[i]->blocking));
        for (const Stream& stream : streamsOf(network, scheduled.segment))
            m_passing.emplace_back(
                stream, layerOf(stream.to), layers[stream.from].slot.spatial == layers[stream.to].slot.spatial,
                scheduled.layers[stream.to]->cost.counts.stored[TensorRole::Inputs], m_steps[stream.from]);
        m_next.resize(layers.size());
    }

    std::optional<std::string> run()
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t i = 0; i < m_steps.size(); ++i)
                while (m_next[i] < m_steps[i].size() && advance(i))
                    moved = true;
        }
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_next[i] < m_steps[i].size())
                return m_network.layers[m_scheduled.segment.layers[i].layer].name + " waits for ever at iteration "
                       + std::to_string(m_next[i] + 1) + " of " + std::to_string(m_steps[i].size());
        return std::nullopt;
    }

private:
    const Layer& layerOf(std::size_t i) const { return m_network.layers[m_scheduled.segment.layers[i].layer].layer; }

    bool advance(std::size_t layer)
    {
        const ReplayStep& step = m_steps[layer][m_next[layer]];
        bool ready = true;
        for (ReplayedStream& passing : m_passing) {
            if (passing.stream().to == layer && !passing.take(step.input))
                ready = false;
            if (passing.stream().from == layer && !passing.mayMake(passing.stream().inputs ? step.input : step.output))
                ready = false;
        }
        if (!ready)
            return false;
        for (ReplayedStream& passing : m_passing)
            if (passing.stream().from == layer && (passing.stream().inputs || step.finishes))
                passing.make(passing.stream().inputs ? step.input : step.output);
        ++m_next[layer];
        return true;
    }

    const Network& m_network;
    const ScheduledSegment& m_scheduled;
    std::vector<std::vector<ReplayStep>> m_steps; // by layer of the segment
    std::vector<std::size_t> m_next;
    std::vector<ReplayedStream> m_passing;
};

/// Lets all layers run as far as blocks allow. A layer goes on when the blocks of inputs it needs have been made; it
/// may make one block more while the one before is being read on other nodes, and none on its own nodes. Layers that
/// keep their inputs in the buffer may gather a block of several smaller ones, others may not.
/// Returns  nothing when all finish, else who waits for what.
inline std::optional<std::string> replay(const Network& network, const ScheduledSegment& scheduled)
{
    return Replay(network, scheduled).run();
}

/// The part of the sender's iterations of a group of the batch that must be over before the reader's first one.
inline double partBeforeFirstRead(const Network& network, const ScheduledSegment& scheduled, const Stream& stream)
{
    const auto layerOf = [&](std::size_t i) -> const Layer& {
        return network.layers[scheduled.segment.layers[i].layer].layer;
    };
    const auto sender = stepsOf(layerOf(stream.from), scheduled.layers[stream.from]->blocking);
    const auto reader = stepsOf(layerOf(stream.to), scheduled.layers[stream.to]->blocking);
    const auto needed = neededOf(stream, layerOf(stream.to), reader.front().input);
    std::size_t last = 0;
    for (std::size_t i = 0; i < sender.size() && needed && !stream.inputs; ++i)
        if (sender[i].finishes && overlap(sender[i].output, *needed))
            last = i + 1;
    const double groups = double(scheduled.timing.batchGroups());
    return std::min(1.0, double(last) / double(sender.size()) * groups);
}

/// Who is said to start before the first block that it reads can be there; nothing when nobody is.
inline std::optional<std::string> startsTooEarly(const Network& network, const ScheduledSegment& scheduled)
{
    const auto timingOf = [&](std::size_t i) {
        const auto slot = scheduled.segment.layers[i].slot;
        return scheduled.timing.layers()[slot.spatial][slot.temporal];
    };
    for (const Stream& stream : streamsOf(network, scheduled.segment)) {
        const auto from = timingOf(stream.from), to = timingOf(stream.to);
        const double earliest =
            double(from.start) + partBeforeFirstRead(network, scheduled, stream) * double(from.cycles);
        if (double(to.start) < earliest - 1)
            return network.layers[scheduled.segment.layers[stream.to].layer].name + " starts too early";
    }
    return std::nullopt;
}

} // namespace nestloom::tests
