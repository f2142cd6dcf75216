// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"

namespace nestloom::hardware {

/// Changes to the list of levels. All of them keep the number of MAC units: fan-outs belong to the places in the
/// hierarchy, so levels move past them, and a removed level leaves its fan-out to the level outside it. The
/// interconnect stays at its place and follows the level that stands there then.
/// Each fails with InvalidInput, in one sentence, when check() would find something that it does not find now.
struct LevelEdit {
    Accelerator accelerator;
    std::size_t level = 0; // where the level at hand is now
};

/// A level of kind sram inside `outer`, one for each of its children. It keeps every tensor and has no bandwidth limit;
/// capacity, word widths and energy are those of the nearest level that has them, to be changed by the designer.
Result<LevelEdit> withLevelAdded(const Accelerator& accelerator, std::size_t outer);

/// A copy of a level inside it, one for each instance.
Result<LevelEdit> withLevelDuplicated(const Accelerator& accelerator, std::size_t level);

Result<LevelEdit> withLevelRemoved(const Accelerator& accelerator, std::size_t level);

/// Swaps a level with its neighbour: `inwards` towards the MAC units.
Result<LevelEdit> withLevelMoved(const Accelerator& accelerator, std::size_t level, bool inwards);

/// Another name; the interconnect's `below` follows. Fails never: check() says what is wrong with a name.
Accelerator withLevelRenamed(const Accelerator& accelerator, std::size_t level, const std::string& name);

} // namespace nestloom::hardware
