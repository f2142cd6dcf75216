// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/row_stationary.h"

#include "engine/base/checked_math.h"
#include "engine/kapla/factorisations.h"

#include <limits>

namespace nestloom::kapla {

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

double PeSet::utilisation(Extent array) const
{
    return double(logical.size() * repeats.size()) / double(array.size() * folds.size());
}

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

} // namespace nestloom::kapla
