// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/kapla/node_run.h"

namespace nestloom::ui {

// The window speaks of energies of schedules on nodes in the words of the engine.
using kapla::dramWords;
using kapla::kNodeParts;
using kapla::NodeEnergy;
using kapla::nodeEnergy;
using kapla::NodePart;

} // namespace nestloom::ui
