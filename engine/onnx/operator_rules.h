// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_layers.h"
#include "engine/onnx/shape_rules.h"
#include "engine/workload/network_import.h"

#include <string_view>

namespace nestloom::onnx {

/// How nodes of one type are imported.
struct OperatorRule {
    std::string_view type;
    workload::NodeOutcome outcome = workload::NodeOutcome::Planned;
    std::string_view reason; // for people, a clause
    ShapeRule shapes = nullptr;
    LayerRule layers = nullptr; // of those that are mapped
    bool ownInputOnly = false;  // inputs after the first one say where and how, and are no data
};

/// Null when there is none of ours. `domain` is that of the node: operators of other domains are not those of ONNX.
const OperatorRule* findRule(std::string_view domain, std::string_view type);

} // namespace nestloom::onnx
