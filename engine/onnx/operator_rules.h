// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_layers.h"
#include "engine/onnx/shape_rules.h"
#include "engine/workload/network_import.h"

#include <string_view>

namespace nestloom::onnx {

/// How nodes of some types are imported.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which rules are read
struct OperatorRule {
    std::string_view types; // separated by blanks
    workload::NodeOutcome outcome = workload::NodeOutcome::Planned;
    std::string_view reason; // for people, a clause
    ShapeRule shapes = libraryShape;
    LayerRule layers = nullptr;  // of those that are mapped
    CopiesRule copies = nullptr; // of those whose output can have copies
    bool ownInputOnly = false;   // inputs after the first one say where and how, and are no data
};

/// Null when there is none of ours. `domain` is that of the node: operators of other domains are not those of ONNX.
const OperatorRule* findRule(std::string_view domain, std::string_view type);

/// Types, shapes and copies of a node's outputs, all checked (checkShape, bitsOf). `rule` may be null. Throws   Refusal
std::vector<TensorInfo> outputsOf(const NodeView& node, const OperatorRule* rule);

} // namespace nestloom::onnx
