// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "engine/schedule/run_choices.h"

class QWidget;

namespace nestloom::ui {

/// Enables a control while the engine of the options listens to it. Else it is disabled, and its tool tip says why.
void followEngine(QWidget& control, schedule::RunChoice choice, const schedule::ScheduleOptions& options);

} // namespace nestloom::ui
