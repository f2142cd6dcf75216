// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/operation_order.h"

namespace nestloom::schedule::flexer {

namespace {

constexpr std::size_t index(TileLoop loop) { return static_cast<std::size_t>(loop); }

/// Three nested loops over blocks of tiles; the inner two turn round on each pass when they alternate.
template <typename Body>
void walk(const std::array<std::int32_t, 3>& extents, const Dataflow& dataflow, Body body)
{
    const std::size_t outer = index(dataflow.order[0]), middle = index(dataflow.order[1]), inner = index(dataflow.order[2]);
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
    const std::array<std::int32_t, 3> tiles{tiled.pixels, tiled.outputs, tiled.reductions};
    const std::size_t unrolled = index(dataflow.unrolled);
    const std::int32_t npus = tiled.machine.npus;
    std::array<std::int32_t, 3> extents = tiles;
    extents[unrolled] = (extents[unrolled] + npus - 1) / npus;
    operations.reserve(rank.size());
    walk(extents, dataflow, [&](std::array<std::int32_t, 3> at) {
        const std::int32_t first = at[unrolled] * npus;
        for (std::int32_t n = first; n < std::min(first + npus, tiles[unrolled]); ++n) {
            at[unrolled] = n;
            const Operation operation{at[0], at[1], at[2]};
            rank[std::size_t(tiled.operation(at[0], at[1], at[2]))] = static_cast<std::int32_t>(operations.size());
            operations.push_back(operation);
        }
        stepEnds.push_back(static_cast<std::int32_t>(operations.size()));
    });
    for (std::int32_t p = 0; p < tiled.pixels; ++p)
        for (std::int32_t o = 0; o < tiled.outputs; ++o)
            isReversed[std::size_t(p * tiled.outputs + o)] =
                rank[std::size_t(tiled.operation(p, o, 0))] > rank[std::size_t(tiled.operation(p, o, tiled.reductions - 1))];
}

} // namespace nestloom::schedule::flexer
