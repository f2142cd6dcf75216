// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/store_worker.h"
#include "engine/base/result.h"
#include "engine/schedule/network_run.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace nestloom::jobs {

/// How long something that has been computed waits for a locked database or a full disk.
struct Patience {
    std::chrono::milliseconds most{0};
    std::function<void(const Error&)> onWaiting; // once, when there is something to wait for; may be empty
};

/// Heard on worker threads, one call at a time.
struct ExperimentEvents {
    std::function<void(records::RunId)> onStarted; // once, before anything else; 0 when the run is not stored
    std::function<void(const schedule::LayerProgress&)> onProgress;
    std::function<void(const schedule::LayerResult&)> onLayer;
    std::function<void(const Progress&)> onWhole; // of a run that is one schedule as a whole
};

struct ExperimentOutcome {
    records::RunId run = 0; // 0 = not stored
    records::TimePoint begun{};
    records::RunStatus status = records::RunStatus::Finished;
    std::vector<schedule::LayerResult> layers;                // in network order
    std::shared_ptr<const kapla::NodeRun> nodes;              // of a run on nodes; perhaps without a schedule
    std::shared_ptr<const schedule::cosma::MemoryRun> memory; // of a memory plan; perhaps without one
    std::string reason;                                       // why there is no schedule, or no plan: one sentence
    std::optional<Error> storeError; // why not everything is stored yet; the results are whole all the same
};

/// What the user asked for, carried out by the method of the inputs, and stored: each layer as it arrives, a whole
/// result at its end. The window and the command line both come through here. `store`  may be null: nothing is stored
/// then. A run whose engine does not take such inputs leaves nothing in the store.
/// Fails    as the method; SolverFailure when there is no nestloom-solver to start.
/// Stop     as the method: what was found is kept and stored; a locked database is not waited for. What is not stored when
///          the patience ends is handed to the store, which goes on trying as long as it lives.
Result<ExperimentOutcome> runExperiment(const records::RunInputs& inputs, store::StoreWorker* store,
                                        std::stop_token stop, const ExperimentEvents& events = {},
                                        const Patience& patience = {});

/// The run as the store gives it back, also of one that was not stored: its number is 0.
records::RunRecord recordOf(const records::RunInputs& inputs, const ExperimentOutcome& outcome);

/// Solvers that share their processes: as many as threads ask at once, and warm from one run to the next.
/// Fails   SolverFailure when there is no such program.
Result<schedule::SolverFactory> solverFactory();

} // namespace nestloom::jobs
