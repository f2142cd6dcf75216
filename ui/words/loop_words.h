// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/edit.h"
#include "engine/mapping/layer_mapping.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// One loop of a mapping: position counts the temporal loops of its level first, then the spatial ones.
struct LoopRef {
    std::size_t level = 0;
    std::size_t position = 0;
    friend bool operator==(const LoopRef&, const LoopRef&) = default;
};

/// All loops from outer to inner.
std::vector<LoopRef> loopsOf(const mapping::LayerMapping& mapping);
bool isSpatial(const mapping::LayerMapping& mapping, LoopRef loop);
const mapping::Loop& loopAt(const mapping::LayerMapping& mapping, LoopRef loop);

/// What a loop means for one tensor.
enum class LoopEffect {
    Stays,     // temporal: the tile stays in `level`; outputs accumulate there
    ReadAgain, // temporal: the same data is needed again and comes from `level` once more
    Moves,     // temporal: each step needs another tile in `level`
    Shared,    // spatial: one copy serves all children; outputs are summed up
    Copied,    // spatial: the same, but each child has its own copy, as `level` has no multicast of the tensor
    Split,     // spatial: each child works on its own part
};

struct TensorEffect {
    LoopEffect effect = LoopEffect::Moves;
    std::optional<std::size_t> level; // nothing = the MAC units
};

/// A tensor stays across a temporal loop when the loop does not change which elements are used, and neither does any
/// temporal loop between it and the next inner level that keeps the tensor.
PerTensor<TensorEffect> loopEffects(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping,
                                    LoopRef loop);
/// True when the loop costs no traffic of that tensor on its own: it stays, or one copy is shared.
bool isReuse(LoopEffect effect);

/// "for K in 0..2 at GlobalBuffer" / "par for K in 0..4 at GlobalBuffer", with the axis where children lie on columns
/// and rows.
QString loopTitle(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, LoopRef loop);
/// "re-uses inputs (stay in LocalBuffer); moves weights (another tile to WeightBuffer each step), outputs ..."
QString loopExplanation(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, LoopRef loop);

/// "multicast", "no multicast", "multicast of weights, inputs"
QString multicastText(TensorSet multicast);

/// "weight stationary", "input stationary", "output stationary": the tensor that stays put in the innermost temporal
/// loop outside the levels that work inside a PE, i.e. of the outermost on-chip level, or of DRAM when that has none.
/// "nothing stationary" for a loop over groups; "no loops outside the PEs" when there is none.
QString dataflowText(const mapping::LayerMapping& mapping);

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
