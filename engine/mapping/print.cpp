// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/print.h"

namespace nestloom::mapping {

namespace {

std::string grouped(std::int64_t number)
{
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = std::ptrdiff_t(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string heading(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping,
                    std::size_t i)
{
    const hardware::BufferLevel& level = accelerator.levels[i];
    std::string tiles;
    for (const TensorRole role : kTensorRoles) {
        if (!mapping.levels[i].keeps.contains(role))
            continue;
        const Bytes bytes = bytesFor(tileBits(accelerator, layer, mapping, i, role));
        tiles += (tiles.empty() ? "" : " + ") + std::string(name(role)) + " " + grouped(bytes.count) + " B";
    }
    if (level.capacity)
        tiles += " of " + grouped(level.capacity->count) + " B";
    return level.name + " [" + tiles + "]";
}

} // namespace

std::string print(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping)
{
    std::string text;
    std::string indent;
    const auto line = [&](const std::string& words) { text += indent + words + "\n"; };
    const auto loops = [&](const std::vector<Loop>& list, const char* keyword, bool withAxes) {
        for (const Loop& loop : list) {
            line(std::string(keyword) + workload::letter(loop.dimension) + " in 0.." + std::to_string(loop.bound)
                 + (withAxes ? " along " + std::string(hardware::name(loop.axis)) : ""));
            indent += "  ";
        }
    };
    for (std::size_t i = 0; i < mapping.levels.size(); ++i) {
        line(heading(accelerator, layer, mapping, i));
        indent += "  ";
        loops(mapping.levels[i].temporal, "for ", false);
        loops(mapping.levels[i].spatial, "par for ", accelerator.levels[i].fanout.isPlane());
    }
    line("MAC");
    return text;
}

} // namespace nestloom::mapping
