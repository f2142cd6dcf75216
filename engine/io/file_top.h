// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/yaml_reader.h"

namespace nestloom::io {

/// The map under the one key at the top of a file, such as "accelerator". Reports any other key there with what may
/// stand in such a file: `under` are the keys that belong under the top one.
const YamlNode* topOfFile(const YamlNode& tree, std::string_view key, const std::vector<std::string_view>& under,
                          YamlErrors& errors);

} // namespace nestloom::io
