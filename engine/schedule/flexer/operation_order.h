// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiled_layer.h"

#include <vector>

namespace nestloom::schedule::flexer {

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
