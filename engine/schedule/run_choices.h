// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/objective.h"

#include <optional>
#include <string>
#include <string_view>

namespace nestloom::schedule {

/// What a run may be told besides accelerator and network. Not every engine listens to everything.
///   Objective    what mappings minimise
///   Gap          the distance from the bound at which a search may end
///   Proof        whether the bound of the objective is proven by exact search and branch and bound
///   Evaluations  budget of the search
///   Sizes        whether mappings may run over more than a layer has
///   Operators    whether operators that are no layers are fused into the layers before them
///   Bypass       whether levels may keep fewer tensors than they can
///   Tiles        the choices of engine "flexer": metric, priority, spill policy, tilings
///   Nodes        batch, training and segments, of engines for nodes
///   Chains, Keep, Iterations  of one engine for nodes each
///   Memory       scratchpad, order, fusing, parameters, of the planners of memory
enum class RunChoice {
    Objective,
    Seed,
    TimeLimit,
    Gap,
    Proof,
    Evaluations,
    Layers,
    Constraints,
    Sizes,
    Operators,
    Bypass,
    Tiles,
    Nodes,
    Chains,
    Keep,
    Iterations,
    Memory
};

/// Why a choice would change nothing with this engine and objective, in half a sentence ("engine flexer draws nothing
/// at random"); nothing = the engine listens to it. Threads are no choice: they are a ceiling, and every engine keeps
/// to it. Engines that are not known listen to everything.
std::optional<std::string> whyUnused(RunChoice choice, std::string_view engine,
                                     Objective objective = Objective::Latency);
/// The same of all that a run is told.
std::optional<std::string> whyUnused(RunChoice choice, const ScheduleOptions& options);

} // namespace nestloom::schedule
