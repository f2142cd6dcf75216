// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"

#include <string>

namespace nestloom::cli {

/// A line for each search: what it reached, over the proven bound, and when it was how near.
std::string printConvergence(const schedule::ConvergenceInputs& inputs, const schedule::Convergence& all);
/// A line for each better value, and for each bound.
std::string convergenceCsv(const schedule::Convergence& all);

} // namespace nestloom::cli
