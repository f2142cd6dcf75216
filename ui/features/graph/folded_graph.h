// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/operator_graph.h"

#include <set>
#include <string>
#include <vector>

namespace nestloom::ui {

/// An operator, or a block of them that is drawn as one.
struct FoldedNode {
    std::string path;  // of the operator or block: "layer1.0.conv1", "layer1.0"
    std::string title; // the path, or an ellipsis and its last parts when it is long
    bool isBlock = false;
    std::vector<OperatorId> operators; // ascending
};

/// Tensors that one node makes and another uses.
struct FoldedEdge {
    int from = 0, to = 0; // into FoldedGraph::nodes
    std::vector<TensorId> tensors;
    Bytes bytes{};
};

/// An operator graph with some of its blocks closed. Nodes are in the order of their first operators.
struct FoldedGraph {
    std::vector<FoldedNode> nodes;
    std::vector<FoldedEdge> edges;
    std::vector<int> nodeOf; // by operator
};

/// Paths of the blocks that are open: their parts are drawn one by one.
using OpenBlocks = std::set<std::string>;

/// A prefix of a dotted name is a block when at least two operators share it, and it says more than the prefix after
/// it: of "encoder" and "encoder.layers" with the same operators only the longer one counts.
FoldedGraph fold(const workload::OperatorGraph& graph, const OpenBlocks& open);

/// Every block of the graph.
OpenBlocks allBlocks(const workload::OperatorGraph& graph);

/// The outermost blocks, opened from the largest on as long as no more than `most` nodes are drawn.
OpenBlocks blocksOpenAtFirst(const workload::OperatorGraph& graph, std::size_t most);

/// The closed block of an operator's path that would have to be opened for it to be drawn by itself, and those in it.
OpenBlocks blocksAround(const workload::OperatorGraph& graph, OperatorId op);

} // namespace nestloom::ui
