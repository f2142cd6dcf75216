// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QString>

namespace nestloom::ui {

/// What an energy source is called: "stated level by level", "pat-public formula of Timeloop".
QString energySourceName(hardware::EnergySource source);

/// Where the energy of one access of this level comes from: "stated", "formula", "stated, not the formula", "missing".
QString energyOrigin(const hardware::Accelerator& accelerator, std::size_t level);
/// The same as a sentence for tool tips.
QString energyOriginSentence(const hardware::Accelerator& accelerator, std::size_t level);

} // namespace nestloom::ui
