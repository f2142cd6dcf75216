// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <span>
#include <string_view>
#include <vector>

namespace nestloom::onnx {

/// The inputs, attributes and outputs of an operator with layers, as far as our rules know them: names in the order of
/// the definition, separated by blanks. A name that begins with "-" changes no count: neither layers nor shapes depend
/// on it.
struct OperatorParts {
    std::string_view domain, type;
    std::string_view inputs, attributes, outputs; // "..." at the end of inputs: any number of the last one
};

std::span<const OperatorParts> operatorParts();
const OperatorParts* findParts(std::string_view domain, std::string_view type); // null for operators without layers

std::vector<std::string_view> namesIn(std::string_view list); // with their "-"

/// Throws   Refusal when the node has an input, an attribute or an output that is not listed: what newer definitions add may
///          change what is computed. Operators without layers have no list; their shapes are compared with the file's.
void checkParts(const pb::NodeProto& node);

} // namespace nestloom::onnx
