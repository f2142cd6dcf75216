// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/report/run_json.h"
#include "engine/base/number_words.h"
#include "engine/records/comparable.h"

#include <algorithm>

namespace nestloom::cli {

namespace {

using Runs = std::vector<records::RunSummary>;

struct CompareArguments {
    StoreArguments storage;
    std::vector<records::RunId> runs;
    bool json = false;
};

/// The runs in the order in which they were named. Fails   InvalidInput for a number that there is not.
Result<Runs> chosen(const CompareArguments& arguments)
{
    auto store = openStored<store::RunStore>(arguments.storage);
    if (!store)
        return store.error();
    const auto all = store->list();
    if (!all)
        return all.error();
    Runs runs;
    for (const records::RunId run : arguments.runs) {
        const auto found = std::find_if(all->begin(), all->end(), [run](const auto& one) { return one.id == run; });
        if (found == all->end())
            return Error{ErrorCode::InvalidInput, "there is no run " + std::to_string(run), store->path()};
        runs.push_back(*found);
    }
    return runs;
}

/// One figure of all runs; of all but the first with its change, where the two may be compared.
class FigureRow {
public:
    FigureRow(const Runs& runs, std::string name) : m_runs(runs), m_cells{std::move(name)} {}

    template <typename Get, typename Words>
    std::vector<std::string> of(Get get, Words words)
    {
        const std::optional<double> first = get(m_runs.front());
        for (const records::RunSummary& run : m_runs) {
            const std::optional<double> value = get(run);
            std::string text = value ? words(*value) : "-";
            const bool isFirst = &run == &m_runs.front();
            if (!isFirst && value && first && *first != 0 && records::whyNotComparable(m_runs.front(), run).empty())
                text +=
                    " (" + (*value >= *first ? std::string("+") : std::string()) + percent(*value / *first - 1) + ")";
            m_cells.push_back(std::move(text));
        }
        return m_cells;
    }

private:
    const Runs& m_runs;
    std::vector<std::string> m_cells;
};

std::optional<double> perInput(const records::RunSummary& run, double total)
{
    return run.batch ? std::optional(total / double(*run.batch)) : std::nullopt;
}

void addFigures(const Runs& runs, TextTable& table)
{
    using Run = records::RunSummary;
    const auto count = [](double value) { return grouped(std::int64_t(value)); };
    const auto energy = [](double pJ) { return shortEnergy({pJ}); };
    const auto bytes = [](double value) { return shortBytes(value); };
    const auto ofTotals = [](auto figure) {
        return [figure](const Run& run) { return run.totals ? std::optional<double>(figure(run)) : std::nullopt; };
    };
    const auto ofMemory = [](Bytes records::MemoryFigures::*figure) {
        return [figure](const Run& run) {
            return run.memory ? std::optional(double(((*run.memory).*figure).count)) : std::nullopt;
        };
    };
    const auto cycles = ofTotals([](const Run& run) { return double(run.totals->cycles.count); });
    const auto joules = ofTotals([](const Run& run) { return run.totals->energy.count; });
    table.addRow(FigureRow(runs, "cycles").of(cycles, count));
    table.addRow(FigureRow(runs, "energy").of(joules, energy));
    table.addRow(FigureRow(runs, "EDP [J s]")
                     .of([](const Run& run) { return run.edp(); }, [](double edp) { return generalNumber(edp, 4); }));
    table.addRow(
        FigureRow(runs, "cycles per input")
            .of([&](const Run& run) { return run.totals ? perInput(run, *cycles(run)) : std::nullopt; }, count));
    table.addRow(
        FigureRow(runs, "energy per input")
            .of([&](const Run& run) { return run.totals ? perInput(run, *joules(run)) : std::nullopt; }, energy));
    table.addRow(FigureRow(runs, "scratchpad").of(ofMemory(&records::MemoryFigures::scratchpad), bytes));
    table.addRow(
        FigureRow(runs, "off chip beyond the compulsory").of(ofMemory(&records::MemoryFigures::traffic), bytes));
    table.addRow(FigureRow(runs, "  proven bound").of(ofMemory(&records::MemoryFigures::bound), bytes));
}

std::string comparison(const Runs& runs)
{
    std::vector<TextTable::Column> columns{{"figure"}};
    for (const records::RunSummary& run : runs)
        columns.push_back({"run " + std::to_string(run.id), kRight});
    TextTable table(columns);
    const auto add = [&](const char* name, auto words) {
        std::vector<std::string> cells{name};
        for (const records::RunSummary& run : runs)
            cells.push_back(words(run));
        table.addRow(cells);
    };
    using Run = records::RunSummary;
    add("engine", [](const Run& run) { return run.engine; });
    add("model", [](const Run& run) { return std::string(name(run.model())); });
    add("network", [](const Run& run) { return run.networkName; });
    add("accelerator", [](const Run& run) { return run.acceleratorName.empty() ? "-" : run.acceleratorName; });
    add("batch", [](const Run& run) { return run.batch ? std::to_string(*run.batch) : "-"; });
    add("objective", [](const Run& run) { return run.objective; });
    add("layers done", [](const Run& run) {
        return run.kind == records::RunKind::Memory
                   ? std::string("-")
                   : std::to_string(run.solved()) + "/" + std::to_string(run.layerCount);
    });
    addFigures(runs, table);
    std::string text = table.print();
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (const std::string why = records::whyNotComparable(runs.front(), runs[i]); !why.empty())
            text += "run " + std::to_string(runs[i].id) + " is not compared with run " + std::to_string(runs[0].id)
                    + ": " + why + "\n";
    return text;
}

ExitCode compare(const CompareArguments& arguments)
{
    if (arguments.runs.size() < 2 || arguments.runs.size() > 4)
        return fail(
            {ErrorCode::InvalidInput, "name two to four runs, the first is the one to compare with", "compare"});
    const auto runs = chosen(arguments);
    if (!runs)
        return fail(runs.error());
    return print(arguments.json ? report::listJson(*runs) : comparison(*runs));
}

} // namespace

void addCompare(const Options& program)
{
    const auto arguments = std::make_shared<CompareArguments>();
    const Options command = program.command("compare", "Two to four stored runs of any method side by side");
    command.add("runs", arguments->runs, "Their numbers; the first is the one to compare with").required();
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command.does([arguments] { return compare(*arguments); });
}

} // namespace nestloom::cli
