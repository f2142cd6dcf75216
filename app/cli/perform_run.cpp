// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/perform_run.h"

#include "app/cli/progress.h"
#include "app/cli/read_input.h"

#include <algorithm>

namespace nestloom::cli {

namespace {

constexpr std::chrono::seconds kPatience{30}; // with a locked database or a full disk, once all is computed

} // namespace

jobs::Patience patienceFor(const std::string& what)
{
    return {kPatience, [what](const Error& why) {
                complain(what + " is not stored whole yet: " + why.text() + "; trying again for "
                         + std::to_string(kPatience.count()) + " s, Ctrl-C ends that");
            }};
}

Result<jobs::ExperimentOutcome> performRun(const records::RunInputs& inputs, const StoreArguments& storage)
{
    const Interrupt interrupt; // before any thread
    TRY(auto runs, openForWriting<store::RunStore>(storage, "run"));
    const auto store = runs ? std::make_unique<store::StoreWorker>(*std::move(runs)) : nullptr;
    ProgressLine line(inputs.network);
    jobs::ExperimentEvents events;
    events.onProgress = [&](const schedule::LayerProgress& progress) { line.show(progress); };
    events.onLayer = [&](const schedule::LayerResult& layer) { line.show(layer); };
    events.onWhole = [&](const Progress& progress) { line.show(progress); };
    return jobs::runExperiment(inputs, store.get(), interrupt.token(), events, patienceFor("the run"));
}

ExitCode exitCodeOf(const jobs::ExperimentOutcome& outcome)
{
    ExitCode code = Ok;
    if (outcome.status == records::RunStatus::Failed) { // there is no schedule
        complain(outcome.reason);
        return SomeFailed;
    }
    for (const schedule::LayerResult& layer : outcome.layers) {
        if (layer.verified)
            continue;
        code = std::max(code, exitCodeFor(layer.failure));
        if (outcome.status != records::RunStatus::Cancelled && !layer.sameShapeAs)
            complain("layer " + layer.name + ": " + std::string(schedule::name(layer.status)) + ": " + layer.reason);
    }
    if (outcome.storeError) {
        complain("the run was not stored whole: " + outcome.storeError->text());
        code = std::max(code, SomeFailed);
    }
    return outcome.status == records::RunStatus::Cancelled ? Cancelled : code;
}

} // namespace nestloom::cli
