// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/gantt_chart.h"

namespace nestloom::test {

/// Two NPUs and a DMA channel over 1,000 cycles.
inline std::shared_ptr<trace::Trace> sampleTrace()
{
    auto trace = std::make_shared<trace::Trace>();
    trace->name = "conv1";
    trace->lanes = {{"NPU 0", "NPUs"}, {"NPU 1", "NPUs"}, {"DMA", "off chip"}};
    trace->kinds = {"compute", "load", "store"};
    trace->labels = {"OT[0]", "OT[1]", "IN[0]"};
    trace->events = {{100, 500, 0, 0, 0, 0},
                     {500, 900, 0, 0, 1, 0},
                     {150, 450, 0, 1, 1, 0},
                     {0, 100, 6400, 2, 2, 1},
                     {900, 1000, 3200, 2, 0, 2}};
    return trace;
}

inline std::vector<ui::GanttStyle> sampleStyles()
{
    return {{[](const ui::Theme& theme) { return theme.colour(ui::BoundBy::Compute); }, false},
            {[](const ui::Theme& theme) { return theme.tensor[TensorRole::Inputs]; }, false},
            {[](const ui::Theme& theme) { return theme.tensor[TensorRole::Outputs]; }, true}};
}

} // namespace nestloom::test
