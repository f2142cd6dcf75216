// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

#include <string>

namespace nestloom::io {

/// The values of an axis as people write them: a list "32 KiB, 64 KiB", or a range by steps "4..32:4" or by a factor
/// "16KiB..256KiB:x2"; in place of the colon, a space with "+4" or "x2" will do. Ranges include their ends where the
/// step meets them; a factor that leaves whole numbers is rounded to them ("4..32:x1.5" = 4, 6, 9, 14, 20, 30). Numbers
/// without a unit are in the unit of the field. Bandwidths stay as they are written, in B/cycle or in GB/s, and are not
/// mixed; without a unit they are B/cycle, and refused for a field that is stated in GB/s.
/// Fails   InvalidInput, in one sentence.
Result<explore::Axis> parseAxisValues(const explore::Field& field, std::string_view text);

/// A field and its values: "levels.GlobalBuffer.capacity=16KiB..256KiB:x2".
/// Fails   InvalidInput, in one sentence.
Result<explore::Axis> parseAxis(const std::string& text, const hardware::Accelerator& accelerator);

/// A value with its unit: "64 KiB", "10 B/cycle", "4".
std::string axisValueText(explore::FieldKind kind, double value);

} // namespace nestloom::io
