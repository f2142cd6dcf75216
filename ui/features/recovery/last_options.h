// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

class QSettings;

namespace nestloom::ui {

/// The options of the next run, as the settings keep them between starts.
void saveOptions(const schedule::ScheduleOptions& options, QSettings& settings);
/// What cannot be read stays as it is in `options`.
schedule::ScheduleOptions readOptions(schedule::ScheduleOptions options, const QSettings& settings);

} // namespace nestloom::ui
