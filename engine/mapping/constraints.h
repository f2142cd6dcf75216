// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nestloom::mapping {

inline bool isAmong(workload::LoopDimension d, const std::vector<workload::LoopDimension>& list)
{
    return std::ranges::find(list, d) != list.end();
}

using workload::LoopDimension;

/// What a bound speaks of: the loops of a level that run one after the other, those that are spread over its children,
/// or the tile of one instance.
enum class BoundOf { Temporal, Spatial, Tile };
enum class Relation { Equal, AtMost, AtLeast };

/// "K = 4", "spatial C <= 8", "tile P >= 7", "tile R = all", "spatial <= 512".
struct BoundConstraint {
    BoundOf of = BoundOf::Temporal;
    std::optional<LoopDimension> dimension; // nothing = all spatial loops of the level together
    Relation relation = Relation::Equal;
    std::optional<std::int64_t> value; // nothing = the layer's whole bound ("all")
    friend bool operator==(const BoundConstraint&, const BoundConstraint&) = default;
};

/// "only K C", "no P", "spatial only C K", "no spatial P Q", "no spatial" (no loops at all).
struct LoopsConstraint {
    bool spatial = false;
    bool only = false;                     // no loops but these; else none of these
    std::vector<LoopDimension> dimensions; // empty = every dimension
    friend bool operator==(const LoopsConstraint&, const LoopsConstraint&) = default;
};

/// "order K C P": temporal loops of the level, outermost first; others stand anywhere. "order K ... C P": others only
/// at "...".
struct OrderConstraint {
    std::vector<LoopDimension> dimensions;
    std::optional<std::size_t> others; // how many of `dimensions` stand before "..."
    friend bool operator==(const OrderConstraint&, const OrderConstraint&) = default;
};

/// "stationary weights": temporal loops of the level that leave the tensor's tile in place stand inside all that move
/// it.
struct StationaryConstraint {
    TensorRole tensor = TensorRole::Weights;
    friend bool operator==(const StationaryConstraint&, const StationaryConstraint&) = default;
};

/// "bypass inputs", "keep weights outputs".
struct KeepConstraint {
    bool keep = false;
    TensorSet tensors;
    friend bool operator==(const KeepConstraint&, const KeepConstraint&) = default;
};

/// "dataflow: weight stationary": stands for constraints that depend on the accelerator, see meaningOf().
enum class Dataflow { WeightStationary, OutputStationary, InputStationary, RowStationary };
struct DataflowConstraint {
    Dataflow dataflow = Dataflow::WeightStationary;
    friend bool operator==(const DataflowConstraint&, const DataflowConstraint&) = default;
};

/// What a user demands of mappings, one line of text: "LEVEL: ..." or "dataflow: ...".
struct Constraint {
    std::string level; // empty for a dataflow
    std::variant<BoundConstraint, LoopsConstraint, OrderConstraint, StationaryConstraint, KeepConstraint,
                 DataflowConstraint>
        what;
    friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// Reads one line, without looking at an accelerator. Blanks are free.
/// Fails   InvalidInput with one sentence that quotes the line and says what can stand there.
Result<Constraint> parseConstraint(std::string_view line);

/// The line that parseConstraint() reads as this constraint.
std::string print(const Constraint& constraint);

/// Nothing but blanks and a comment ("# ...").
bool isBlankConstraint(std::string_view line);

/// Why a constraint can be asked of no mapping on this accelerator whatever the layer (no such level, say); else empty.
std::string constraintProblem(const hardware::Accelerator& accelerator, const Constraint& constraint);

/// The constraints that one stands for: a dataflow's, for the levels of this accelerator with its bypasses; every other
/// stands for itself.
/// The constraint must have no problem there.
std::vector<Constraint> meaningOf(const hardware::Accelerator& accelerator, const Constraint& constraint);

/// Reads lines for an accelerator; blank ones are left out.
/// Fails   InvalidInput as parseConstraint(), or with the problem of a constraint; `where` is "constraint 3".
Result<std::vector<Constraint>> parseConstraints(const hardware::Accelerator& accelerator,
                                                 const std::vector<std::string>& lines);

/// The accelerator with these constraints besides its own. The call a run begins with: its engines look at
/// Accelerator::constraints only.
hardware::Accelerator withConstraints(const hardware::Accelerator& accelerator, const std::vector<std::string>& lines);

/// The accelerator without the tensors that its constraints make bypass a level, so that "what a level may keep" is the
/// same with and without constraints. Constraints that cannot be read are passed over.
hardware::Accelerator withBypasses(const hardware::Accelerator& accelerator);

std::string_view name(
    Dataflow dataflow); // "weight stationary", "output stationary", "input stationary", "row stationary"

} // namespace nestloom::mapping
