// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/run_arguments.h"
#include "app/cli/stored_runs.h"
#include "app/cli/text_table.h"
#include "app/report/time_text.h"
#include "app/store/plan_store.h"
#include "engine/base/number_words.h"

namespace nestloom::cli {

namespace {

std::string bytes(Bytes size) { return shortBytes(double(size.count)); }

/// "fused, activations, least-peak"
std::string kindOf(const records::PlanSummary& plan)
{
    std::string kind = plan.fused ? "fused, " : "unfused, ";
    kind += plan.parameters ? "parameters" : "activations";
    kind += ", " + std::string(schedule::cosma::name(plan.order));
    return kind + (plan.method == "search" ? "" : ", " + plan.method);
}

ExitCode listPlans(const StoreArguments& storage)
{
    const auto path = existingStore(storage);
    if (!path)
        return fail(path.error());
    auto store = store::PlanStore::open(*path, store::kForReading);
    if (!store)
        return fail(store.error());
    const auto plans = store->list();
    if (!plans)
        return fail(plans.error());
    if (plans->empty())
        sayNothingStored("kept memory plans", *path);
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"plan", kRight},
                     {"kept (UTC)"},
                     {"network"},
                     {"of"},
                     {"scratchpad", kRight},
                     {"traffic", kRight},
                     {"proven least", kRight},
                     {"best baseline", kRight}});
    for (const records::PlanSummary& plan : *plans)
        table.addRow({std::to_string(plan.id), report::utcText(plan.keptAt), plan.networkName, kindOf(plan),
                      bytes(plan.scratchpad), bytes(plan.traffic), plan.isProven() ? "yes" : ">= " + bytes(plan.bound),
                      plan.bestBaseline ? bytes(*plan.bestBaseline) : "-"});
    const Status written = writeOutput({}, table.print());
    return written ? Ok : fail(written.error());
}

} // namespace

void addPlans(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command("plans", "List the stored memory plans, newest first");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listPlans(*storage); });
}

} // namespace nestloom::cli
