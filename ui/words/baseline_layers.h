// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace nestloom::ui {

/// What the baseline says about one layer of the shown run.
struct BaselineLayer {
    QString name; // as the baseline's network calls it
    double cycles = 0;
    double picojoules = 0;
    double utilization = 0; // 0..1
    QString boundBy;        // "DRAM read"
};

/// Nothing without a cost.
std::optional<BaselineLayer> baselineLayer(const schedule::LayerResult* result);

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
