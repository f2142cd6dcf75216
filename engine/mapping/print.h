// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/layer_mapping.h"

#include <string>

namespace nestloom::mapping {

/// The loop nest as indented text, one loop a line, levels as headings with tile bytes against capacity:
///   DRAM [weights 36,864 B, inputs 230,400 B, outputs 200,704 B]
///     for P in 0..7
///       GlobalBuffer [inputs 28,800 B + outputs 25,088 B of 65,536 B]
///         par for K in 0..16
/// Where children lie on columns and rows, a loop over them says which: par for K in 0..4 along rows.
std::string print(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping);

} // namespace nestloom::mapping
