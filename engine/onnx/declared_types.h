// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/tensor_info.h"
#include "engine/workload/network_import.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::onnx {

/// Sizes for dimensions that the file leaves open, by name.
using Dimensions = std::map<std::string, std::int64_t>;

/// The type that the file states for a value, with open dimensions filled in. Nothing when it is no tensor, or when a
/// dimension stays open.
std::optional<TensorInfo> declaredType(const pb::ValueInfoProto& value, const Dimensions& dimensions);

/// The inputs of the network: what the graph lists as inputs and gives no value for.
struct GraphInputs {
    std::vector<std::pair<std::string, TensorInfo>> inputs;
    std::vector<workload::OpenDimension> open; // those without a size; `inputs` are not complete then
};

/// A dimension without a name is called after its tensor and place, "data.0".
/// Throws   Refusal for inputs that are no tensors, negative dimensions, and sizes for names that the file does not
/// have
GraphInputs graphInputs(const pb::GraphProto& graph, const Dimensions& dimensions);

} // namespace nestloom::onnx
