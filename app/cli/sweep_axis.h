// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/design_space.h"

#include <string>

namespace nestloom::cli {

/// "PATH=32 KiB,64 KiB", "PATH=4..32:4" (steps of 4) or "PATH=16KiB..256KiB:x2" (each twice the last); ranges include
/// their ends where the step meets them. Numbers without a unit are in the unit of the field.
/// Fails   InvalidInput, in one sentence.
Result<explore::Axis> parseAxis(const std::string& text, const hardware::Accelerator& accelerator);

/// A value with its unit: "64 KiB", "10 B/cycle", "4".
std::string axisValueText(explore::FieldKind kind, double value);

} // namespace nestloom::cli
