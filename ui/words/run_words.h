// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"
#include "ui/ports/session.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

/// What bounds the layers of a run, the part with most cycles first.
struct BoundShare {
    QString what; // "DRAM read"
    int layers = 0;
    double share = 0; // of all cycles, 0..1
};
/// `others`: what the run takes besides, for operators between the layers.
std::vector<BoundShare> boundShares(const std::vector<schedule::LayerResult>& layers, Cycles others);

/// "Bottleneck: DRAM read on 9 of 54 layers, which take 31 % of the time.", or operators between the layers where they
/// take more; empty without results.
QString bottleneckSentence(const std::vector<BoundShare>& shares);
/// "Then compute on 40 layers (52 %), DRAM write on 5 layers (17 %)."; empty when there is nothing more.
QString furtherBounds(const std::vector<BoundShare>& shares);

/// "Of this, 117 vector operators 1.20 Mcycle, 3.10 mJ."; empty when all is of layers.
QString vectorSentence(const schedule::Totals& totals);
/// "Not costed: 49 relu, 1 softmax (the accelerator has no vector unit)."; empty when nothing is left out.
QString notCostedSentence(const schedule::Totals& totals);

/// The solved layer that is furthest above its proven bound.
std::optional<std::size_t> worstGapLayer(const std::vector<schedule::LayerResult>& layers);

/// Layers that ended without a mapping, grouped by reason.
struct Failure {
    QString reason; // one sentence with the smallest change that helps, as the engine says it
    std::vector<std::size_t> layers;
};
std::vector<Failure> failures(const std::vector<schedule::LayerResult>& layers);
/// "conv1, layer1.0.conv2 and 3 more layers have no mapping: ..."
QString failureSentence(const Failure& failure, const std::vector<schedule::LayerResult>& layers);

/// Everything one needs to reproduce a failed layer, as plain text.
QString diagnostics(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options, const schedule::LayerResult& layer,
                    const QString& acceleratorYaml);

/// "latency, then energy", "energy, then latency", "EDP", "energy + price x cycles", "CoSA paper (Eq. 12)".
QString objectiveTitle(schedule::Objective objective);
/// What the engine of a run minimises: an objective, or "latency-transfer", "latency", "transfer" for tiled
/// schedules.
QString objectiveTitle(const schedule::ScheduleOptions& options);

/// Of the operators in a memory plan: "free order", "default order", "least-peak order".
QString orderText(schedule::cosma::Order order);

/// "45/54 layers, 9 failed"; of a sweep its points.
QString doneText(const JobState& job);
/// The cycles found, and in how many layers when a run has ended without some: "4.55 Mcycle in 45 of 54 layers".
QString incumbentText(const JobState& job);

} // namespace nestloom::ui
