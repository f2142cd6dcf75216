// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tiled_schedule.h"

#include <array>

namespace nestloom::schedule::flexer {

std::string_view name(DataType type)
{
    constexpr std::array<std::string_view, 4> names{"inputs", "weights", "partial sums", "outputs"};
    return names[static_cast<std::size_t>(type)];
}

std::string_view name(Direction direction) { return direction == Direction::Load ? "load" : "store"; }

std::string label(const Tile& tile)
{
    std::string text(name(tile.role));
    if (tile.pixels >= 0)
        text += " p" + std::to_string(tile.pixels);
    if (tile.outputs >= 0)
        text += " o" + std::to_string(tile.outputs);
    if (tile.reduction >= 0)
        text += " r" + std::to_string(tile.reduction);
    return text;
}

} // namespace nestloom::schedule::flexer
