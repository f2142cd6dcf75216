// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/pe_mapping.h"

#include "engine/base/integers.h"
#include "engine/kapla/factorisations.h"

#include <algorithm>
#include <limits>

namespace nestloom::kapla {

double UnitLoops::accessOnce(Level level, TensorRole role) const
{
    std::int64_t times = 1;
    for (const Loop loop : kLoops)
        if (indexes(kind, role, loop))
            times *= trips[index(loop)];
    return access[index(level)][role] * double(times);
}

namespace {

/// One logical set of PEs, over all folds of the filter rows.
struct UnitPass {
    double operations = 0;
    std::int64_t cycles = 0;
    PerLevel access{};
    PerTensor<std::int64_t> bufferWords, registerWords;
};

/// Words of inputs and outputs of a pass. Rows of outputs may be a fraction: the mean over all folds.
struct PassWords {
    double inputs = 0;
    double outputs = 0;
};

PassWords passWords(const Layer& layer, double outputRows)
{
    return {(double(layer.windowHeight) + (outputRows - 1) * double(layer.strideH)) * double(layer.inputWidth()),
            outputRows * double(layer.outputWidth)};
}

UnitPass unitPass(const Layer& layer, const PeSet& set)
{
    const PassWords mean = passWords(layer, double(layer.outputHeight) / double(set.folds.w));
    const PassWords most = passWords(layer, double(ceilDivide(layer.outputHeight, set.folds.w)));
    const bool filters = layer.hasFilters();
    const double rowFolds = double(set.folds.h);
    const double inputFolds = filters ? rowFolds : 1; // a local region reads every row of inputs once
    const double filter = filters ? double(layer.windowHeight * layer.windowWidth) : 0;
    const double pes = double(set.folded.size());
    const std::int64_t operationsPerPixel = layer.windowHeight * layer.windowWidth * layer.windowChannels;

    UnitPass pass;
    pass.operations = mean.outputs * double(operationsPerPixel);
    pass.cycles = set.folds.h * layer.windowWidth * layer.windowChannels * layer.outputWidth;
    pass.access[index(Level::Dram)] = {{{filter, mean.inputs, mean.outputs}}};
    pass.access[index(Level::Buffer)] = {{{filter, mean.inputs * inputFolds, mean.outputs * rowFolds}}};
    pass.access[index(Level::Array)] = {
        {{filters ? double(layer.windowWidth) * pes * rowFolds : 0, double(layer.inputWidth()) * pes * inputFolds,
          double(layer.outputWidth) * pes * rowFolds}}};
    pass.access[index(Level::Registers)] = {{{filters ? pass.operations : 0, pass.operations, pass.operations}}};
    pass.bufferWords = {{{std::int64_t(filter), std::int64_t(most.inputs), std::int64_t(most.outputs)}}};
    pass.registerWords = {{{filters ? layer.windowWidth : 0, layer.windowWidth, 1}}};
    return pass;
}

/// Input and output channels that repeats of the logical set serve at once.
struct Repeats {
    std::int64_t inputChannels = 1;
    std::int64_t outputChannels = 1;
};

UnitLoops repeated(const UnitPass& pass, const PeSet& set, const Repeats& repeats, const Share& share)
{
    const Layer& layer = share.layer;
    const bool reduces = forwardKind(layer.kind) == LayerKind::Convolution;
    UnitLoops loops;
    loops.kind = layer.kind;
    loops.trips = {reduces ? ceilDivide(layer.inputChannels, repeats.inputChannels) : 1,
                   ceilDivide(layer.outputChannels, repeats.outputChannels), share.batch * set.folds.w};
    // Passes that are not full: the mean part of the repeats that work.
    const std::array<double, 3> full{
        reduces ? double(layer.inputChannels) / double(repeats.inputChannels) / double(loops.trips[0]) : 1.0,
        double(layer.outputChannels) / double(repeats.outputChannels) / double(loops.trips[1]), 1.0};
    const double work = full[0] * full[1] * full[2];
    const double sets = double(repeats.inputChannels * repeats.outputChannels);
    const PerTensor<std::int64_t> copies =
        reduces ? PerTensor<std::int64_t>{{{repeats.inputChannels * repeats.outputChannels, repeats.inputChannels,
                                            repeats.outputChannels}}}
                : PerTensor<std::int64_t>{{{layer.hasFilters() ? repeats.outputChannels : 0, repeats.outputChannels,
                                            repeats.outputChannels}}};
    for (const TensorRole role : kTensorRoles) {
        double part = 1;
        for (const Loop loop : kLoops)
            if (indexes(layer.kind, role, loop))
                part *= full[index(loop)];
        for (const Level level : {Level::Dram, Level::Buffer})
            loops.access[index(level)][role] = pass.access[index(level)][role] * double(copies[role]) * part;
        loops.access[index(Level::Array)][role] = pass.access[index(Level::Array)][role] * sets * part;
        loops.access[index(Level::Registers)][role] =
            pass.access[index(Level::Registers)][role] * sets * share.occupancy * work;
        loops.bufferWords[role] = pass.bufferWords[role] * copies[role];
    }
    loops.registerWords = pass.registerWords;
    loops.operations = pass.operations * sets * share.occupancy * work;
    loops.cycles = pass.cycles;
    return loops;
}

} // namespace

PeSet peSet(const Layer& layer, Extent array)
{
    PeSet set;
    set.logical = {layer.windowHeight, layer.outputHeight};
    if (set.logical.h > array.h)
        set.folds.h = ceilDivide(set.logical.h, array.h);
    else
        set.repeats.h = array.h / set.logical.h;
    if (set.logical.w > array.w)
        set.folds.w = ceilDivide(set.logical.w, array.w);
    else
        set.repeats.w = array.w / set.logical.w;
    // Repeats along the rows take over folds of the columns first.
    const std::int64_t taken = std::min(set.repeats.h, set.folds.w);
    set.folds.w = ceilDivide(set.folds.w, taken);
    set.repeats.h /= taken;
    set.folded = {ceilDivide(set.logical.h, set.folds.h), ceilDivide(set.logical.w, set.folds.w)};
    return set;
}

std::vector<UnitLoops> rowStationary(const Share& share, Extent array)
{
    const Layer& layer = share.layer;
    const PeSet set = peSet(layer, array);
    const UnitPass pass = unitPass(layer, set);
    if (forwardKind(layer.kind) != LayerKind::Convolution)
        return {repeated(pass, set, {1, std::min(set.repeats.size(), layer.outputChannels)}, share)};
    std::vector<UnitLoops> all;
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (const auto& [inputs, outputs] : factorisations<2>(set.repeats.h)) {
        const Repeats repeats{std::min(inputs, layer.inputChannels),
                              std::min(outputs * set.repeats.w, layer.outputChannels)};
        UnitLoops loops = repeated(pass, set, repeats, share);
        if (loops.passes() > fewest)
            continue;
        fewest = loops.passes();
        all.push_back(std::move(loops));
    }
    return all;
}

namespace {

/// Input channels side by side in the window of one output: the operands of element-wise layers, neighbours otherwise.
std::int64_t windowRows(const Layer& layer) { return layer.windowHeight * layer.windowChannels; }

/// One pass over some rows of outputs: of a pair of input and output channel, or of an output channel with its own
/// inputs.
class Pass {
public:
    Pass(const Share& share, const SystolicSet& set, std::int64_t rowFolds)
        : m_share(share), m_layer(share.layer), m_set(set), m_rowFolds(rowFolds),
          m_meanRows(double(m_layer.outputHeight) / double(rowFolds)),
          m_mostRows(ceilDivide(m_layer.outputHeight, rowFolds))
    {
    }

    UnitLoops loops() const
    {
        UnitLoops loops;
        loops.kind = m_layer.kind;
        loops.trips = {reduces() ? ceilDivide(m_layer.inputChannels, m_set.inputChannels) : 1,
                       ceilDivide(m_layer.outputChannels, m_set.outputChannels), m_share.batch * m_rowFolds};
        loops.bufferWords = bufferWords();
        loops.registerWords = {{{m_layer.hasFilters() ? m_set.folds.size() : 0, 1, 1}}};
        loops.cycles = m_set.folds.size() * m_mostRows * m_layer.outputWidth;
        const std::array<double, 3> full = fullness(loops.trips);
        const double pairs = double(m_set.inputChannels * m_set.outputChannels);
        const double operations =
            m_meanRows * double(m_layer.outputWidth * windowRows(m_layer) * m_layer.windowWidth) * pairs;
        for (const TensorRole role : kTensorRoles) {
            double part = 1;
            for (const Loop loop : kLoops)
                if (indexes(m_layer.kind, role, loop))
                    part *= full[index(loop)];
            loops.access[index(Level::Dram)][role] = meanWords(role) * part;
            loops.access[index(Level::Buffer)][role] = bufferAccess(role) * part;
            loops.access[index(Level::Array)][role] = arrayAccess(role) * pairs * part;
        }
        loops.operations = operations * m_share.occupancy * full[0] * full[1];
        loops.access[index(Level::Registers)] = {
            {{m_layer.hasFilters() ? loops.operations : 0, loops.operations, loops.operations}}};
        return loops;
    }

    PerTensor<std::int64_t> bufferWords() const
    {
        return {
            {{filterWords() * m_set.inputChannels * m_set.outputChannels, std::int64_t(inputWords(double(m_mostRows))),
              m_mostRows * m_layer.outputWidth * m_set.outputChannels}}};
    }

private:
    bool reduces() const { return !m_set.isDiagonal; }

    /// The mean part of a pass's channels that there are.
    std::array<double, 3> fullness(const PerLoop& trips) const
    {
        return {reduces() ? double(m_layer.inputChannels) / double(m_set.inputChannels * trips[0]) : 1.0,
                double(m_layer.outputChannels) / double(m_set.outputChannels * trips[1]), 1.0};
    }

    std::int64_t filterWords() const { return m_layer.hasFilters() ? m_layer.windowHeight * m_layer.windowWidth : 0; }

    double inputWords(double outputRows) const
    {
        const std::int64_t channels = reduces() ? m_set.inputChannels : m_set.outputChannels * m_layer.channelStride;
        return (double(m_layer.windowHeight) + (outputRows - 1) * double(m_layer.strideH))
               * double(m_layer.inputWidth() * channels);
    }

    double meanWords(TensorRole role) const
    {
        switch (role) {
        case TensorRole::Weights: return double(filterWords() * m_set.inputChannels * m_set.outputChannels);
        case TensorRole::Inputs: return inputWords(m_meanRows);
        case TensorRole::Outputs: return m_meanRows * double(m_layer.outputWidth * m_set.outputChannels);
        }
        return 0;
    }

    /// Words between buffer and array. A row of the window reads its row of inputs once: its columns hand words on to
    /// each other. Partial sums leave the array and come again with every fold.
    double bufferAccess(TensorRole role) const
    {
        const std::int64_t channels = reduces() ? m_set.inputChannels : m_set.outputChannels;
        switch (role) {
        case TensorRole::Weights: return meanWords(role);
        case TensorRole::Inputs:
            return m_meanRows * double(windowRows(m_layer) * m_set.folds.w * touchedColumns() * channels);
        case TensorRole::Outputs: return meanWords(role) * double(m_set.folds.size());
        }
        return 0;
    }

    /// Columns of inputs that the columns of the window on the array touch along a row of outputs.
    std::int64_t touchedColumns() const
    {
        return m_set.window.w >= m_layer.strideW ? (m_layer.outputWidth - 1) * m_layer.strideW + m_set.window.w
                                                 : m_layer.outputWidth * m_set.window.w;
    }

    /// Words that PEs take over from the buffer or a neighbour, for each pair of channels. On the diagonal they cross
    /// half of the columns, or rows, of other channels on their way.
    double arrayAccess(TensorRole role) const
    {
        const double pes = double(windowRows(m_layer) * m_layer.windowWidth); // of the pair, over all folds
        const double across = m_set.isDiagonal ? double(m_set.outputChannels + 1) / 2 : 1;
        if (role == TensorRole::Weights) // shifted in row by row: the last row's weights pass all others
            return m_layer.hasFilters() ? pes * double(m_set.rows() + 1) / 2 : 0;
        return pes * m_meanRows * double(m_layer.outputWidth) * across;
    }

    const Share& m_share;
    const Layer& m_layer;
    const SystolicSet& m_set;
    const std::int64_t m_rowFolds;
    const double m_meanRows;
    const std::int64_t m_mostRows;
};

} // namespace

SystolicSet systolicSet(const Layer& layer, Extent array)
{
    SystolicSet set;
    set.isDiagonal = forwardKind(layer.kind) != LayerKind::Convolution;
    const std::int64_t rows = windowRows(layer);
    set.folds.w = ceilDivide(layer.windowWidth, array.h);
    set.window.w = ceilDivide(layer.windowWidth, set.folds.w);
    set.folds.h = ceilDivide(rows, std::max<std::int64_t>(1, array.h / set.window.w));
    set.window.h = ceilDivide(rows, set.folds.h);
    const std::int64_t channels = std::max<std::int64_t>(1, array.h / set.window.size());
    set.inputChannels = set.isDiagonal ? 1 : std::min(channels, layer.inputChannels);
    set.outputChannels = std::min(set.isDiagonal ? std::min(channels, array.w) : array.w, layer.outputChannels);
    return set;
}

std::vector<UnitLoops> systolic(const Share& share, Extent array, std::int64_t bufferWords)
{
    constexpr std::size_t most = 4;
    const SystolicSet set = systolicSet(share.layer, array);
    const std::int64_t height = share.layer.outputHeight;
    std::vector<UnitLoops> all;
    for (std::int64_t rows = height; all.size() < most; rows = ceilDivide(rows, 2)) {
        const Pass pass(share, set, ceilDivide(height, rows));
        const PerTensor<std::int64_t> words = pass.bufferWords();
        if (words.values[0] + words.values[1] + words.values[2] <= bufferWords || rows == 1)
            all.push_back(pass.loops());
        if (rows == 1)
            break;
    }
    return all;
}

std::vector<UnitLoops> peMappings(const Machine& machine, const Share& share)
{
    return machine.mapping == PeMapping::Systolic ? systolic(share, machine.array, machine.bufferWords)
                                                  : rowStationary(share, machine.array);
}

} // namespace nestloom::kapla
