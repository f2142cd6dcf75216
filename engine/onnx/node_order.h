// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <set>
#include <string>
#include <vector>

namespace nestloom::onnx {

/// Indices of the nodes in an order in which they can run: the file's own where it is one.
/// Throws   Refusal when two nodes make one tensor, when a node uses a tensor that nothing makes, or when nodes wait
/// for
///          each other in a circle
std::vector<int> runningOrder(const pb::GraphProto& graph);

/// Operators with subgraphs, which are not followed.
bool isControlFlow(const std::string& type);

/// Of each node: does an output of the graph depend on it? Yes for all when no node makes an output, or when one that
/// does has subgraphs.
std::vector<bool> nodesNeeded(const pb::GraphProto& graph, const std::vector<int>& order);

/// Names of values: "" stands for one that is left out.
std::set<std::string> namesGivenOut(const pb::GraphProto& graph); // outputs of the graph

} // namespace nestloom::onnx
