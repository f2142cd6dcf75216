// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/objective_report.h"

#include <optional>
#include <vector>

namespace nestloom::schedule {

enum class Figure { Cycles, Energy, Edp, Utilization, Gap, DramBytes };

/// How a figure of a layer's result comes about (cost::explain...). A layer with a schedule of tiles has no loop nest:
/// its figures are inputs. Nothing without a cost, and for the gap without a bound.
std::optional<cost::Formula> explain(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const LayerResult& result, Figure figure);

/// The same of Totals: sums over the layers that have a cost, each with its own formula, and the vector operators.
std::optional<cost::Formula> explainTotal(const hardware::Accelerator& accelerator, const workload::Network& network,
                                          const ScheduleOptions& options, const std::vector<LayerResult>& results,
                                          Figure figure);

/// How far a layer's mapping is from what was proven, made of its figures: the gap of the objective, and for
/// Objective::Latency the gap of the energy to the least of any mapping that is as fast. Empty without a proof.
std::vector<cost::Formula> explainProof(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                        const LayerResult& result, Objective objective, const ObjectiveReport& report);

} // namespace nestloom::schedule
