// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tiled_layer.h"

#include "engine/base/ranges.h"

namespace nestloom::schedule::flexer {

namespace {

using enum workload::LoopDimension;

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
std::int64_t bytesOf(std::int64_t elements, Bits bits) { return bytesFor({elements * bits.count}).count; }

/// Sizes of the tiles along one dimension: all `tile` but the last.
std::vector<std::int64_t> cuts(std::int64_t whole, std::int64_t tile)
{
    std::vector<std::int64_t> sizes;
    for (std::int64_t at = 0; at < whole; at += tile)
        sizes.push_back(std::min(tile, whole - at));
    return sizes;
}

/// Input elements along one axis that `outputs` neighbouring outputs touch.
std::int64_t reach(std::int64_t outputs, std::int64_t stride, std::int64_t filter, std::int64_t dilation)
{
    return (outputs - 1) * stride + (filter - 1) * dilation + 1;
}

std::int64_t inputPixels(const workload::Layer& layer, std::int64_t rows, std::int64_t columns)
{
    return reach(rows, layer.strideP, layer.bounds[R], layer.dilationR)
           * reach(columns, layer.strideQ, layer.bounds[S], layer.dilationS);
}

std::int64_t sum(const std::vector<std::int64_t>& values)
{
    return sumOf(values, [&](const std::int64_t value) { return value; });
}

constexpr std::size_t index(TileLoop loop) { return std::size_t(loop); }

/// Three nested loops over blocks of tiles; the inner two turn round on each pass when they alternate.
template <typename Body>
void walk(const std::array<std::int32_t, 3>& extents, const Dataflow& dataflow, Body body)
{
    const std::size_t outer = index(dataflow.order[0]), middle = index(dataflow.order[1]),
                      inner = index(dataflow.order[2]);
    std::array<std::int32_t, 3> at{};
    std::int32_t pass = 0;
    for (std::int32_t i = 0; i < extents[outer]; ++i)
        for (std::int32_t j = 0; j < extents[middle]; ++j, ++pass)
            for (std::int32_t k = 0; k < extents[inner]; ++k) {
                at[outer] = i;
                at[middle] = dataflow.alternating && i % 2 == 1 ? extents[middle] - 1 - j : j;
                at[inner] = dataflow.alternating && pass % 2 == 1 ? extents[inner] - 1 - k : k;
                body(at);
            }
}

} // namespace

TiledLayer::TiledLayer(const workload::Layer& layer, const Machine& whichMachine, const Tiling& tiling)
    : machine(whichMachine)
{
    countTiles(layer, tiling);
    measureTiles(layer, tiling);
    compute = sum(streamed) * sum(reductionPasses) * sum(outputPasses) + fillAndDrain * operations();
    loadTime.resize(size.size());
    spillTime.resize(size.size());
    finishedTime.resize(size.size());
    for (std::size_t t = 0; t < size.size(); ++t) {
        compulsory += finished[t];
        loadTime[t] = machine.loadTime({moved(std::int32_t(t))}).count;
        spillTime[t] = machine.storeTime({size[t]}).count;
        finishedTime[t] = machine.storeTime({finished[t]}).count;
        movedOnce[kind(std::int32_t(t))] += moved(std::int32_t(t));
        std::int64_t& most = largest[kind(std::int32_t(t))];
        most = std::max(most, size[t]);
    }
}

void TiledLayer::countTiles(const workload::Layer& layer, const Tiling& tiling)
{
    const auto count = [](std::int64_t whole, std::int64_t tile) { return std::int32_t(ceilDiv(whole, tile)); };
    pixels = count(layer.bounds[N], tiling.batch) * count(layer.bounds[P], tiling.rows)
             * count(layer.bounds[Q], tiling.columns);
    groups = count(layer.bounds[G], tiling.groups);
    outputsPerGroup = count(layer.bounds[K], tiling.outputChannels);
    outputs = groups * outputsPerGroup;
    reductions = count(layer.bounds[C], tiling.inputChannels);
    inputTiles = pixels * groups * reductions;
    weightTiles = outputs * reductions;
    outputTiles = pixels * outputs;
    fillAndDrain = machine.arrayRows + machine.arrayColumns - 1;
}

void TiledLayer::measureTiles(const workload::Layer& layer, const Tiling& tiling)
{
    const std::int64_t taps = layer.bounds[R] * layer.bounds[S];
    const auto groupSizes = cuts(layer.bounds[G], tiling.groups);
    const auto channels = cuts(layer.bounds[C], tiling.inputChannels);
    const auto made = cuts(layer.bounds[K], tiling.outputChannels);
    size.reserve(std::size_t(tiles()));
    finished.reserve(std::size_t(tiles()));
    const auto add = [&](std::int64_t elements, TensorRole role) {
        size.push_back(bytesOf(elements, machine.onChip[role]));
        finished.push_back(bytesOf(elements, machine.offChip[role]));
    };
    std::vector<std::int64_t> outputPixels;
    for (const std::int64_t images : cuts(layer.bounds[N], tiling.batch))
        for (const std::int64_t rows : cuts(layer.bounds[P], tiling.rows))
            for (const std::int64_t columns : cuts(layer.bounds[Q], tiling.columns)) {
                outputPixels.push_back(images * rows * columns);
                streamed.push_back(std::max(outputPixels.back(), machine.arrayRows));
                for (const std::int64_t g : groupSizes)
                    for (const std::int64_t c : channels)
                        add(images * inputPixels(layer, rows, columns) * c * g, TensorRole::Inputs);
            }
    for (const std::int64_t c : channels)
        reductionPasses.push_back(ceilDiv(c * taps, machine.arrayRows));
    for (const std::int64_t g : groupSizes)
        for (const std::int64_t k : made) {
            outputPasses.push_back(g * ceilDiv(k, machine.arrayColumns));
            for (const std::int64_t c : channels)
                add(taps * c * k * g, TensorRole::Weights);
        }
    for (const std::int64_t p : outputPixels)
        for (const std::int64_t g : groupSizes)
            for (const std::int64_t k : made)
                add(p * k * g, TensorRole::Outputs);
}

namespace {

/// Sum and least over the tiles along one dimension.
struct Extent {
    std::int64_t count = 0, total = 0, least = 0, most = 0;
};

Extent extent(std::int64_t whole, std::int64_t tile)
{
    const std::int64_t count = ceilDiv(whole, tile);
    return {count, whole, whole - (count - 1) * tile, std::min(whole, tile)};
}

/// Sum over the tiles of a function of their size.
template <typename Function>
double over(const Extent& e, Function f)
{
    return double(e.count - 1) * double(f(e.most)) + double(f(e.least));
}

} // namespace

TilingBound boundOf(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    const Extent n = extent(layer.bounds[N], tiling.batch), p = extent(layer.bounds[P], tiling.rows),
                 q = extent(layer.bounds[Q], tiling.columns), g = extent(layer.bounds[G], tiling.groups),
                 c = extent(layer.bounds[C], tiling.inputChannels), k = extent(layer.bounds[K], tiling.outputChannels);
    const std::int64_t taps = layer.bounds[R] * layer.bounds[S];
    const auto box = [](std::int64_t stride, std::int64_t filter, std::int64_t dilation) {
        return [=](std::int64_t outputs) { return reach(outputs, stride, filter, dilation); };
    };
    const auto boxP = box(layer.strideP, layer.bounds[R], layer.dilationR),
               boxQ = box(layer.strideQ, layer.bounds[S], layer.dilationS);
    const auto bytes = [](double elements, Bits bits) { return elements * double(bits.count) / 8; };
    const double inputs = bytes(double(n.total) * over(p, boxP) * over(q, boxQ) * double(c.total) * double(g.total),
                                machine.offChip[TensorRole::Inputs]);
    const double weights =
        bytes(double(taps * c.total * k.total) * double(g.total), machine.offChip[TensorRole::Weights]);
    const double outputs =
        bytes(double(n.total * p.total * q.total) * double(k.total * g.total), machine.offChip[TensorRole::Outputs]);

    TilingBound bound;
    const std::int64_t outputTiles = n.count * p.count * q.count * g.count * k.count;
    bound.operations = outputTiles * c.count;
    bound.bytes = inputs + weights + outputs;
    const auto rowPasses = [&](std::int64_t channels) { return ceilDiv(channels * taps, machine.arrayRows); };
    const auto columnPasses = [&](std::int64_t channels) { return ceilDiv(channels, machine.arrayColumns); };
    double streamed = 0;
    for (const bool lastN : {false, true})
        for (const bool lastP : {false, true})
            for (const bool lastQ : {false, true})
                streamed += double((lastN ? 1 : n.count - 1) * (lastP ? 1 : p.count - 1) * (lastQ ? 1 : q.count - 1))
                            * double(std::max((lastN ? n.least : n.most) * (lastP ? p.least : p.most)
                                                  * (lastQ ? q.least : q.most),
                                              machine.arrayRows));
    const double fill = double(machine.arrayRows + machine.arrayColumns - 1);
    bound.compute =
        streamed * over(c, rowPasses) * over(k, columnPasses) * double(g.total) + fill * double(bound.operations);

    const std::int64_t leastPixels = n.least * p.least * q.least;
    const auto time = [&](double b) { return b / machine.dma.count; };
    const double edges = time(bytes(double(n.least * boxP(p.least) * boxQ(q.least) * c.least * g.least),
                                    machine.offChip[TensorRole::Inputs]))
                         + time(bytes(double(taps * c.least * k.least * g.least), machine.offChip[TensorRole::Weights]))
                         + bytes(double(leastPixels * k.least * g.least), machine.offChip[TensorRole::Outputs])
                               / machine.storeDma.value_or(machine.dma).count;
    const double chain =
        double(std::max(leastPixels, machine.arrayRows) * columnPasses(k.least) * g.least) * over(c, rowPasses)
        + fill * double(c.count);
    const double spread = bound.compute / double(std::min<std::int64_t>(machine.npus, outputTiles));
    bound.cycles = std::max({edges + std::max(spread, chain), machine.leastCycles(inputs + weights, outputs)});

    bound.together = bytesOf(n.most * boxP(p.most) * boxQ(q.most) * c.most * g.most, machine.onChip[TensorRole::Inputs])
                     + bytesOf(taps * c.most * k.most * g.most, machine.onChip[TensorRole::Weights])
                     + bytesOf(n.most * p.most * q.most * k.most * g.most, machine.onChip[TensorRole::Outputs]);
    bound.fits = !machine.scratchpad || bound.together <= machine.scratchpad->count;
    return bound;
}

std::vector<Tile> tilesOf(const TiledLayer& tiled)
{
    std::vector<Tile> tiles;
    tiles.reserve(std::size_t(tiled.tiles()));
    const auto add = [&](TensorRole role, std::int32_t p, std::int32_t o, std::int32_t r) {
        tiles.push_back({role, p, o, r, {tiled.size[tiles.size()]}, {tiled.finished[tiles.size()]}});
    };
    for (std::int32_t p = 0; p < tiled.pixels; ++p)
        for (std::int32_t g = 0; g < tiled.groups; ++g)
            for (std::int32_t r = 0; r < tiled.reductions; ++r)
                add(TensorRole::Inputs, p, tiled.groups > 1 ? g : -1, r);
    for (std::int32_t o = 0; o < tiled.outputs; ++o)
        for (std::int32_t r = 0; r < tiled.reductions; ++r)
            add(TensorRole::Weights, -1, o, r);
    for (std::int32_t p = 0; p < tiled.pixels; ++p)
        for (std::int32_t o = 0; o < tiled.outputs; ++o)
            add(TensorRole::Outputs, p, o, -1);
    return tiles;
}

OperationOrder::OperationOrder(const TiledLayer& tiled, const Dataflow& dataflow)
    : rank(std::size_t(tiled.operations())), isReversed(std::size_t(tiled.outputTiles))
{
    addLoops(tiled, dataflow);
    rankOperations(tiled);
}

OperationOrder::OperationOrder(const TiledLayer& tiled, const Dataflow& dataflow, const OutputBlock& block)
    : rank(std::size_t(tiled.operations())), isReversed(std::size_t(tiled.outputTiles))
{
    addBlocks(tiled, dataflow, block);
    rankOperations(tiled);
}

void OperationOrder::rankOperations(const TiledLayer& tiled)
{
    for (std::size_t i = 0; i < operations.size(); ++i)
        rank[std::size_t(tiled.operation(operations[i].p, operations[i].o, operations[i].r))] = std::int32_t(i);
    for (std::int32_t p = 0; p < tiled.pixels; ++p)
        for (std::int32_t o = 0; o < tiled.outputs; ++o)
            isReversed[std::size_t(p * tiled.outputs + o)] =
                rank[std::size_t(tiled.operation(p, o, 0))]
                > rank[std::size_t(tiled.operation(p, o, tiled.reductions - 1))];
}

void OperationOrder::addLoops(const TiledLayer& tiled, const Dataflow& dataflow)
{
    operations.reserve(rank.size());
    const std::array<std::int32_t, 3> tiles{tiled.pixels, tiled.outputs, tiled.reductions};
    const std::size_t unrolled = index(dataflow.unrolled);
    const std::int32_t npus = tiled.machine.npus;
    std::array<std::int32_t, 3> extents = tiles;
    extents[unrolled] = (extents[unrolled] + npus - 1) / npus;
    walk(extents, dataflow, [&](std::array<std::int32_t, 3> at) {
        const std::int32_t first = at[unrolled] * npus;
        for (std::int32_t n = first; n < std::min(first + npus, tiles[unrolled]); ++n) {
            at[unrolled] = n;
            operations.push_back({at[0], at[1], at[2]});
        }
        stepEnds.push_back(std::int32_t(operations.size()));
    });
}

/// Steps take the operations of a block with the same reduction tile side by side, as many as there are NPUs.
void OperationOrder::addBlocks(const TiledLayer& tiled, const Dataflow& dataflow, const OutputBlock& block)
{
    operations.reserve(rank.size());
    const bool isInnerOutputs = dataflow.unrolled == TileLoop::Outputs;
    const std::int32_t sizeP = block.pixels, sizeO = block.outputs;
    const std::array<std::int32_t, 3> blocks{(tiled.pixels + sizeP - 1) / sizeP, (tiled.outputs + sizeO - 1) / sizeO,
                                             1};
    std::int32_t pass = 0;
    const auto turned = [&](std::int32_t i, std::int32_t count, std::int32_t turn) {
        return dataflow.alternating && turn % 2 == 1 ? count - 1 - i : i;
    };
    walk(blocks, dataflow, [&](const std::array<std::int32_t, 3>& at) {
        const std::int32_t firstP = at[0] * sizeP, firstO = at[1] * sizeO;
        const std::int32_t countP = std::min(sizeP, tiled.pixels - firstP),
                           countO = std::min(sizeO, tiled.outputs - firstO);
        const std::int32_t inner = isInnerOutputs ? countO : countP;
        for (std::int32_t i = 0; i < tiled.reductions; ++i) {
            const std::int32_t r = turned(i, tiled.reductions, pass);
            for (std::int32_t j = 0; j < countP * countO; ++j) {
                const std::int32_t a = j / inner, b = turned(j % inner, inner, i);
                operations.push_back({firstP + (isInnerOutputs ? a : b), firstO + (isInnerOutputs ? b : a), r});
                if (j % tiled.machine.npus == tiled.machine.npus - 1 || j + 1 == countP * countO)
                    stepEnds.push_back(std::int32_t(operations.size()));
            }
        }
        ++pass;
    });
}

} // namespace nestloom::schedule::flexer
