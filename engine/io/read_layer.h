// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/yaml_reader.h"
#include "engine/workload/layer.h"

namespace nestloom::io {

/// A layer as a YAML map. `ownName` names it when the map does not; empty = the map must.
workload::Layer readLayer(const YamlNode& node, const std::string& path, YamlErrors& errors,
                          const std::string& ownName = {});

/// As a flow map, "{name: conv, R: 3, ...}"; without the name when it is `ownName`.
std::string writeLayer(const workload::Layer& layer, const std::string& ownName = {});

} // namespace nestloom::io
