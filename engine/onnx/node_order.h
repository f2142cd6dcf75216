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

/// Names of values: "" stands for one that is left out.
std::set<std::string> namesUsed(const pb::GraphProto& graph);     // by nodes
std::set<std::string> namesGivenOut(const pb::GraphProto& graph); // outputs of the graph

} // namespace nestloom::onnx
