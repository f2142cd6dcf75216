// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/mapping_directives.h"

#include "engine/base/integers.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

class Translation {
public:
    Translation(const Machine& machine, const Network& network, std::size_t at, std::int64_t batch,
                const LayerMapping& mapping)
        : m_machine(machine), m_network(network), m_described(network.layers[at]), m_layer(m_described.layer),
          m_batch(batch), m_mapping(mapping), m_share(shareOf(mapping.partition, m_layer, batch)),
          m_folds(mapping.loops.trips[index(Loop::Batch)] / m_share.batch),
          m_groups(machine.features.bufferSharing ? groupSizes(m_layer.kind, mapping.partition)
                                                  : PerTensor<std::int64_t>{{{1, 1, 1}}}),
          m_reduces(forwardKind(m_layer.kind) == LayerKind::Convolution)
    {
        // Side by side on the array: other channels.
        const std::int64_t rows = ceilDivide(m_share.layer.outputHeight, m_folds);
        const std::int64_t inputs = (m_layer.windowHeight + (rows - 1) * m_layer.strideH) * m_share.layer.inputWidth();
        m_rows = rows;
        m_inputRepeats = m_reduces ? mapping.loops.bufferWords[TensorRole::Inputs] / inputs : 1;
        m_outputRepeats = mapping.loops.bufferWords[TensorRole::Outputs] / (rows * m_share.layer.outputWidth);
    }

    Directives run() const { return {registers(), buffer(), memory()}; }

private:
    struct Sizes {
        std::int64_t images = 1, inputs = 1, outputs = 1; // channels
        std::int64_t outputRows = 1, outputColumns = 1, inputRows = 1, inputColumns = 1;
        std::int64_t filterRows = 1, filterColumns = 1;
    };

    std::string nameOf(TensorRole role) const
    {
        if (role == TensorRole::Weights)
            return (made(m_layer.kind) == role ? "d" : "") + std::string("w ") + m_described.name;
        if (role == made(m_layer.kind))
            return m_described.name;
        // Gradients of weights read their inputs first, then the gradients of the outputs.
        const bool last = role == TensorRole::Outputs;
        std::string names;
        for (std::size_t i = 0; i < m_described.sources.size(); ++i) {
            const bool isGradient =
                made(m_layer.kind) == TensorRole::Inputs
                || (made(m_layer.kind) == TensorRole::Weights && i + 1 == m_described.sources.size());
            if (isGradient != last && made(m_layer.kind) != TensorRole::Outputs)
                continue;
            const Source& source = m_described.sources[i];
            names += (names.empty() ? "" : " + ")
                     + (source.isInput ? m_network.inputs[source.at].name : m_network.layers[source.at].name);
        }
        return names.empty() ? "x " + m_described.name : names;
    }

    std::vector<TensorDirective> tensors(const Sizes& sizes, const PerTensor<std::int64_t>& shared) const
    {
        const Dim channels = m_reduces ? Dim::C : Dim::K;
        std::vector<TensorDirective> list{{nameOf(TensorRole::Inputs),
                                           {{Dim::N, sizes.images},
                                            {channels, m_reduces ? sizes.inputs : sizes.outputs},
                                            {Dim::Xi, sizes.inputColumns},
                                            {Dim::Yi, sizes.inputRows}},
                                           shared[TensorRole::Inputs]}};
        if (m_layer.hasFilters()) {
            TensorDirective weights{
                nameOf(TensorRole::Weights), {{Dim::K, sizes.outputs}}, shared[TensorRole::Weights]};
            if (m_reduces)
                weights.sizes.push_back({Dim::C, sizes.inputs});
            weights.sizes.insert(weights.sizes.end(), {{Dim::R, sizes.filterColumns}, {Dim::S, sizes.filterRows}});
            list.push_back(weights);
        }
        list.push_back({nameOf(TensorRole::Outputs),
                        {{Dim::N, sizes.images},
                         {Dim::K, sizes.outputs},
                         {Dim::Xo, sizes.outputColumns},
                         {Dim::Yo, sizes.outputRows}},
                        shared[TensorRole::Outputs]});
        return list;
    }

    std::int64_t inside(std::size_t level, Loop loop) const
    {
        std::int64_t product = 1;
        for (std::size_t i = level; i < 3; ++i)
            product *= m_mapping.blocking.factors[i][index(loop)];
        return product;
    }

    Dim dimOf(Loop loop) const
    {
        return loop == Loop::InputChannels ? Dim::C : loop == Loop::OutputChannels ? Dim::K : Dim::N;
    }

    /// Updates of a level's loops, innermost first; `step` is what the tensors of all buffers hold along a loop.
    template <typename Step>
    void addLoops(LevelDirectives& level, std::size_t at, const Step& step) const
    {
        for (std::uint8_t position = 0; position < 3; ++position)
            for (const Loop loop : kLoops)
                if (m_mapping.blocking.position[at][index(loop)] == position
                    && m_mapping.blocking.factors[at][index(loop)] > 1)
                    level.updates.push_back({{{dimOf(loop), step(loop)}}});
    }

    LevelDirectives registers() const
    {
        Sizes sizes;
        sizes.images = inside(2, Loop::Batch);
        sizes.inputs = inside(2, Loop::InputChannels);
        sizes.outputs = inside(2, Loop::OutputChannels);
        LevelDirectives level =
            m_machine.mapping == PeMapping::Systolic ? systolicArray(sizes) : rowStationaryArray(sizes);
        addLoops(level, 1, [&](Loop loop) { return inside(2, loop) * repeats(loop); });
        return level;
    }

    LevelDirectives arrayOf(const Sizes& sizes) const
    {
        return {m_described.name, "REGF", tensors(sizes, {{{1, 1, 1}}}), {}, {}};
    }

    static void addStack(LevelDirectives& level, std::vector<DimSize> shifts, std::int64_t copies,
                         std::vector<std::string> passed = {})
    {
        if (copies > 1)
            level.stacks.push_back({std::move(shifts), copies, std::move(passed)});
    }

    LevelDirectives rowStationaryArray(Sizes sizes) const
    {
        const PeSet set = peSet(m_share.layer, m_machine.array);
        sizes.inputColumns = sizes.filterColumns = m_layer.windowWidth;
        LevelDirectives level = arrayOf(sizes);
        addStack(level, {{Dim::Yo, 1}, {Dim::Yi, m_layer.strideH}}, std::min(set.folded.w, m_rows));
        addStack(level, {{Dim::S, 1}, {Dim::Yi, 1}}, set.folded.h);
        addStack(level, {{Dim::C, sizes.inputs}}, m_inputRepeats);
        addStack(level, {{Dim::K, sizes.outputs}}, m_outputRepeats);
        if (m_share.layer.outputWidth > 1)
            level.updates.push_back({{{Dim::Xo, 1}, {Dim::Xi, m_layer.strideW}}});
        if (set.folds.h > 1)
            level.updates.push_back({{{Dim::S, set.folded.h}, {Dim::Yi, set.folded.h}}});
        return level;
    }

    /// Weights of all folds stay in the PEs; inputs pass over the columns, partial sums over the rows.
    LevelDirectives systolicArray(Sizes sizes) const
    {
        const SystolicSet set = systolicSet(m_share.layer, m_machine.array);
        sizes.filterRows = set.folds.h;
        sizes.filterColumns = set.folds.w;
        LevelDirectives level = arrayOf(sizes);
        const std::vector<std::string> sums{level.tensors.back().name}, inputs{level.tensors.front().name};
        addStack(level, {{Dim::R, set.folds.w}, {Dim::Xi, set.folds.w}}, set.window.w, sums);
        addStack(level, {{Dim::S, set.folds.h}, {Dim::Yi, set.folds.h}}, set.window.h, sums);
        addStack(level, {{Dim::C, sizes.inputs}}, m_inputRepeats, sums);
        addStack(level, {{Dim::K, sizes.outputs}}, m_outputRepeats, m_reduces ? inputs : std::vector<std::string>());
        if (m_share.layer.outputWidth > 1)
            level.updates.push_back({{{Dim::Xo, 1}, {Dim::Xi, m_layer.strideW}}});
        if (m_rows > 1)
            level.updates.push_back({{{Dim::Yo, 1}, {Dim::Yi, m_layer.strideH}}});
        return level;
    }

    std::int64_t repeats(Loop loop) const
    {
        return loop == Loop::InputChannels ? m_inputRepeats : loop == Loop::OutputChannels ? m_outputRepeats : 1;
    }
    std::int64_t block(Loop loop) const { return inside(1, loop) * repeats(loop); }

    std::int64_t parts(Loop loop) const
    {
        return m_mapping.partition.count(loop == Loop::InputChannels    ? Split::InputChannels
                                         : loop == Loop::OutputChannels ? Split::OutputChannels
                                                                        : Split::Batch);
    }

    LevelDirectives buffer() const
    {
        Sizes sizes;
        sizes.images = block(Loop::Batch);
        sizes.inputs = block(Loop::InputChannels);
        sizes.outputs = block(Loop::OutputChannels);
        sizes.outputRows = m_rows;
        sizes.outputColumns = m_share.layer.outputWidth;
        sizes.inputRows = m_layer.windowHeight + (m_rows - 1) * m_layer.strideH;
        sizes.inputColumns = m_share.layer.inputWidth();
        sizes.filterRows = m_layer.windowHeight;
        sizes.filterColumns = m_layer.windowWidth;
        LevelDirectives level{m_described.name, "GBUF", tensors(sizes, m_groups), {}, {}};
        for (auto split = m_mapping.partition.order.rbegin(); split != m_mapping.partition.order.rend(); ++split)
            addStacks(level, *split);
        addLoops(level, 0, [&](Loop loop) { return block(loop) * parts(loop); });
        return level;
    }

    void addStacks(LevelDirectives& level, Split split) const
    {
        const Extent extent = m_mapping.partition.of(split);
        if (split == Split::Pixels) {
            // The folds of a node's rows come as N, so nodes are as far apart as whole folds.
            addStack(level,
                     {{Dim::Xo, m_share.layer.outputWidth}, {Dim::Xi, m_share.layer.outputWidth * m_layer.strideW}},
                     extent.w);
            addStack(level, {{Dim::Yo, m_rows}, {Dim::Yi, m_rows * m_layer.strideH}}, extent.h);
            return;
        }
        const Loop loop = split == Split::InputChannels    ? Loop::InputChannels
                          : split == Split::OutputChannels ? Loop::OutputChannels
                                                           : Loop::Batch;
        addStack(level, {{dimOf(loop), block(loop)}}, extent.w);
        addStack(level, {{dimOf(loop), block(loop) * extent.w}}, extent.h);
    }

    LevelDirectives memory() const
    {
        Sizes sizes;
        sizes.images = m_batch * m_folds;
        sizes.inputs = m_layer.inputChannels;
        sizes.outputs = m_layer.outputChannels;
        sizes.outputRows = std::min(m_layer.outputHeight, m_rows * m_mapping.partition.of(Split::Pixels).h);
        sizes.outputColumns = m_layer.outputWidth;
        sizes.inputRows = m_layer.windowHeight + (sizes.outputRows - 1) * m_layer.strideH;
        sizes.inputColumns = m_layer.inputWidth();
        sizes.filterRows = m_layer.windowHeight;
        sizes.filterColumns = m_layer.windowWidth;
        return {m_described.name, "MEM", tensors(sizes, {{{1, 1, 1}}}), {}, {}};
    }

    const Machine& m_machine;
    const Network& m_network;
    const NetworkLayer& m_described;
    const Layer& m_layer;
    const std::int64_t m_batch;
    const LayerMapping& m_mapping;
    const Share m_share;
    const std::int64_t m_folds; // of a node's rows of outputs
    const PerTensor<std::int64_t> m_groups;
    const bool m_reduces;
    std::int64_t m_rows = 1, m_inputRepeats = 1, m_outputRepeats = 1;
};

} // namespace

Directives directivesOf(const Machine& machine, const Network& network, std::size_t layer, std::int64_t batch,
                        const LayerMapping& mapping)
{
    return Translation(machine, network, layer, batch, mapping).run();
}

} // namespace nestloom::kapla
