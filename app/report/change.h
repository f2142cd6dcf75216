// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run_figures.h"
#include "engine/schedule/network_run.h"

#include <string>
#include <vector>

namespace nestloom::report {

/// The totals of a run as plain numbers, so that two runs can be compared. Zero where nothing was solved.
struct Figures {
    double cycles = 0;
    double seconds = 0;
    double energy = 0; // pJ
    double edp = 0;    // J s
    double utilization = 0;
};
Figures figuresOf(const records::RunRecord& run);

/// Both have mappings for the same layers of equal networks, so that their sums can be compared.
bool isSameWork(const records::RunRecord& a, const records::RunRecord& b);

using Better = records::RunFigure::Better;

/// "-8.2 %", good or bad; "0.0 %" when nothing changed, "-" without a value to compare with.
Cell changeOf(double value, double before, Better better = Better::Smaller);
/// The same without a verdict when `apart` says why the two values are not alike.
Cell changeOf(double value, double before, Better better, const std::string& apart);
/// Of a ratio: "-45.6 pp".
Cell changeInPoints(double value, double before, Better better, const std::string& apart);

/// What bounds layers: "DRAM read" and how much of the run it bounds.
struct BottleneckShare {
    std::string text;
    std::string cssClass; // "compute", "dram", "buffer"; see html.cpp
    std::size_t layers = 0;
    Cycles cycles{};
};

/// Colour class of what bounds a layer.
std::string bottleneckClass(const hardware::Accelerator& accelerator, const cost::Bottleneck& bottleneck);

/// The most cycles first; layers without a cost are left out.
std::vector<BottleneckShare> bottleneckShares(const hardware::Accelerator& accelerator,
                                              const std::vector<schedule::LayerResult>& layers);

/// "Bottleneck: DRAM read on 9 of 54 layers (62.0 % of the cycles); then compute on ...", four causes at most; empty
/// when nothing was solved. `others`: cycles that the run takes besides, for operators between the layers.
std::string bottleneckSentence(const std::vector<BottleneckShare>& shares, Cycles others = {});

} // namespace nestloom::report
