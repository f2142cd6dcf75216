// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job_runner.h"
#include "app/store/run_record.h"
#include "ui/ports/run_history.h"

namespace nestloom::app {

// The values of jobs and store in the words of the window.
ui::RunSummary toUi(const store::RunSummary& run);
ui::RunRow toRow(const store::RunSummary& run);
ui::RunRecord toUi(const store::RunRecord& run);
ui::JobState toUi(const jobs::JobSnapshot& job); // without the title

/// "CoSA  resnet50 on simba"
QString jobTitle(const ui::ScheduleRequest& request);

} // namespace nestloom::app
