// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

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

enum class Better { Smaller, Larger };

/// "-8.2 %", good or bad; "0.0 %" when nothing changed, "-" without a value to compare with.
Cell changeOf(double value, double before, Better better = Better::Smaller);

/// "CoSA" for "cosa".
std::string engineTitle(const std::string& id);

} // namespace nestloom::report
