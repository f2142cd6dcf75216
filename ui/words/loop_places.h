// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/edit.h"
#include "ui/words/loop_words.h"

#include <vector>

namespace nestloom::ui {

// The two ways to point at a loop: views count all loops of a level (LoopRef), edits count temporal and spatial ones
// apart.
mapping::LoopPlace placeOf(const mapping::LayerMapping& mapping, LoopRef loop);
LoopRef refOf(const mapping::LayerMapping& mapping, const mapping::LoopPlace& place);

/// Prime factors of a bound, ascending, each as often as it divides.
std::vector<std::int64_t> primesOf(std::int64_t bound);

/// What an edit moves where: a factor of a loop, or the whole bound.
struct LoopMove {
    mapping::LoopPlace from;
    std::int64_t factor = 1;
    mapping::LoopPlace to;
    friend bool operator==(const LoopMove&, const LoopMove&) = default;
};

/// "GlobalBuffer", "GlobalBuffer, spatial", "GlobalBuffer, rows".
QString placeName(const hardware::Accelerator& accelerator, const mapping::LoopPlace& place);
/// "K 4 to GlobalBuffer, spatial"; "K 4 within GlobalBuffer".
QString moveWords(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, const LoopMove& move);

} // namespace nestloom::ui
