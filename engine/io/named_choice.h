// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/in_quotes.h"
#include "engine/io/yaml_reader.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// The value of an enum by its name in the file; `what` completes "'srm' is not ...".
template <typename Enum, std::size_t Count>
Enum namedChoice(const YamlMap& map, std::string_view key, const std::array<Enum, Count>& values,
                 const std::string& what, Enum fallback)
{
    if (!map.find(key))
        return fallback;
    const std::string written = map.text(key);
    std::vector<std::string_view> known;
    for (const Enum value : values) {
        if (name(value) == written)
            return value;
        known.push_back(name(value));
    }
    map.report(key, inQuotes(written) + " is not " + what + suggestion(written, known));
    return fallback;
}

} // namespace nestloom::io
