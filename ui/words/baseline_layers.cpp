// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/baseline_layers.h"

namespace nestloom::ui {

std::optional<BaselineLayer> baselineLayer(const schedule::LayerResult* result)
{
    if (result == nullptr || !result->cost)
        return std::nullopt;
    const cost::LayerCost& cost = *result->cost;
    return BaselineLayer{QString::fromStdString(result->name), double(cost.cycles.count), cost.energy.count,
                         cost.utilization, QString::fromStdString(cost.bottleneck.text)};
}

} // namespace nestloom::ui
