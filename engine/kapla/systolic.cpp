// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/systolic.h"

#include "engine/base/checked_math.h"

#include <algorithm>

namespace nestloom::kapla {

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

double SystolicSet::utilisation(Extent array) const
{
    return double(rows() * (isDiagonal ? 1 : outputChannels)) / double(array.size());
}

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

} // namespace nestloom::kapla
