// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/import_design.h"
#include "engine/cost/layer_cost.h"
#include "engine/mapping/verify.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::cli {

/// What the verifier and the cost models say of an imported mapping.
struct DesignVerdict {
    bool isGood = true;                             // nothing was refused, and the mapping, if any, is verified
    std::vector<mapping::Violation> violations;     // of the mapping
    std::optional<cost::LayerCost> timeloop, ours;  // of a verified mapping
};
DesignVerdict judge(const mapping::DesignImport& import);

/// Levels, layers and mapping as tables with units, then questions, what was assumed, ignored and refused.
std::string printDesign(const app::ImportedDesign& design, const DesignVerdict& verdict);
/// The same as JSON.
std::string designToJson(const app::ImportedDesign& design, const DesignVerdict& verdict);

} // namespace nestloom::cli
