// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/constraints.h"
#include "engine/mapping/layer_mapping.h"

#include <string>
#include <vector>

namespace nestloom::mapping {

/// A constraint that a mapping does not keep, with what the mapping does instead.
struct BrokenConstraint {
    std::size_t index = 0; // into the list that was asked about
    std::string message;   // "'GlobalBuffer: K = 4', but the mapping has K = 8 there"
    friend bool operator==(const BrokenConstraint&, const BrokenConstraint&) = default;
};

/// Independent check of constraints, loop by loop: it knows neither limits nor engines. Empty = all are kept. The
/// mapping must have the accelerator's levels, and the constraints no problem there (constraintProblem()).
std::vector<BrokenConstraint> brokenConstraints(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                                const LayerMapping& mapping,
                                                const std::vector<Constraint>& constraints);

} // namespace nestloom::mapping
