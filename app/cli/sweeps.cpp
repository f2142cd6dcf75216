// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/run_arguments.h"
#include "app/cli/stored_runs.h"
#include "app/cli/text_table.h"
#include "app/report/time_text.h"
#include "app/store/sweep_store.h"

namespace nestloom::cli {

namespace {

std::string joined(const std::vector<std::string>& texts)
{
    std::string line;
    for (const std::string& text : texts)
        line += (line.empty() ? "" : ", ") + text;
    return line;
}

ExitCode listSweeps(const StoreArguments& storage)
{
    const Result<std::filesystem::path> path = existingStore(storage);
    if (!path)
        return fail(path.error());
    Result<store::SweepStore> store = store::SweepStore::open(*path, store::kForReading);
    if (!store)
        return fail(store.error());
    const auto sweeps = store->list();
    if (!sweeps)
        return fail(sweeps.error());
    if (sweeps->empty())
        sayNothingStored("sweeps", *path);
    constexpr auto kLeft = TextTable::Align::Left;
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"sweep", kRight},
                     {"started (UTC)", kLeft},
                     {"accelerator", kLeft},
                     {"axes", kLeft},
                     {"points", kRight},
                     {"", kLeft}});
    for (const records::SweepSummary& sweep : *sweeps)
        table.addRow({std::to_string(sweep.id), report::utcText(sweep.startedAt), sweep.acceleratorName,
                      joined(sweep.axisPaths),
                      std::to_string(sweep.pointsDone) + "/" + std::to_string(sweep.pointCount),
                      sweep.pointsDone >= sweep.pointCount      ? "done"
                      : sweep.engineVersion == NESTLOOM_VERSION ? "goes on with --resume " + std::to_string(sweep.id)
                                                                : "begun by version " + sweep.engineVersion});
    const Status written = writeOutput({}, table.print());
    return written ? Ok : fail(written.error());
}

} // namespace

void addSweeps(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command("sweeps", "List the stored sweeps and how far they are, newest first");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listSweeps(*storage); });
}

} // namespace nestloom::cli
