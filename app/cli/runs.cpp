// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/run_arguments.h"
#include "app/cli/show_run.h"
#include "app/cli/stored_runs.h"
#include "app/cli/text_table.h"
#include "app/report/objective_text.h"
#include "app/report/time_text.h"
#include "engine/base/number_words.h"
#include "engine/schedule/standing.h"

namespace nestloom::cli {

namespace {

ExitCode listRuns(const StoreArguments& storage)
{
    Result<store::RunStore> store = openStoredRuns(storage);
    if (!store)
        return fail(store.error());
    const auto runs = store->list();
    if (!runs)
        return fail(runs.error());
    if (runs->empty())
        sayNothingStored("runs", *existingStore(storage));
    constexpr auto kLeft = TextTable::Align::Left;
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"run", kRight},
                     {"started (UTC)", kLeft},
                     {"status", kLeft},
                     {"accelerator", kLeft},
                     {"network", kLeft},
                     {"engine", kLeft},
                     {"layers", kRight},
                     {"cycles", kRight},
                     {"energy", kRight},
                     {"objective", kLeft}});
    const auto part = [](const records::RunSummary& run) { return std::string(run.isWhole() ? "" : " of a part"); };
    for (const records::RunSummary& run : *runs)
        table.addRow({std::to_string(run.id), report::utcText(run.startedAt),
                      !run.refusal().empty() ? "refused" : std::string(records::name(run.status)), run.acceleratorName,
                      run.networkName, run.engine, std::to_string(run.solved()) + "/" + std::to_string(run.layerCount),
                      run.totals ? grouped(run.totals->cycles.count) + part(run) : "-",
                      run.totals ? shortEnergy(run.totals->energy) + part(run) : "-",
                      run.totals ? run.objective + ": " + schedule::standingText(run.totals->gap) + part(run) : "-"});
    std::string text = table.print();
    for (const records::RunSummary& run : *runs)
        if (const std::string mesh = run.totals ? report::meshSentence(*run.totals) : std::string(); !mesh.empty())
            text += "run " + std::to_string(run.id) + ": " + mesh + "\n";
    for (const records::RunSummary& run : *runs)
        if (!run.refusal().empty())
            text += "run " + std::to_string(run.id) + " was refused: " + run.message + "\n";
        else if (const int failed = run.layersDone - run.solved();
                 failed > 0 && run.status == records::RunStatus::Finished)
            text += "run " + std::to_string(run.id) + " has no mapping for " + std::to_string(failed) + " of "
                    + counted(run.layerCount, "layer") + "; runs show " + std::to_string(run.id) + " tells which\n";
    const Status written = writeOutput({}, text);
    return written ? Ok : fail(written.error());
}

} // namespace

Result<std::filesystem::path> existingStore(const StoreArguments& storage)
{
    const std::filesystem::path path =
        storage.path.empty() ? store::defaultStorePath() : std::filesystem::path(storage.path);
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return Error{ErrorCode::Io, "there is no such database; schedule something first or name one with --store",
                     path.empty() ? "runs.sqlite" : path.string()};
    return path;
}

bool complainedAboutDamage(const records::RunRecord& run)
{
    for (const std::string& sentence : run.damage)
        complain(sentence);
    return !run.damage.empty();
}

void sayNothingStored(const std::string& what, const std::filesystem::path& path)
{
    complain("there are no " + what + " in " + path.string() + " yet");
}

Result<store::RunStore> openStoredRuns(const StoreArguments& storage)
{
    const Result<std::filesystem::path> path = existingStore(storage);
    return path ? store::RunStore::open(*path, store::kForReading) : Result<store::RunStore>(path.error());
}

void addRuns(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command("runs", "List the stored runs, newest first, or show one");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listRuns(*storage); });
    addShowRun(command, storage);
}

} // namespace nestloom::cli
