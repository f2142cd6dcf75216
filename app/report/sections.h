// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

namespace nestloom::report {

// The parts of a report of one run, in their order.
void addHeadlines(Document& document, const records::RunRecord& run, const records::RunRecord* baseline);
void addCyclesChart(Document& document, const records::RunRecord& run);
void addLayerTable(Document& document, const records::RunRecord& run, const records::RunRecord* baseline);
void addEnergy(Document& document, const records::RunRecord& run);
void addTiledSchedules(Document& document, const records::RunRecord& run); // nothing when no layer has one
void addLoopNests(Document& document, const records::RunRecord& run);
void addVerification(Document& document, const records::RunRecord& run);
void addInputs(Document& document, const records::RunRecord& run);

// Parts of addInputs() that other reports use as well.
void addAccelerator(Document& document, const hardware::Accelerator& accelerator, const std::string& yaml);
void addNetwork(Document& document, const workload::Network& network, const std::string& yaml);

} // namespace nestloom::report
