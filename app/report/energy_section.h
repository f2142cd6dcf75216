// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/charts.h"
#include "app/report/document.h"
#include "engine/records/run.h"

namespace nestloom::report {

/// Where the energy of a run went: a bar for each level with its tensors, hops and leakage, for the MAC units and for
/// the vector operators. Unit: pJ; together they are the energy of the run.
std::vector<Bar> energyBars(const records::RunRecord& run);
/// These, under a heading. Nothing for a run without energy.
void addEnergy(Document& document, const records::RunRecord& run);

} // namespace nestloom::report
