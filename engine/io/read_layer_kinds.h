// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/read_layer.h"

#include <vector>

namespace nestloom::io {

/// What an item of a list of layers says: one layer with its bounds (readLayer), or one of these kinds in their own
/// words,
///   matmul                  m, n, k, batch
///   attention               heads, queries, keys, head_size, value_size, key_heads, batch: two layers
///   transposed-convolution  the keys of a convolution, P and Q of the result, padding: one layer for each kind of phase
/// Layers that break an input rule are reported here, at the item.
std::vector<workload::Layer> readLayers(const YamlNode& node, const std::string& path, YamlErrors& errors,
                                        const std::string& ownName = {});

} // namespace nestloom::io
