// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <string>
#include <string_view>

namespace nestloom::mapping {

/// A mapping from the text that print() makes of it. Indentation means nothing; byte counts are not read; a level
/// without brackets keeps what it may keep, and loops over columns and rows that name no axis are laid out. Loops of
/// bound 1 are left out. The mapping is not verified. Fails   InvalidInput with the line, when a level is missing,
/// unknown or out of order, or a line is no loop.
Result<LayerMapping> parse(const hardware::Accelerator& accelerator, std::string_view text);

/// The loop nest as indented text, one loop a line, levels as headings with tile bytes against capacity:
///   DRAM [weights 36,864 B, inputs 230,400 B, outputs 200,704 B]
///     for P in 0..7
///       GlobalBuffer [inputs 28,800 B + outputs 25,088 B of 65,536 B]
///         par for K in 0..16
/// Where children lie on columns and rows, a loop over them says which: par for K in 0..4 along rows.
std::string print(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping);

} // namespace nestloom::mapping
