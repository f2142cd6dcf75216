// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/read_input.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/explore/layer_changes.h"
#include "engine/io/json_reader.h"
#include "engine/io/quantity.h"
#include "engine/records/run_difference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace nestloom::cli {

namespace {

using records::RunFigure;

constexpr std::size_t kMostLayers = 10; // that are named

struct CheckArguments {
    StoreArguments storage;
    records::RunId against = 0;
    std::string accelerator, network;
    std::vector<std::string> conditions;
    bool json = false;
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
        if (figure.isResult
            && std::ranges::any_of(figure.values, [](const auto& value) { return value.number.has_value(); }))
            known.push_back(figure.title);
    return Error{ErrorCode::InvalidInput,
                 "these runs have no figure '" + condition.figure + "'; they have " + joinText(known, ", "),
                 "--fail-if '" + condition.text + "'"};
}

/// How far the new figure is from the old one, in per cent or percentage points.
double changeBetween(const RunFigure& figure)
{
    const double was = *figure.values[0].number, is = *figure.values[1].number;
    if (figure.isRatio)
        return 100 * (is - was);
    return was == 0 ? (is == 0 ? 0 : std::copysign(HUGE_VAL, is)) : 100 * (is / was - 1);
}

/// The same, where a change can be told.
std::optional<double> changeOf(const RunFigure& figure, const records::RunDifference& apart)
{
    const std::optional<double>& was = figure.values[0].number;
    const bool isTold = was && figure.values[1].number && (*was != 0 || figure.isRatio);
    return isTold && apart.whyNoChange(figure).empty() ? std::optional(changeBetween(figure)) : std::nullopt;
}

struct WorseLayer {
    std::string name;
    double cycles = 0, energy = 0; // changes, parts of what they were
    std::string reason;            // why, where it can be told
};

/// The layers that take more cycles or energy than they did, the worst first.
std::vector<WorseLayer> worseLayers(const records::RunRecord& was, const records::RunRecord& is)
{
    std::vector<WorseLayer> worse;
    const auto matched = explore::matchLayers(is.inputs.network, was.inputs.network);
    for (const schedule::LayerResult& now : is.layers) {
        if (now.index >= matched.size() || !matched[now.index] || *matched[now.index] >= was.layers.size())
            continue;
        const schedule::LayerResult& before = was.layers[*matched[now.index]];
        if (!now.cost || !before.cost)
            continue;
        const double cycles = double(now.cost->cycles.count) / double(before.cost->cycles.count) - 1;
        const double energy = now.cost->energy.count / before.cost->energy.count - 1;
        if (std::max(cycles, energy) >= 1e-4)
            worse.push_back(
                {now.name, cycles, energy,
                 explore::layerChange({was.inputs.accelerator, before}, {is.inputs.accelerator, now}).reason});
    }
    std::ranges::stable_sort(worse, std::ranges::greater(),
                             [](const WorseLayer& layer) { return std::max(layer.cycles, layer.energy); });
    return worse;
}

std::string layerLines(const std::vector<WorseLayer>& worse)
{
    const auto said = [](double share) { return (share >= 0 ? "+" : "") + percent(share); };
    std::string text;
    for (const WorseLayer& layer : std::span(worse).first(std::min(worse.size(), kMostLayers)))
        text += "  layer " + layer.name + ": cycles " + said(layer.cycles) + ", energy " + said(layer.energy)
                + (layer.reason.empty() ? "" : "; " + layer.reason) + "\n";
    if (worse.size() > kMostLayers)
        text += "  and " + counted(std::int64_t(worse.size() - kMostLayers), "layer") + " more\n";
    return text;
}

/// What became of a condition.
struct Judged {
    const Condition* condition = nullptr;
    RunFigure figure;
    bool failed = false;
    std::string reason;           // why it cannot be told
    std::optional<double> change; // where one can be told: per cent, or percentage points of a ratio
};

Result<Judged> judge(const Condition& condition, const std::vector<RunFigure>& figures,
                     const records::RunDifference& apart, const records::RunRecord& was, const records::RunRecord& is)
{
    TRY(const RunFigure* const figure, figureOf(condition, figures));
    TRY(const double threshold, thresholdFor(condition, *figure));
    Judged judged{&condition, *figure, true, {}, changeOf(*figure, apart)};
    const RunFigure::Value &before = figure->values[0], &now = figure->values[1];
    const bool isThere = now.number && (!condition.ofChange || before.number);
    if (!isThere)
        judged.reason = now.number ? before.missing : now.missing;
    else if (condition.ofChange)
        judged.reason = apart.whyNoChange(*figure);
    if (judged.reason.empty() && condition.ofChange && figure->unit == "cycles"
        && was.inputs.accelerator.clock != is.inputs.accelerator.clock)
        judged.reason = "the clocks differ, so that fewer cycles may take longer; judge time";
    if (judged.reason.empty() && !isThere) {
        const std::string& text = now.number ? before.text : now.text;
        judged.reason = text.empty() ? "not both runs have it" : "it is no number, but '" + text + "'";
    }
    if (judged.reason.empty()) {
        const double value = condition.ofChange ? changeBetween(*figure) : *now.number;
        judged.failed = condition.above ? value > threshold : value < threshold;
    }
    return judged;
}

Result<std::vector<Judged>> judge(const std::vector<Condition>& conditions, const records::RunRecord& was,
                                  const records::RunRecord& is)
{
    const std::vector<records::ComparedSide> sides{records::asScheduled(was), records::asScheduled(is)};
    const std::vector<RunFigure> figures = records::compareFigures(sides);
    const records::RunDifference apart = records::difference(sides[1], sides[0]);
    std::vector<Judged> all;
    for (const Condition& condition : conditions) {
        TRY(auto judged, judge(condition, figures, apart, was, is));
        all.push_back(std::move(judged));
    }
    return all;
}

std::string textOf(const Judged& judged)
{
    const std::string begin = (judged.failed ? "fail  " : "ok    ") + judged.condition->text + ": ";
    if (!judged.reason.empty())
        return begin + "cannot be told: " + judged.reason + "\n";
    const RunFigure::Value &before = judged.figure.values[0], &now = judged.figure.values[1];
    return begin + now.text + ", was " + (before.text.empty() ? "-" : before.text)
           + (judged.change ? " (" + std::string(*judged.change >= 0 ? "+" : "") + fixedNumber(*judged.change, 2)
                                  + (judged.figure.isRatio ? " % points)" : " %)")
                            : "")
           + "\n";
}

/// Figures are in the unit of the figure; changes of it in per cent, of a ratio in percentage points.
io::Json jsonOf(const Judged& judged)
{
    io::Json json{{"condition", judged.condition->text},
                  {"failed", judged.failed},
                  {"figure", judged.figure.title},
                  {"unit", judged.figure.unit}};
    for (const auto& [key, value] :
         {std::pair("was", &judged.figure.values[0]), std::pair("is", &judged.figure.values[1])})
        if (value->number)
            json[key] = *value->number;
    if (judged.change)
        json["change_percent"] = *judged.change;
    if (!judged.reason.empty())
        json["reason"] = judged.reason;
    return json;
}

std::string verdictJson(records::RunId against, bool failed, const std::vector<Judged>& all,
                        const std::vector<WorseLayer>& worse)
{
    io::Json json{{"version", NESTLOOM_VERSION},
                  {"against", against},
                  {"failed", failed},
                  {"conditions", io::Json::array()},
                  {"layers", io::Json::array()}};
    for (const Judged& judged : all)
        json["conditions"].push_back(jsonOf(judged));
    for (const WorseLayer& layer : worse) {
        io::Json one{{"name", layer.name},
                     {"cycles_change_percent", 100 * layer.cycles},
                     {"energy_change_percent", 100 * layer.energy}};
        if (!layer.reason.empty())
            one["reason"] = layer.reason;
        json["layers"].push_back(std::move(one));
    }
    return io::dump(json, 2) + "\n";
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
    TRY(const auto all, judge(conditions, was, is));
    const bool failed = std::ranges::any_of(all, &Judged::failed);
    const std::vector<WorseLayer> worse = failed ? worseLayers(was, is) : std::vector<WorseLayer>{};
    std::string text;
    for (const Judged& judged : all)
        text += textOf(judged);
    TRY_DO(writeOutput({},
                       arguments.json ? verdictJson(arguments.against, failed, all, worse) : text + layerLines(worse)));
    return failed ? SomeFailed : Ok;
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
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command.does([arguments] { return check(*arguments); });
}

} // namespace nestloom::cli
