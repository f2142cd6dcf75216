// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job_runner.h"
#include "ui/ports/session.h"

namespace nestloom::app {

ui::JobState toUi(const jobs::JobSnapshot& job); // without the title

/// "CoSA  resnet50 on simba"
QString jobTitle(const records::RunInputs& inputs);

} // namespace nestloom::app
