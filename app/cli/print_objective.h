// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/objective_report.h"

namespace nestloom::cli {

/// The JSON of a run with the keys of its objective added to each layer: "objective" {name, unit, value, bound, gap,
/// proof_cpu_ms} and, for Eq. 12, its "terms". Reports are in the order of the layers.
std::string withObjective(const std::string& runJson, schedule::Objective objective,
                          const std::vector<schedule::ObjectiveReport>& reports);

/// For objectives other than latency, whose bound the table of the run has: what each layer reaches and the bound.
/// Empty when there is nothing to say.
std::string printObjective(schedule::Objective objective, const std::vector<schedule::LayerResult>& layers,
                           const std::vector<schedule::ObjectiveReport>& reports, Hertz clock);

} // namespace nestloom::cli
