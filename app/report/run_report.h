// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"

#include <string>

namespace nestloom::report {

/// A run as one HTML file that needs nothing else: inputs, headline numbers, what bounds them, every layer with its
/// bound, its gap, its loop nest or the reason why it has none, and what is needed to run it again. It prints, and
/// follows the reader's light or dark mode. A run that was not stored has id 0.
std::string htmlReport(const store::RunRecord& run);

} // namespace nestloom::report
