// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/yaml_reader.h"

#include <type_traits>

namespace nestloom::io {

/// The map under the one key at the top of a file, such as "accelerator". Reports any other key there with what may
/// stand in such a file: `under` are the keys that belong under the top one.
const YamlNode* topOfFile(const YamlNode& tree, std::string_view key, const std::vector<std::string_view>& under,
                          YamlErrors& errors);

/// The value below that key: `read(node, errors)` makes it, `check(value)` finds what breaks its input rules.
/// Fails   with the first thing wrong, and its line.
template <typename Read, typename Check>
auto parseTop(std::string_view yaml, const std::string& fileName, std::string_view key,
              const std::vector<std::string_view>& under, Read read, Check check)
    -> Result<std::invoke_result_t<Read, const YamlNode&, YamlErrors&>>
{
    const auto tree = parseYaml(yaml, fileName);
    if (!tree)
        return tree.error();
    YamlErrors errors(fileName);
    const YamlNode* node = topOfFile(*tree, key, under, errors);
    if (errors.first())
        return *errors.first();
    auto value = read(*node, errors);
    if (!errors.first())
        for (const auto& finding : check(value))
            errors.report(lineOfPath(*node, finding.key), finding.key, finding.message);
    if (errors.first())
        return *errors.first();
    return value;
}

} // namespace nestloom::io
