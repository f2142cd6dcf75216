// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/variant_name.h"

#include <algorithm>
#include <string_view>

namespace nestloom::explore {

namespace {

std::string wordsOf(std::string_view key)
{
    std::string words(key);
    std::ranges::replace_if(
        words, [](char c) { return c == '.' || c == '_'; }, ' ');
    return words;
}

/// "levels.Weight.Buffer.read_bandwidth" is "Weight.Buffer read bandwidth": names of levels stay.
std::string fieldName(const DesignSpace& space, std::string_view path)
{
    for (const hardware::BufferLevel& level : space.base.levels)
        if (const std::string start = "levels." + level.name + "."; path.starts_with(start))
            return level.name + " " + wordsOf(path.substr(start.size()));
    return wordsOf(path);
}

} // namespace

std::string variantName(const DesignSpace& space, std::size_t index,
                        const std::function<std::string(FieldKind kind, double value)>& text)
{
    const std::vector<double> values = valuesAt(space, index);
    std::string name = space.base.name;
    for (std::size_t i = 0; i < values.size(); ++i)
        name += ", " + fieldName(space, space.axes[i].path) + " " + text(kindOf(space, space.axes[i]), values[i]);
    return name;
}

} // namespace nestloom::explore
