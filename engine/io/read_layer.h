// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/yaml_reader.h"
#include "engine/workload/layer.h"

#include <vector>

namespace nestloom::io {

/// One number along P and R, one along Q and S.
struct SidePair {
    std::int64_t first = 1, second = 1;
};
/// 2 for both, or [2, 1]; `otherwise` when the key is absent or wrong.
SidePair readPair(const YamlMap& layer, std::string_view key, std::int64_t otherwise = 1);

/// A layer as a YAML map. `ownName` names it when the map does not; empty = the map must.
workload::Layer readLayer(const YamlNode& node, const std::string& path, YamlErrors& errors,
                          const std::string& ownName = {});

/// As a flow map, "{name: conv, R: 3, ...}"; without the name when it is `ownName`.
std::string writeLayer(const workload::Layer& layer, const std::string& ownName = {});

/// What an item of a list of layers says: one layer with its bounds (readLayer), or one of these kinds in their own
/// words,
///   matmul                  m, n, k, batch
///   attention               heads, queries, keys, head_size, value_size, key_heads, batch: two layers
///   transposed-convolution  the keys of a convolution, P and Q of the result, padding: one layer for each kind of phase
/// Layers that break an input rule are reported here, at the item.
std::vector<workload::Layer> readLayers(const YamlNode& node, const std::string& path, YamlErrors& errors,
                                        const std::string& ownName = {});

} // namespace nestloom::io
