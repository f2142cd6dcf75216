// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "app/store/run_record.h"

namespace nestloom::report {

// The parts of a report of one run, in their order.
void addHeadlines(Document& document, const store::RunRecord& run, const store::RunRecord* baseline);
void addCyclesChart(Document& document, const store::RunRecord& run);
void addLayerTable(Document& document, const store::RunRecord& run, const store::RunRecord* baseline);
void addEnergy(Document& document, const store::RunRecord& run);
void addTiledSchedules(Document& document, const store::RunRecord& run); // nothing when no layer has one
void addLoopNests(Document& document, const store::RunRecord& run);
void addVerification(Document& document, const store::RunRecord& run);
void addInputs(Document& document, const store::RunRecord& run);

// Parts of addInputs() that other reports use as well.
void addAccelerator(Document& document, const hardware::Accelerator& accelerator, const std::string& yaml);
void addNetwork(Document& document, const workload::Network& network, const std::string& yaml);

} // namespace nestloom::report
