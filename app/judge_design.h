// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/mapping/design_import.h"
#include "engine/mapping/verify.h"

#include <optional>
#include <vector>

namespace nestloom::app {

/// What the verifier and the cost models say of an imported mapping.
struct DesignVerdict {
    bool isGood = true;                            // nothing was refused, and the mapping, if any, is verified
    std::vector<mapping::Violation> violations;    // of the mapping
    std::optional<cost::LayerCost> timeloop, ours; // of a verified mapping
};

DesignVerdict judge(const mapping::DesignImport& import);

} // namespace nestloom::app
