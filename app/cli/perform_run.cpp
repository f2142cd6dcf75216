// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/perform_run.h"

#include "app/cli/interrupt.h"
#include "app/cli/progress_line.h"

#include <algorithm>

namespace nestloom::cli {

namespace {

constexpr std::chrono::seconds kPatience{30}; // with a locked database or a full disk, once all is computed

Result<std::unique_ptr<store::StoreWorker>> openStore(const StoreArguments& storage)
{
    if (storage.off)
        return std::unique_ptr<store::StoreWorker>();
    const bool isDefault = storage.path.empty();
    const std::filesystem::path path = isDefault ? store::defaultStorePath() : std::filesystem::path(storage.path);
    Result<store::RunStore> store =
        path.empty() ? Result<store::RunStore>(Error{ErrorCode::Io, "there is no home folder; set NESTLOOM_DATA", ""})
                     : store::RunStore::open(path);
    if (store)
        return std::make_unique<store::StoreWorker>(*std::move(store));
    if (!isDefault)
        return store.error();
    complain("this run will not be stored: " + store.error().text());
    return std::unique_ptr<store::StoreWorker>();
}

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
    const auto store = openStore(storage);
    if (!store)
        return store.error();
    ProgressLine line(inputs.network);
    jobs::ExperimentEvents events;
    events.onProgress = [&](const schedule::LayerProgress& progress) { line.show(progress); };
    events.onLayer = [&](const schedule::LayerResult& layer) { line.show(layer); };
    return jobs::runExperiment(inputs, store->get(), interrupt.token(), events, patienceFor("the run"));
}

ExitCode exitCodeOf(const jobs::ExperimentOutcome& outcome)
{
    ExitCode code = Ok;
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
