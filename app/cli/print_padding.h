// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/padding_advice.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// What was found for one layer.
struct LayerPaddings {
    workload::Layer layer;
    std::vector<std::string> sameShapes; // names of other layers that this holds for
    explore::PaddingAdvice advice;
};

/// A line for the layer as it is and one for each padding, the best first; at most `most` paddings.
std::string printPaddings(const LayerPaddings& found, const schedule::ScheduleOptions& options, std::size_t most);

/// All paddings of all layers, with their mappings.
std::string paddingsJson(const hardware::Accelerator& accelerator, const schedule::ScheduleOptions& options,
                         const std::vector<LayerPaddings>& found);

} // namespace nestloom::cli
