// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/experiment.h"
#include "engine/schedule/objective_report.h"

#include <functional>
#include <stop_token>

namespace nestloom::cli {

/// The bounds of a run's objective, proven once it is done, by layer; onProof hears which layer is done. Empty when
/// they cannot be proven, when nothing is to be proven, or when the run was stopped: it is printed without them.
std::vector<schedule::ObjectiveReport> objectiveReports(const records::RunInputs& inputs,
                                                        const std::vector<schedule::LayerResult>& layers,
                                                        const std::stop_token& stop,
                                                        const std::function<void(std::size_t)>& onProof);

/// What --json prints of a run of any kind; reports are those of a run of layers.
std::string outcomeJson(const records::RunInputs& inputs, const jobs::ExperimentOutcome& outcome,
                        const std::vector<schedule::ObjectiveReport>& reports);

} // namespace nestloom::cli
