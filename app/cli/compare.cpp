// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/report/accelerator_differences.h"
#include "app/report/run_json.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/records/judge.h"
#include "engine/records/run_difference.h"

#include <algorithm>
#include <set>

namespace nestloom::cli {

namespace {

using records::ComparedSide;
using records::RunFigure;

struct CompareArguments {
    StoreArguments storage;
    std::vector<records::RunId> runs;
    std::string judge; // a model; empty = each by its own
    bool json = false;
};

/// "12.4 Mcycle (-3.1 %)": the change is left out where it would say nothing.
std::string cellOf(const RunFigure& figure, std::size_t run, const records::RunDifference& difference)
{
    const RunFigure::Value& value = figure.values[run];
    const RunFigure::Value& first = figure.values.front();
    std::string text = value.text.empty() ? "-" : value.text;
    const bool isTold = run > 0 && figure.isResult && value.number && first.number
                        && (difference.model.empty() || figure.ofSimulation) && difference.whyNoChange(figure).empty();
    if (!isTold || (!figure.isRatio && *first.number == 0))
        return text;
    const double change = figure.isRatio ? *value.number - *first.number : *value.number / *first.number - 1;
    return text + " (" + (change >= 0 ? "+" : "") + percent(change) + (figure.isRatio ? " points" : "") + ")";
}

std::string comparison(const std::vector<ComparedSide>& sides)
{
    std::vector<TextTable::Column> columns{{"figure"}};
    std::vector<records::RunDifference> differences;
    for (const ComparedSide& side : sides) {
        columns.push_back({"run " + std::to_string(side.run->summary.id), kRight});
        differences.push_back(records::difference(side, sides.front()));
    }
    TextTable table(columns);
    for (const RunFigure& figure : records::compareFigures(sides)) {
        std::vector<std::string> cells{figure.title};
        for (std::size_t run = 0; run < sides.size(); ++run)
            cells.push_back(cellOf(figure, run, differences[run]));
        table.addRow(std::move(cells));
    }
    std::string text = table.print();
    columns.front() = {"accelerators differ in"};
    TextTable fields(columns);
    const auto fieldDifferences = report::acceleratorDifferences(collect(sides, &ComparedSide::run));
    for (const report::FieldDifference& difference : fieldDifferences) {
        std::vector<std::string> cells{difference.field};
        cells.insert(cells.end(), difference.values.begin(), difference.values.end());
        fields.addRow(std::move(cells));
    }
    if (!fieldDifferences.empty())
        text += "\n" + fields.print();
    const auto runName = [&](std::size_t run) { return "run " + std::to_string(sides[run].run->summary.id); };
    for (std::size_t run = 1; run < sides.size(); ++run)
        for (const std::string& why : differences[run].reasons())
            text += (why.starts_with(runName(run)) ? why : runName(run) + ": " + why) + "\n";
    return text;
}

records::CostModel modelNamed(const std::string& name)
{
    using enum records::CostModel;
    const auto models = {Own, Mesh, Ideal, Timeloop, Simulated};
    const auto* found = std::ranges::find(models, name, [](records::CostModel model) { return records::name(model); });
    return *found; // one of those that the option takes
}

/// By the model that was asked for. One that cannot be is complained about, and keeps its own.
ComparedSide judgedSide(records::RunRecord& run, records::CostModel by)
{
    if (const std::string why = records::whyNotJudged(run, by); !why.empty()) {
        complain(why);
        return records::asScheduled(run);
    }
    run = records::judged(run, by);
    ComparedSide side = records::asScheduled(run);
    side.model = by;
    return side;
}

Result<ExitCode> compare(const CompareArguments& arguments)
{
    if (arguments.runs.size() < 2 || arguments.runs.size() > 4)
        return Error{ErrorCode::InvalidInput, "name two to four runs, the first is the one to compare with", "compare"};
    const std::set<records::RunId> different(arguments.runs.begin(), arguments.runs.end());
    if (different.size() < arguments.runs.size())
        return Error{ErrorCode::InvalidInput, "a run is named twice", "compare"};
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    std::vector<records::RunRecord> runs;
    for (const records::RunId id : arguments.runs) {
        TRY(auto run, store.load(id));
        runs.push_back(std::move(run));
    }
    std::vector<ComparedSide> sides;
    std::size_t judged = 0;
    for (records::RunRecord& run : runs) {
        sides.push_back(arguments.judge.empty() ? records::asScheduled(run)
                                                : judgedSide(run, modelNamed(arguments.judge)));
        judged += arguments.judge.empty() || sides.back().model == modelNamed(arguments.judge) ? 1 : 0;
    }
    if (judged == 0)
        return Error{ErrorCode::InvalidInput, "none of the runs can be judged by " + arguments.judge, "compare"};
    const ExitCode printed = print(arguments.json ? report::comparisonJson(sides) : comparison(sides));
    return judged < runs.size() && printed == Ok ? SomeFailed : printed;
}

} // namespace

void addCompare(const Options& program)
{
    const auto arguments = std::make_shared<CompareArguments>();
    const Options command = program.command("compare", "Two to four stored runs of any method side by side");
    command.add("runs", arguments->runs, "Their numbers; the first is the one to compare with").required();
    command
        .add("--judge-by", arguments->judge,
             "Figures of one model for all: ours, ours with the mesh, ours with unlimited ports, Timeloop's, or the "
             "simulated cycles of runs whose layers are all simulated. Without it each run has those of its engine, "
             "and different models are not compared")
        .oneOf({"own", "mesh", "ideal", "timeloop", "simulated"});
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command.does([arguments] { return compare(*arguments); });
}

} // namespace nestloom::cli
