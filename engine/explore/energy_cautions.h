// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

#include <string>

namespace nestloom::explore {

/// On how many points of a space energies come from a formula for smaller memories, and of the first of them why
/// (hardware/energy_table.h): one sentence; empty when there is none.
std::string energyCaution(const DesignSpace& space);

/// What holds for `changed` and not for `base`; empty when there is nothing.
std::string newEnergyCaution(const hardware::Accelerator& base, const hardware::Accelerator& changed);

} // namespace nestloom::explore
