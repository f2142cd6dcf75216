// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <string>
#include <vector>

namespace nestloom::report {

/// What bounds layers: "DRAM read" and how much of the run it bounds.
struct BottleneckShare {
    std::string text;
    std::string cssClass; // "compute", "dram", "buffer"; see style.h
    std::size_t layers = 0;
    Cycles cycles{};
};

/// Colour class of what bounds a layer.
std::string bottleneckClass(const hardware::Accelerator& accelerator, const cost::Bottleneck& bottleneck);

/// The most cycles first; layers without a cost are left out.
std::vector<BottleneckShare> bottleneckShares(const hardware::Accelerator& accelerator,
                                              const std::vector<schedule::LayerResult>& layers);

/// "Bottleneck: DRAM read on 9 of 54 layers (62.0 % of the cycles); then compute on ..."; empty when nothing was
/// solved.
std::string bottleneckSentence(const std::vector<BottleneckShare>& shares);

} // namespace nestloom::report
