// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/accelerator_fields.h"

#include <QString>

namespace nestloom::ui {

class Sweeps;

/// "GlobalBuffer capacity" for the path "levels.GlobalBuffer.capacity".
QString fieldTitle(const std::string& path);

/// The numbers of an accelerator that can change a result: without the words of tensors that a level does not keep,
/// and without the interconnect where none is described.
std::vector<explore::Field> sweepableFields(const hardware::Accelerator& accelerator);

/// Short and exact text of a field's value, always with its unit.
QString fieldText(explore::FieldKind kind, double value);      // "64 KiB", "10 B/cycle", "1 GHz"
QString exactFieldText(explore::FieldKind kind, double value); // "65,536 B"

/// Values to begin with around the present one, "32 KiB..256 KiB x2"; empty when there is no present value.
QString suggestedValues(const explore::Field& field, const Sweeps& sweeps);

} // namespace nestloom::ui
