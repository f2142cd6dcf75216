// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/operation_order.h"

namespace nestloom::schedule::flexer {

namespace {

constexpr std::size_t index(TileLoop loop) { return static_cast<std::size_t>(loop); }

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
        rank[std::size_t(tiled.operation(operations[i].p, operations[i].o, operations[i].r))] =
            static_cast<std::int32_t>(i);
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
        stepEnds.push_back(static_cast<std::int32_t>(operations.size()));
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
                    stepEnds.push_back(static_cast<std::int32_t>(operations.size()));
            }
        }
        ++pass;
    });
}

} // namespace nestloom::schedule::flexer
