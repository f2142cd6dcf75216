// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

namespace nestloom::io {

/// Expressions over the fields of an accelerator by their paths, each in its unit (bytes, bits, Hz, pJ; bandwidths in
/// B/cycle, however they are stated): arithmetic, comparisons, `and`, `or`, `a if b else c`, min, max, ceil, floor,
/// log2 and more (script/value.h). Names besides the fields: on_chip (bytes of all bounded levels), mac_units,
/// static_power (W, of all leakage), area (um2, as far as it is known), and the units B, KiB, MiB, GiB, kHz, MHz, GHz,
/// nJ, mm2.

/// "levels.WeightBuffer.capacity=2*MiB - levels.GlobalBuffer.capacity"
/// Fails   InvalidInput, in one sentence, for an unknown field and an expression that has no value on `accelerator`.
Result<explore::LinkedField> parseLink(const std::string& text, const hardware::Accelerator& accelerator);

/// "on_chip <= 2*MiB and mac_units >= 256"
/// Fails   InvalidInput, in one sentence, for an expression that has no value on `accelerator`.
Result<explore::Condition> parseCondition(const std::string& text, const hardware::Accelerator& accelerator);

} // namespace nestloom::io
