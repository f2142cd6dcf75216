// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/constraints.h"
#include "engine/mapping/layer_mapping.h"

#include <optional>
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
std::vector<BrokenConstraint> brokenConstraints(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                                const std::vector<Constraint>& constraints);

enum class Rule { LevelCount, LoopBound, FactorProduct, Waste, Capacity, Fanout, Keep, Constraint };

/// A rule that a mapping breaks, with both numbers.
struct Violation {
    Rule rule = Rule::LevelCount;
    std::string message; // "level GlobalBuffer: tiles need 131072 B, capacity is 65536 B"
    friend bool operator==(const Violation&, const Violation&) = default;
};

/// Independent, naive check of a mapping; empty = valid. It shares no code with any scheduler or with the cost model:
/// tiles are found by walking index ranges, not by the closed forms of tileElements().
/// Rules   every level has its loops; bounds >= 1; per dimension the factors multiply to the layer's bound,
///         or to more where no loop could be smaller and still cover the layer;
///         tiles of kept tensors fit each level; spatial loops fit the fan-out along each axis; only keepable tensors
///         are kept, and the outermost level keeps all; the accelerator's constraints are kept, and can
///         be read.
std::vector<Violation> verify(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const LayerMapping& mapping);

/// Why no mapping at all can exist, with the smallest change that helps; nothing when one does.
/// A mapping exists exactly when every level can hold one element of each tensor it keeps, because
/// outermostMapping() needs no more.
struct Infeasibility {
    std::string level;
    Bytes needed{};
    Bytes available{};
    std::string message; // "level AccumulationBuffer needs 3 B for one outputs element but holds 2 B; raise its
                         // capacity to 3 B"
};
std::optional<Infeasibility> explainInfeasible(const hardware::Accelerator& accelerator, const workload::Layer& layer);

} // namespace nestloom::mapping
