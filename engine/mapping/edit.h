// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::mapping {

/// A place of a loop: among the temporal or the spatial loops of a level, counted from outer to inner. As a target,
/// `position` is that of the loop that will stand inside the new one; one past the last stands for the inner end.
/// Spatial loops over columns and over rows count together.
struct LoopPlace {
    std::size_t level = 0;
    bool spatial = false;
    std::size_t position = 0;
    hardware::Axis axis = hardware::Axis::Columns; // of spatial places
    friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};

/// A mapping after an edit, and where what was moved stands in it.
struct EditedMapping {
    LayerMapping mapping;
    LoopPlace place;
};

/// The axes that loops over the children of a level can take, outer to inner: rows, columns; none without children.
std::vector<hardware::Axis> axesOf(const hardware::Fanout& fanout);
/// The axis of a level that takes a loop of so many iterations more, columns first; when neither does, the longer one.
hardware::Axis axisWithRoom(const hardware::Fanout& fanout, const LevelLoops& loops, std::int64_t bound);

/// Null when there is no loop at that place.
const Loop* loopAt(const LayerMapping& mapping, LoopPlace place);

/// Takes `factor` out of the loop at `from` and puts it at `to`, both as places of `mapping`; the whole bound moves the
/// whole loop. Loops of one dimension that then stand next to each other become one, spatial ones along an axis always.
/// The result is another nest of the same layer, but it may break rules of the accelerator: ask verify(). Fails
/// InvalidInput when there is no such loop or place, or when `factor` is below 2 or does not divide the bound.
Result<EditedMapping> moveFactor(const LayerMapping& mapping, LoopPlace from, std::int64_t factor, LoopPlace to);

/// With or without a tensor in a level.
/// Fails   InvalidInput when there is no such level.
Result<LayerMapping> withKept(const LayerMapping& mapping, std::size_t level, TensorRole role, bool kept);

enum class Direction { Outward, Inward };

/// Where one step takes a whole loop: past the next loop of its level, to the loops over the rows and over the columns
/// of its children, to the next level. Nothing at the end of the nest.
std::optional<LoopPlace> nextPlace(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                   LoopPlace from, Direction direction);

/// All lists of loops that `factor` of the loop at `from` could go to, from outer to inner, each with the place in it
/// that suits: beside a loop of the same dimension, else at the end that faces `from`. Spatial lists, one for each
/// axis, of levels with children only.
std::vector<LoopPlace> otherPlaces(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                   LoopPlace from);

/// The nearest of otherPlaces() in a direction; nothing at the end of the nest.
std::optional<LoopPlace> nextList(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopPlace from,
                                  Direction direction);

/// One factor moved, after which a mapping keeps all rules.
struct Relief {
    LoopPlace from;
    std::int64_t factor = 1;
    LoopPlace to;
    EditedMapping edited;
    std::string text; // "move factor 2 of K from GlobalBuffer (spatial) to DRAM"
};

/// The smallest single move that makes a mapping valid that has too large tiles or too many spatial loops, or breaks a
/// constraint: the smallest factor first, then the shortest way outward, then inner loops. Nothing when the mapping is
/// valid, breaks another rule, or when no single move helps.
std::optional<Relief> smallestRelief(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const LayerMapping& mapping);

} // namespace nestloom::mapping
