// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/import_design.h"
#include "app/judge_design.h"

#include <string>

namespace nestloom::cli {

/// Levels, layers and mapping as tables with units, then questions, what was assumed, ignored and refused.
std::string printDesign(const app::ImportedDesign& design, const app::DesignVerdict& verdict);
/// The same as JSON.
std::string designToJson(const app::ImportedDesign& design, const app::DesignVerdict& verdict);

} // namespace nestloom::cli
