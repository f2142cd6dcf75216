// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/segment_cost.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::kapla {

enum class SegmentRule {
    NodesOnMachine, // a layer's parts are as many as its nodes, all of the machine, none twice
    NodesOwn,       // layers of different groups share no node; those of one group have the same nodes
    WorkOnce,       // parts of nodes tile the layer, and loops run through each node's share once
    RegistersFit,   // what one PE works with fits its registers
    BufferFits,     // what one node keeps of the layer that is running fits its buffer
    ReadsWhereHeld, // inputs from within the segment are read at the nodes that made or brought them
    MovesOnce,      // what comes from or goes to nodes is not needed again after it was replaced
    MadeBeforeRead, // replay: every block is there when a layer needs it, and nobody waits for ever
    StartsInTime    // no layer is said to start before the first block that it reads can be there
};
std::string_view name(SegmentRule rule); // "nodes are on the machine", ...

struct SegmentViolation {
    SegmentRule rule = SegmentRule::NodesOnMachine;
    std::string message; // one sentence with names and numbers
};

/// Replays a segment block by block: the outermost loops of every layer are walked one iteration after the other. A
/// layer goes on when the blocks of inputs it needs have been made; it may make one block more while the one before is
/// being read on other nodes, and none on its own nodes. Layers that keep their inputs in the buffer may gather a block
/// of several smaller ones, others may not. Shares no code with search or constraints; at most one violation of each
/// rule. Empty = the segment runs as it says. As in the cost model, a node's buffer holds the data of one layer at a
/// time, and data on the way between two layers are counted once, on the side that makes them or the side that keeps
/// them.
std::vector<SegmentViolation> verify(const Machine& machine, const Network& network, std::int64_t batch,
                                     const ScheduledSegment& scheduled);

} // namespace nestloom::kapla
