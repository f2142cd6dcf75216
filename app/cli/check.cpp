// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/read_input.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/explore/layer_changes.h"
#include "engine/io/quantity.h"
#include "engine/records/run_figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace nestloom::cli {

namespace {

using records::RunFigure;

constexpr std::size_t kMostLayers = 10; // that are named

struct CheckArguments {
    StoreArguments storage;
    records::RunId against = 0;
    std::string accelerator, network;
    std::vector<std::string> conditions;
};

/// "cycles > 5 %", "energy > 8 mJ", "utilisation < -2 %": a figure of the new run, or its change, beyond a number.
struct Condition {
    std::string text;
    std::string figure; // as it was typed
    bool above = true;
    bool ofChange = false; // in per cent of the old run's; of a ratio, in percentage points
    double number = 0;
    std::string unit{}; // as it was typed, where it is not a change
};

bool isSameWord(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b,
                              [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

Result<Condition> readCondition(const std::string& text)
{
    const std::size_t sign = text.find_first_of("<>");
    const Error broken{ErrorCode::InvalidInput,
                       "a condition is written 'FIGURE > NUMBER' of a count, 'FIGURE > NUMBER UNIT', or 'FIGURE > "
                       "NUMBER %' of a change",
                       "--fail-if '" + text + "'"};
    if (sign == std::string::npos)
        return broken;
    Condition condition{text, std::string(trimmed(std::string_view(text).substr(0, sign))), text[sign] == '>'};
    const std::string_view number = trimmed(std::string_view(text).substr(sign + 1));
    const auto read = std::from_chars(number.data(), number.data() + number.size(), condition.number);
    if (read.ec != std::errc() || !std::isfinite(condition.number) || condition.figure.empty())
        return broken;
    condition.unit = trimmed(number.substr(std::size_t(read.ptr - number.data())));
    condition.ofChange = condition.unit == "%";
    return condition;
}

/// "mJ" -> 1e-3 for "J"; nothing when it is not that unit.
std::optional<double> prefixOf(std::string_view unit, std::string_view base)
{
    constexpr std::array<std::pair<std::string_view, double>, 11> kPrefixes{{{"", 1},
                                                                             {"k", 1e3},
                                                                             {"M", 1e6},
                                                                             {"G", 1e9},
                                                                             {"T", 1e12},
                                                                             {"m", 1e-3},
                                                                             {"u", 1e-6},
                                                                             {"\u00b5", 1e-6},
                                                                             {"n", 1e-9},
                                                                             {"p", 1e-12},
                                                                             {"f", 1e-15}}};
    if (!unit.ends_with(base))
        return {};
    const auto found = std::ranges::find(kPrefixes, unit.substr(0, unit.size() - base.size()),
                                         [](const auto& one) { return one.first; });
    return found == kPrefixes.end() ? std::nullopt : std::optional(found->second);
}

/// What the condition compares with, in the unit of the figure. Only counts need no unit: a bare number of anything
/// else would mean one thing to who writes it and another to who reads the figure.
Result<double> thresholdFor(const Condition& condition, const RunFigure& figure)
{
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorCode::InvalidInput, why, "--fail-if '" + condition.text + "'"};
    };
    if (condition.ofChange)
        return condition.number;
    if (figure.isRatio)
        return condition.unit.empty() && std::abs(condition.number) <= 1
                   ? Result<double>(condition.number)
                   : refuse("this figure is a part of one: 0.1 for 10 %; with % it is judged by its change in "
                            "percentage points");
    const bool isCount = figure.unit.empty() || figure.unit == "cycles" || figure.unit == "layers";
    if (condition.unit.empty() && isCount)
        return condition.number;
    if (figure.unit == "B") {
        const auto bytes = io::parseRoom(shortestNumber(condition.number) + " " + condition.unit);
        return bytes ? Result<double>(double(bytes->count)) : refuse(bytes.error().message);
    }
    const auto [base, scale] = figure.unit == "pJ"       ? std::pair<std::string_view, double>("J", 1e-12)
                               : figure.unit == "ms"     ? std::pair<std::string_view, double>("s", 1e-3)
                               : figure.unit == "cycles" ? std::pair<std::string_view, double>("cycle", 1)
                                                         : std::pair<std::string_view, double>(figure.unit, 1);
    const std::string_view unit = condition.unit;
    const auto prefix =
        prefixOf(base == "cycle" && unit.ends_with("cycles") ? unit.substr(0, unit.size() - 1) : unit, base);
    if (!prefix || base.empty())
        return refuse(isCount
                          ? "this figure is a count and has no such unit"
                          : "this figure is compared with a value and its unit, such as "
                                + (figure.values[1].text.empty() ? "1 " + std::string(base) : figure.values[1].text));
    return condition.number * *prefix / scale;
}

/// Whether a condition can be about it: words are no measure.
bool isMeasured(const RunFigure& figure)
{
    return figure.isResult && std::ranges::any_of(figure.values, [](const RunFigure::Value& value) {
               return value.number || !value.missing.empty();
           });
}

Result<const RunFigure*> figureOf(const Condition& condition, const std::vector<RunFigure>& figures)
{
    const auto found = std::ranges::find_if(
        figures, [&](const RunFigure& figure) { return isSameWord(figure.title, condition.figure); });
    if (found != figures.end() && isMeasured(*found))
        return &*found;
    std::vector<std::string> known;
    for (const RunFigure& figure : figures)
        if (isMeasured(figure))
            known.push_back(figure.title);
    return Error{ErrorCode::InvalidInput,
                 "these runs have no figure '" + condition.figure + "'; they have " + joinText(known, ", "),
                 "--fail-if '" + condition.text + "'"};
}

/// How far the new figure is from the old one, in per cent or percentage points.
double changeOf(const RunFigure& figure)
{
    const double was = *figure.values[0].number, is = *figure.values[1].number;
    if (figure.isRatio)
        return 100 * (is - was);
    return was == 0 ? (is == 0 ? 0 : std::copysign(HUGE_VAL, is)) : 100 * (is / was - 1);
}

/// " (-3.10 %)", where a change can be told.
std::string changeText(const RunFigure& figure, const records::RunDifference& apart)
{
    const std::optional<double>& was = figure.values[0].number;
    if (!was || (*was == 0 && !figure.isRatio) || !apart.whyNoChange(figure).empty())
        return {};
    const double change = changeOf(figure);
    return std::string(change >= 0 ? " (+" : " (") + fixedNumber(change, 2) + (figure.isRatio ? " % points)" : " %)");
}

/// The layers that take more cycles or energy than they did, the worst first.
std::string worseLayers(const records::RunRecord& was, const records::RunRecord& is)
{
    struct Worse {
        double change;
        std::string line;
    };
    std::vector<Worse> worse;
    const auto matched = explore::matchLayers(is.inputs.network, was.inputs.network);
    for (std::size_t i = 0; i < is.layers.size(); ++i) {
        const schedule::LayerResult& now = is.layers[i];
        if (now.index >= matched.size() || !matched[now.index] || *matched[now.index] >= was.layers.size())
            continue;
        const schedule::LayerResult& before = was.layers[*matched[now.index]];
        if (!now.cost || !before.cost)
            continue;
        const double cycles = double(now.cost->cycles.count) / double(before.cost->cycles.count) - 1;
        const double energy = now.cost->energy.count / before.cost->energy.count - 1;
        if (std::max(cycles, energy) < 1e-4)
            continue;
        const auto change = explore::layerChange({was.inputs.accelerator, before}, {is.inputs.accelerator, now});
        const auto said = [](double share) { return (share >= 0 ? "+" : "") + percent(share); };
        worse.push_back({std::max(cycles, energy), "  layer " + now.name + ": cycles " + said(cycles) + ", energy "
                                                       + said(energy)
                                                       + (change.reason.empty() ? "" : "; " + change.reason) + "\n"});
    }
    std::ranges::stable_sort(worse, std::ranges::greater(), &Worse::change);
    std::string text;
    for (std::size_t i = 0; i < std::min(kMostLayers, worse.size()); ++i)
        text += worse[i].line;
    if (worse.size() > kMostLayers)
        text += "  and " + counted(std::int64_t(worse.size() - kMostLayers), "layer") + " more\n";
    return text;
}

struct Verdict {
    std::string text;
    bool failed = false;
};

Result<Verdict> judge(const std::vector<Condition>& conditions, const records::RunRecord& was,
                      const records::RunRecord& is)
{
    const std::vector<records::ComparedSide> sides{records::asScheduled(was), records::asScheduled(is)};
    const std::vector<RunFigure> figures = records::compareFigures(sides);
    const records::RunDifference apart = records::difference(sides[1], sides[0]);
    Verdict verdict;
    for (const Condition& condition : conditions) {
        TRY(const RunFigure* const figure, figureOf(condition, figures));
        TRY(const double threshold, thresholdFor(condition, *figure));
        const RunFigure::Value &before = figure->values[0], &now = figure->values[1];
        std::string why;
        if (!now.number || (condition.ofChange && !before.number))
            why = now.number ? before.missing : now.missing;
        else if (condition.ofChange)
            why = apart.whyNoChange(*figure);
        if (why.empty() && condition.ofChange && figure->unit == "cycles"
            && was.inputs.accelerator.clock != is.inputs.accelerator.clock)
            why = "the clocks differ, so that fewer cycles may take longer; judge time";
        if (!why.empty() || !now.number || (condition.ofChange && !before.number)) {
            if (const std::string& text = now.number ? before.text : now.text; why.empty())
                why = text.empty() ? "not both runs have it" : "it is no number, but '" + text + "'";
            verdict.text += "fail  " + condition.text + ": cannot be told: " + why + "\n";
            verdict.failed = true;
            continue;
        }
        const double value = condition.ofChange ? changeOf(*figure) : *now.number;
        const bool holds = condition.above ? value > threshold : value < threshold;
        verdict.failed = verdict.failed || holds;
        verdict.text += std::string(holds ? "fail  " : "ok    ") + condition.text + ": " + now.text + ", was "
                        + (before.text.empty() ? "-" : before.text) + changeText(*figure, apart) + "\n";
    }
    return verdict;
}

Result<ExitCode> check(const CheckArguments& arguments)
{
    std::vector<Condition> conditions;
    for (const std::string& text : arguments.conditions) {
        TRY(auto condition, readCondition(text));
        conditions.push_back(std::move(condition));
    }
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    TRY(const auto was, store.load(arguments.against));
    TRY_DO(judge(conditions, was, was)); // what is not understood is refused before anything is run
    records::RunInputs inputs = was.inputs;
    if (!arguments.accelerator.empty()) {
        TRY(auto accelerator, readAccelerator(arguments.accelerator));
        inputs.accelerator = std::move(accelerator.value);
    }
    if (!arguments.network.empty()) {
        TRY(auto network, readNetwork(arguments.network));
        inputs.network = std::move(network.value);
    }
    TRY(const auto outcome, performRun(inputs, {{}, true}));
    if (const ExitCode code = exitCodeOf(outcome); code != Ok)
        return code;
    const records::RunRecord is = jobs::recordOf(inputs, outcome);
    TRY(auto verdict, judge(conditions, was, is));
    if (verdict.failed)
        verdict.text += worseLayers(was, is);
    print(verdict.text);
    return verdict.failed ? SomeFailed : Ok;
}

} // namespace

void addCheck(const Options& program)
{
    const auto arguments = std::make_shared<CheckArguments>();
    const Options command = program.command(
        "check", "Run the question of a stored run anew, as for continuous integration, and fail when it got worse");
    command.add("--against", arguments->against, "The number of the stored run").required();
    command
        .add(
            "--fail-if", arguments->conditions,
            "Exit with 1 when this holds: 'cycles > 5 %' (than in that run), 'energy > 2 %', 'utilisation < -1 %' "
            "(percentage points), 'cycles > 5000000', 'energy > 8 mJ', 'utilisation < 0.1' (a part of one); any figure "
            "that compare prints; may be repeated")
        .required()
        .type("CONDITION");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file, instead of that run's")
        .type("NAME|FILE");
    command.add("--network", arguments->network, "Preset or file, instead of that run's").type("NAME|FILE");
    addStoreOption(command, arguments->storage, false);
    command.does([arguments] { return check(*arguments); });
}

} // namespace nestloom::cli
