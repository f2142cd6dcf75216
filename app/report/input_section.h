// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

namespace nestloom::report {

/// The texts of accelerator, network and options, as a run keeps them.
void addInputs(Document& document, const records::RunRecord& run);
/// What decided the run besides, as text.
std::string optionsText(const records::RunInputs& inputs);
// Parts of addInputs() that other reports use as well.
void addAccelerator(Document& document, const hardware::Accelerator& accelerator, const std::string& yaml);
void addNetwork(Document& document, const workload::Network& network, const std::string& yaml);

} // namespace nestloom::report
