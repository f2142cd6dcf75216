// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace nestloom::ui {

/// Words about one layer of a run, shared by the table, the chart and the loop nest view so that they never differ.

/// "proven", "within 0.83 % (time limit)", "best found", "pending", "not run", ...
QString statusText(const schedule::LayerResult& result);
/// "the bound holds among perfect factors of the layer's own sizes".
QString spaceText(const schedule::LayerResult& result);
/// "simulated 183,240 cycles, 1.92 times the cost model's"; of a layer that is not simulated, how it can be.
QString simulatedText(const schedule::LayerResult& result);
/// Why a layer is pale while a preview maps it again.
QString staleText();
/// Its run goes on and may still bring a result. A layer that is left pending when its run ends has a reason why.
bool isAwaited(const schedule::LayerResult& result);
/// True when the layer ended without a verified mapping and was not simply cancelled or still pending.
bool needsAttention(const schedule::LayerResult& result);

/// "compute", "DRAM read", "GlobalBuffer write"; kNoValue without a cost.
QString bottleneckText(const schedule::LayerResult& result);

/// "max(compute 112,896, DRAM read 98,000, DRAM write 3,136) cycles"; ports without a limit are left out.
QString latencyFormula(const cost::LayerCost& cost);
/// "MACs 23.1 µJ + DRAM 212 µJ + GlobalBuffer 30.4 µJ"
QString energyFormula(const cost::LayerCost& cost);
/// "nestloom cost model" or "Timeloop compatible cost model"
QString modelText(cost::Model model);

/// What an energy source is called: "stated level by level", "pat-public formula of Timeloop".
QString energySourceName(hardware::EnergySource source);

/// Where the energy of one access of this level comes from: "stated", "formula", "stated, not the formula", "missing".
QString energyOrigin(const hardware::Accelerator& accelerator, std::size_t level);
/// The same as a sentence for tool tips.
QString energyOriginSentence(const hardware::Accelerator& accelerator, std::size_t level);

/// Title and text of a page that shows layers when there are none: no network is chosen, or the one that is has
/// operators but no layers, so that its memory can be planned but nothing can be mapped.
std::pair<QString, QString> noLayersText(const workload::Network& network);

/// Why the result of a layer has no mapping to show, and none is awaited.
struct WhyNoMapping {
    QString title, text;
    bool isWarning = false;
};
WhyNoMapping whyNoMapping(const schedule::LayerResult& result);

/// What the baseline says about one layer of the shown run.
struct BaselineLayer {
    QString name; // as the baseline's network calls it
    double cycles = 0;
    double picojoules = 0;
    double utilization = 0; // 0..1
    QString boundBy;        // "DRAM read"
    QString otherModel{};   // "tiles against own: different models"; empty = its figures are of the same model
};

/// Nothing without a cost.
std::optional<BaselineLayer> baselineLayer(const schedule::LayerResult* result, const QString& otherModel = {});

/// The baseline, layer by layer of the shown run; layers without a counterpart or a result there have nothing.
struct BaselineLayers {
    QString run; // "run 11"; empty = there is no baseline
    std::vector<std::optional<BaselineLayer>> layers;

    bool isEmpty() const { return run.isEmpty(); }
    const BaselineLayer* layer(std::size_t index) const
    {
        return index < layers.size() && layers[index] ? &*layers[index] : nullptr;
    }
};

} // namespace nestloom::ui
