// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/schedule/flexer/tiling.h"

#include <cstdint>
#include <vector>

namespace nestloom::schedule::flexer {

/// A layer cut into tiles: how many there are along each loop, their bytes, how long operations and transfers take.
/// Operations (p, o, r): outputs[p, o] += inputs[p, group of o, r] * weights[o, r]. Tiles are numbered inputs first,
/// then weights, then outputs. Input tiles are bounding boxes with halo; padding counts as data, as everywhere in
/// Nestloom.
struct TiledLayer {
    TiledLayer(const workload::Layer& layer, const Machine& machine, const Tiling& tiling);

    std::int32_t input(std::int32_t p, std::int32_t o, std::int32_t r) const
    {
        return (p * groups + o / outputsPerGroup) * reductions + r;
    }
    std::int32_t weight(std::int32_t o, std::int32_t r) const { return inputTiles + o * reductions + r; }
    std::int32_t output(std::int32_t p, std::int32_t o) const { return inputTiles + weightTiles + p * outputs + o; }
    std::int32_t tiles() const { return inputTiles + weightTiles + outputTiles; }
    std::int64_t operations() const { return std::int64_t(outputTiles) * reductions; }
    std::int32_t operation(std::int32_t p, std::int32_t o, std::int32_t r) const
    {
        return (p * outputs + o) * reductions + r;
    }
    bool isOutput(std::int32_t tile) const { return tile >= inputTiles + weightTiles; }
    int kind(std::int32_t tile) const { return tile < inputTiles ? 0 : tile < inputTiles + weightTiles ? 1 : 2; }

    /// Weight-stationary im2col: for each pass over the array the weights (double-buffered, so that a pass takes at
    /// least the array's rows) stay while the pixels stream through; fill and drain once: passes * max(pixels, rows) +
    /// rows + columns - 1.
    std::int64_t time(std::int32_t p, std::int32_t o, std::int32_t r) const
    {
        return reductionPasses[std::size_t(r)] * outputPasses[std::size_t(o)] * streamed[std::size_t(p)] + fillAndDrain;
    }

    Machine machine;
    std::int32_t pixels = 1, outputs = 1, reductions = 1; // tiles along each loop
    std::int32_t groups = 1, outputsPerGroup = 1;         // outputs = groups * outputsPerGroup
    std::int32_t inputTiles = 1, weightTiles = 1, outputTiles = 1;
    std::vector<std::int64_t> size;         // of each tile in the scratchpad, bytes
    std::vector<std::int64_t> finished;     // bytes that move of inputs, weights and finished outputs
    std::vector<std::int64_t> loadTime;     // cycles to load it; of outputs: a partial sum
    std::vector<std::int64_t> spillTime;    // of outputs: to store a partial sum
    std::vector<std::int64_t> finishedTime; // of outputs: to store them finished
    std::vector<std::int64_t> streamed;     // of each pixel tile: max(pixels, rows)
    std::vector<std::int64_t> reductionPasses, outputPasses;
    std::int64_t fillAndDrain = 63;
    std::int64_t compute = 0;              // all operations together, cycles
    std::int64_t compulsory = 0;           // every tile moved once, bytes
    std::int64_t largest[3] = {0, 0, 0};   // inputs, weights, outputs: bytes in the scratchpad
    std::int64_t movedOnce[3] = {0, 0, 0}; // bytes when each input, weight, partial sum is moved once

    std::int64_t scratchpad() const { return machine.scratchpad ? machine.scratchpad->count : std::int64_t(1) << 52; }
    /// Bytes of a load (inputs, weights) or of a partial sum that is spilled or read back.
    std::int64_t moved(std::int32_t tile) const
    {
        return isOutput(tile) ? size[std::size_t(tile)] : finished[std::size_t(tile)];
    }

private:
    void countTiles(const workload::Layer& layer, const Tiling& tiling);
    void measureTiles(const workload::Layer& layer, const Tiling& tiling);
};

/// What holds for every schedule of a tiling, without looking at single tiles. Sound: nothing is below.
/// Cycles: operations spread evenly over the NPUs (no more of them than output tiles), after the smallest first loads
/// and before the smallest last store; one output tile's chain; all compulsory bytes over the channels.
struct TilingBound {
    std::int64_t operations = 0;
    double compute = 0; // cycles of all operations
    double bytes = 0;   // compulsory
    double cycles = 0;
    std::int64_t together = 0; // bytes of one operation's tiles in the scratchpad
    bool fits = true;          // that many are there
};
TilingBound boundOf(const workload::Layer& layer, const Machine& machine, const Tiling& tiling);

/// Tiles as the schedule value shows them.
std::vector<Tile> tilesOf(const TiledLayer& tiled);

struct Operation {
    std::int32_t p = 0, o = 0, r = 0; // tile along pixels, outputs, reduction
    friend bool operator==(const Operation&, const Operation&) = default;
};

/// Neighbouring output tiles that are finished together: tiles along pixels and along outputs.
struct OutputBlock {
    std::int32_t pixels = 0, outputs = 0;
    friend bool operator==(const OutputBlock&, const OutputBlock&) = default;
};

/// All operations in the order in which the loops over tiles run them: those of one step go to the NPUs side by side.
struct OperationOrder {
    OperationOrder(const TiledLayer& tiled, const Dataflow& dataflow);
    /// Block after block (see blocks.h): each is finished before the next one begins. Loops over blocks (pixels and
    /// outputs as the dataflow has them) > reduction > the other loop in the block > the unrolled loop in the block.
    OperationOrder(const TiledLayer& tiled, const Dataflow& dataflow, const OutputBlock& block);

    std::vector<Operation> operations;
    std::vector<std::int32_t> stepEnds; // operations[stepEnds[i - 1] .. stepEnds[i]) are step i
    std::vector<std::int32_t> rank;     // by TiledLayer::operation()
    std::vector<bool> isReversed;       // by output tile: its reduction runs from the last tile to the first

    /// The reduction tile of the `done`-th operation on an output tile (index from 0, without the tiles before the
    /// outputs).
    std::int32_t reductionAt(const TiledLayer& tiled, std::int32_t outputIndex, std::int32_t done) const
    {
        return isReversed[std::size_t(outputIndex)] ? tiled.reductions - 1 - done : done;
    }

private:
    void addLoops(const TiledLayer& tiled, const Dataflow& dataflow);
    void addBlocks(const TiledLayer& tiled, const Dataflow& dataflow, const OutputBlock& block);
    void rankOperations(const TiledLayer& tiled);
};

} // namespace nestloom::schedule::flexer
