// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>

namespace nestloom::hardware {

/// Area of all instances of a level, from the accelerator's area table: capacity in KiB times the area of a KiB.
/// A level of kind dram is not on the chip: 0. Nothing when the table does not say, or the capacity is unbounded.
std::optional<SquareMicrometres> levelArea(const Accelerator& accelerator, BufferLevelId level);

/// Area of all MAC units, or nothing when the table does not say.
std::optional<SquareMicrometres> macArea(const Accelerator& accelerator);

/// Area of all levels and MAC units, or nothing when one of them is not known. Wires, the network on chip and control
/// are not counted.
std::optional<SquareMicrometres> chipArea(const Accelerator& accelerator);

} // namespace nestloom::hardware
