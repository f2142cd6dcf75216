// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/accelerator/accelerator_diagram_layout.h"

namespace nestloom::ui {

/// Places chips, links and dots of the array of PEs within `room`; a side too long for it shows its two ends. Links are
/// placed when `made` is a network. Returns where the array ends below.
double layOutPes(const hardware::Fanout& fanout, const QRectF& room, AcceleratorDiagramLayout::Array& made);

} // namespace nestloom::ui
