// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <string_view>

namespace nestloom::mapping {

/// A mapping from the text that print() makes of it. Indentation means nothing; byte counts are not read; a level
/// without brackets keeps what it may keep, and loops over columns and rows that name no axis are laid out. Loops of
/// bound 1 are left out. The mapping is not verified. Fails   InvalidInput with the line, when a level is missing,
/// unknown or out of order, or a line is no loop.
Result<LayerMapping> parse(const hardware::Accelerator& accelerator, std::string_view text);

} // namespace nestloom::mapping
