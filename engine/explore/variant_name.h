// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

namespace nestloom::explore {

/// "simba, GlobalBuffer capacity 64 KiB": what tells the accelerator of point number `index` < count() from its
/// siblings, with the words of the file. `text` writes a value, in the unit of its kind, with that unit.
std::string variantName(const DesignSpace& space, std::size_t index,
                        const std::function<std::string(FieldKind kind, double value)>& text);

} // namespace nestloom::explore
