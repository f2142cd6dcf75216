// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/blocks.h"

#include "engine/schedule/flexer/tiled_summary.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

namespace {

std::int32_t ceilDiv32(std::int32_t a, std::int32_t b) { return (a + b - 1) / b; }

/// Output tiles that a block of `pixels` pixel tiles may have beside the inputs and weights that one of its steps
/// needs.
std::int32_t mostOutputs(const TiledLayer& tiled, std::int32_t pixels)
{
    const std::int32_t npus = tiled.machine.npus;
    const std::int64_t inputs = tiled.largest[0], weights = tiled.largest[1], outputs = tiled.largest[2];
    // with outputs innermost each input is met once; with pixels innermost each weight is
    const std::int64_t left = tiled.scratchpad() - std::max<std::int64_t>(1, ceilDiv32(npus, tiled.outputs)) * inputs;
    const std::int64_t byOutputs = left / (pixels * outputs + weights);
    const std::int64_t byPixels =
        (tiled.scratchpad() - pixels * inputs - ceilDiv32(npus, pixels) * weights) / (pixels * outputs);
    return std::int32_t(std::clamp<std::int64_t>(std::max(byOutputs, byPixels), 0, tiled.outputs));
}

double expectedBytes(const TiledLayer& tiled, std::int32_t pixels, std::int32_t outputs)
{
    const std::int32_t again = tiled.groups > 1 ? tiled.outputsPerGroup : tiled.outputs;
    return double(tiled.compulsory)
           + double(ceilDiv32(again, std::min(again, outputs)) - 1) * double(tiled.movedOnce[0])
           + double(ceilDiv32(tiled.pixels, pixels) - 1) * double(tiled.movedOnce[1]);
}

/// Room for the largest number of tiles that one step meets, by kind of tile.
Regions stepNeeds(const TiledLayer& tiled, const OperationOrder& order)
{
    Regions most{0, 0, 0};
    std::size_t first = 0;
    for (const std::int32_t end : order.stepEnds) {
        std::array<std::vector<std::int32_t>, 3> met;
        for (; first < std::size_t(end); ++first) {
            const Operation& op = order.operations[first];
            met[0].push_back(tiled.input(op.p, op.o, op.r));
            met[1].push_back(tiled.weight(op.o, op.r));
            met[2].push_back(tiled.output(op.p, op.o));
        }
        for (std::size_t kind = 0; kind < 3; ++kind) {
            std::ranges::sort(met[kind]);
            const auto distinct = std::unique(met[kind].begin(), met[kind].end()) - met[kind].begin();
            most[kind] = std::max(most[kind], std::int32_t(distinct));
        }
    }
    return most;
}

} // namespace

std::optional<OutputBlock> blockOf(const Recipe& recipe)
{
    if (!recipe.isStatic || recipe.blockPixels <= 0)
        return std::nullopt;
    return OutputBlock{recipe.blockPixels, recipe.regions[2] / recipe.blockPixels};
}

OperationOrder orderOf(const TiledLayer& tiled, const Recipe& recipe)
{
    const auto block = blockOf(recipe);
    return block ? OperationOrder(tiled, recipe.dataflow, *block) : OperationOrder(tiled, recipe.dataflow);
}

std::vector<BlockedTiling> blockedTilings(const workload::Layer& layer, const Machine& machine,
                                          const FlexerParams& params, const std::vector<TilingCandidate>& candidates,
                                          double most)
{
    std::vector<BlockedTiling> found;
    if (!machine.scratchpad)
        return found;
    for (std::size_t i = 0; i < candidates.size() && candidates[i].metricBound < most; ++i) {
        const TiledLayer tiled(layer, machine, candidates[i].tiling);
        std::int32_t before = 0;
        for (std::int32_t pixels = 1; pixels <= tiled.pixels; ++pixels) {
            const std::int32_t outputs = mostOutputs(tiled, pixels);
            if (outputs == 0)
                break;
            const bool isWhole = pixels == tiled.pixels && outputs == tiled.outputs;
            if (isWhole || outputs == before
                || std::min(pixels * outputs, tiled.outputTiles) < std::min(machine.npus, tiled.outputTiles))
                continue;
            before = outputs == tiled.outputs ? 0 : outputs;
            const double bytes = expectedBytes(tiled, pixels, outputs);
            const double metric =
                metricOf(params, std::max(candidates[i].bound.cycles, bytes / machine.mostBytes()), bytes);
            if (metric < most)
                found.push_back({i, {pixels, std::min(outputs, tiled.outputs)}, metric});
        }
    }
    std::ranges::stable_sort(found, [](const BlockedTiling& a, const BlockedTiling& b) { return a.metric < b.metric; });
    if (params.tilings > 0 && found.size() > 2 * std::size_t(params.tilings))
        found.resize(2 * std::size_t(params.tilings));
    return found;
}

std::vector<Dataflow> blockedDataflows()
{
    std::vector<Dataflow> flows;
    for (const bool alternating : {true, false})
        for (const int index : {0, 1, 6, 7}) // blocks along pixels or outputs, each with either loop innermost
            flows.push_back(dataflow(index, alternating));
    return flows;
}

std::vector<Recipe> blockedRecipes(const TiledLayer& tiled, const Tiling& tiling, const Dataflow& dataflow,
                                   const OutputBlock& block, const OperationOrder& order, bool prefetch)
{
    const Regions step = stepNeeds(tiled, order), all{tiled.inputTiles, tiled.weightTiles, tiled.outputTiles};
    Regions again = step; // also what the loop around the innermost one meets again
    if (dataflow.unrolled == TileLoop::Outputs)
        again[1] = std::max(step[1], block.outputs);
    else
        again[0] = std::max(step[0], block.pixels);
    std::vector<Regions> found;
    const auto add = [&](std::int32_t inputs, std::int32_t weights) {
        Regions regions{std::min(inputs, all[0]), std::min(weights, all[1]), block.pixels * block.outputs};
        std::int64_t left = tiled.scratchpad();
        for (std::size_t kind = 0; kind < 3; ++kind)
            left -= regions[kind] * tiled.largest[kind];
        for (std::size_t kind = 0; kind < 2 && left >= 0; ++kind) {
            Regions larger = regions;
            larger[kind] = std::int32_t(std::min<std::int64_t>(
                all[kind], larger[kind] + left / std::max<std::int64_t>(1, tiled.largest[kind])));
            found.push_back(larger);
        }
    };
    for (const Regions& operands : {again, step})
        for (unsigned doubled = 0; doubled < 4; ++doubled)
            add(operands[0] + ((doubled & 1) != 0 ? step[0] : 0), operands[1] + ((doubled & 2) != 0 ? step[1] : 0));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<Recipe> recipes;
    for (const Regions& regions : found)
        recipes.push_back({true, tiling, dataflow, 0, false, false, regions, prefetch, block.pixels});
    return recipes;
}

} // namespace nestloom::schedule::flexer
