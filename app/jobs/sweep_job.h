// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/experiment.h"
#include "app/store/sweep_store.h"
#include "engine/explore/front.h"

namespace nestloom::jobs {

/// What is ahead, told once two accelerators have been measured.
struct SweepPlan {
    records::SweepId sweep = 0; // 0 = not stored
    std::size_t accelerators = 0, networks = 0;
    std::size_t results = 0; // accelerators times networks
    std::size_t known = 0;   // of these, stored by an earlier call
    std::size_t refused = 0; // results of accelerators that cannot be built, or that the engine cannot serve
    std::string refusal{};   // why, of the first of them
    std::string caution{};   // explore::energyCaution()
    std::optional<std::chrono::milliseconds>
        eachTook{}; // solving an accelerator on one thread, the mean of two; nothing = none was left
    std::optional<std::chrono::milliseconds> left{}; // what the others will take at that pace
};

/// Heard on worker threads, one call at a time, but for onPlan.
struct SweepJobEvents {
    std::function<void(const SweepPlan&)> onPlan; // on the calling thread
    std::function<void(const explore::PointResult&)>
        onPoint; // each result but the cancelled ones: those that are known first, then as they finish
    std::function<void(const explore::SweepProgress&)> onProgress;
};

struct SweepOutcome {
    records::SweepId sweep = 0;                  // 0 = not stored
    std::vector<explore::PointResult> results;   // as runSweep() returns them
    std::optional<Error> storeError;             // why not everything is stored; the results are whole all the same
    std::optional<explore::FrontCounts> front{}; // when only a front was wanted
};

enum class SweepExtent { Whole, PlanOnly }; // PlanOnly: the first two accelerators are solved, nothing more

/// Runs a sweep and stores each result as it finishes. One that was stopped or killed before goes on where it was.
/// `front`  when given, only what that front needs is solved; the others stay open for a later call.
/// `store`  may be null: nothing is stored or known then.
/// Fails    as explore::runSweep; SolverFailure without nestloom-solver; Io when the sweep cannot be begun in the
/// store. Stop     as explore::runSweep.
Result<SweepOutcome> runStoredSweep(const explore::SweepInputs& inputs, store::SweepStore* store,
                                    const std::stop_token& stop, const SweepJobEvents& events = {},
                                    SweepExtent extent = SweepExtent::Whole, const Patience& patience = {},
                                    const std::optional<explore::FrontSearch>& front = {});

} // namespace nestloom::jobs
