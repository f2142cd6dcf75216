// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

/// "45/54 layers, 9 failed"; of a sweep its points.
QString doneText(const JobState& job);
/// The cycles found, and in how many layers when a run has ended without some: "4.55 Mcycle in 45 of 54 layers".
QString incumbentText(const JobState& job);

} // namespace nestloom::ui
