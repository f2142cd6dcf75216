// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "ui/words/layer_words.h"

namespace nestloom::ui {

struct Theme;

/// The numbers of a layer in one line, each with its change against the baseline in the colour of its verdict.
struct LayerNumbers {
    QString html;    // "115 kcycle -3.1 %   31.2 uJ +0.4 %   util 71.0 %"; figures are links
    QString boundBy; // "bound by DRAM read, was compute"
    QString toolTip; // exact values of both
};

/// `baseline` is null when it has nothing for this layer; `run` is its name, empty without a baseline.
LayerNumbers layerNumbers(const cost::LayerCost& cost, const BaselineLayer* baseline, const QString& run,
                          const Theme& theme);

} // namespace nestloom::ui
