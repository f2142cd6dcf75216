// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/network_import.h"

#include <algorithm>
#include <array>

namespace nestloom::workload {

std::string_view name(NodeOutcome outcome)
{
    constexpr std::array<std::string_view, 5> names{"mapped", "planned", "data movement", "folded", "unsupported"};
    return names[std::size_t(outcome)];
}

std::size_t count(const NetworkImport& import, NodeOutcome outcome)
{
    return std::size_t(
        std::ranges::count_if(import.nodes, [&](const ImportedNode& node) { return node.outcome == outcome; }));
}

std::string askFor(const std::vector<OpenDimension>& dimensions)
{
    constexpr std::size_t kShown = 8;
    if (dimensions.empty())
        return {};
    std::string places, option;
    for (std::size_t i = 0; i < std::min(dimensions.size(), kShown); ++i) {
        const OpenDimension& open = dimensions[i];
        places += (i > 0 ? ", '" : "'") + open.name + "' (dimension " + std::to_string(open.axis) + " of input '"
                  + open.tensor + "')";
        option += (i > 0 ? "," : "") + open.name + "=1";
    }
    const std::size_t more = dimensions.size() - std::min(dimensions.size(), kShown);
    if (more > 0)
        places += " and " + std::to_string(more) + " more";
    return "the file leaves " + std::string(dimensions.size() == 1 ? "a size" : "sizes") + " open: " + places
           + "; say how large, for example --dims " + option;
}

} // namespace nestloom::workload
