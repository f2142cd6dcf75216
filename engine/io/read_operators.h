// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/yaml_reader.h"
#include "engine/workload/operator_graph.h"

#include <string>

namespace nestloom::io {

/// The operators of a network as the YAML list `operators`; presets/README.md is the format. Tensors are numbered as
/// operators make them. Reports what is wrong to `errors`.
workload::OperatorGraph readOperators(const YamlNode& list, const std::string& path, YamlErrors& errors);

/// The list as lines below the key "operators".
std::string writeOperators(const workload::OperatorGraph& graph);

/// The key in the YAML of what a key of workload::check() names: "tensors[3].size" is the size of an operator's
/// output, "layers[7].P" belongs to the operator with the eighth layer.
std::string keyInOperators(const workload::OperatorGraph& graph, const std::string& key);

} // namespace nestloom::io
