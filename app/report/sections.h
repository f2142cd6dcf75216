// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"

#include <string>

namespace nestloom::report {

// The parts of a report, in their order; each returns HTML.
std::string headlineSection(const store::RunRecord& run);
std::string chartSection(const store::RunRecord& run);
std::string layerSection(const store::RunRecord& run);
std::string energySection(const store::RunRecord& run);
std::string loopNestSection(const store::RunRecord& run);
std::string inputSection(const store::RunRecord& run);

} // namespace nestloom::report
