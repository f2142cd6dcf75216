// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/run_arguments.h"
#include "app/jobs/experiment.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"
#include "engine/explore/padding_advice.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace nestloom::cli {

namespace {

/// What was found for one layer.
struct LayerPaddings {
    workload::Layer layer;
    std::vector<std::string> sameShapes; // names of other layers that this holds for
    explore::PaddingAdvice advice;
};

using explore::PaddingAdvice;
using explore::PaddingOutcome;
using io::Json;
using schedule::LayerResult;

std::string signedPercent(double fraction)
{
    const std::string number = fixedNumber(100 * fraction + 0.0, 1);
    return (number.front() == '-' ? "" : "+") + number + " %";
}

double edp(const LayerResult& result) { return double(result.cost->cycles.count) * result.cost->energy.count; }

/// "112,896", "-3.2 %", ...: the figures of a result, with what they are against those of the layer as it is.
std::vector<std::string> figures(const workload::Layer& layer, const LayerResult& result, const LayerResult* base)
{
    const auto change = [&](auto figure) {
        return base ? signedPercent(figure(result) / figure(*base) - 1) : std::string();
    };
    return {grouped(result.cost->cycles.count),
            change([](const LayerResult& r) { return double(r.cost->cycles.count); }),
            shortEnergy(result.cost->energy),
            change([](const LayerResult& r) { return r.cost->energy.count; }),
            change(edp),
            percent(explore::usefulUtilization(layer, result))};
}

TextTable::Column right(const char* title) { return {title, kRight}; }

Json resultJson(const hardware::Accelerator& accelerator, const workload::Layer& unpadded, const LayerResult& result)
{
    Json json{{"status", schedule::name(result.status)}, {"verified", result.verified}};
    if (!result.reason.empty())
        json["reason"] = result.reason;
    if (!result.cost)
        return json;
    json["macs"] = result.cost->macs;
    json["cycles"] = result.cost->cycles.count;
    json["energy_pj"] = result.cost->energy.count;
    json["edp_pj_cycles"] = edp(result);
    json["useful_utilization"] = explore::usefulUtilization(unpadded, result);
    if (result.lowerBoundCycles)
        json["lower_bound_cycles"] = *result.lowerBoundCycles;
    if (result.mapping)
        json["mapping"] = *io::parseJson(io::mappingToJson(accelerator, *result.mapping));
    return json;
}

Json outcomeJson(const hardware::Accelerator& accelerator, const workload::Layer& unpadded,
                 const PaddingOutcome& outcome)
{
    Json dimensions = Json::array();
    for (const workload::PaddedDimension& one : outcome.padding)
        dimensions.push_back(
            {{"dimension", std::string(1, letter(one.dimension))}, {"from", one.from}, {"to", one.to}});
    Json json{{"padding", dimensions},
              {"layer", outcome.layer.name},
              {"extra_macs", workload::extraMacs(unpadded, outcome.padding)}};
    json.update(resultJson(accelerator, unpadded, outcome.result));
    return json;
}

/// A line for the layer as it is and one for each padding, the best first; at most `most` paddings.
std::string printPaddings(const LayerPaddings& found, const schedule::ScheduleOptions& options, std::size_t most)
{
    const PaddingAdvice& advice = found.advice;
    std::string text = found.layer.name + ", " + workload::describeShape(found.layer);
    if (!found.sameShapes.empty())
        text += "; the same for " + counted(std::int64_t(found.sameShapes.size()), "more layer") + " of this shape";
    text += "\n";
    if (!advice.unpadded)
        return text + "  not mapped\n";
    if (!advice.unpadded->cost)
        return text + "  has no mapping as it is: " + advice.unpadded->reason + "\n";
    TextTable table({{"padding"},
                     right("more MACs"),
                     right("cycles"),
                     right("change"),
                     right("energy"),
                     right("change"),
                     right("EDP"),
                     right("useful utilisation")});
    const auto add = [&](const std::string& words, const std::string& extra, const LayerResult& result,
                         const LayerResult* base) {
        std::vector<std::string> row{words, extra};
        for (std::string& cell : figures(found.layer, result, base))
            row.push_back(std::move(cell));
        table.addRow(std::move(row));
    };
    add("none", "", *advice.unpadded, nullptr);
    std::size_t shown = 0;
    for (const std::size_t i : explore::ranked(advice, found.layer, options)) {
        if (shown++ == most)
            break;
        const PaddingOutcome& one = advice.tried[i];
        add(workload::describe(one.padding), percent(workload::extraMacs(found.layer, one.padding)), one.result,
            &*advice.unpadded);
    }
    if (advice.tried.empty())
        return text + table.print() + "no padding was worth a try\n";
    return text + table.print()
           + (advice.tried.size() > most
                  ? counted(std::int64_t(advice.tried.size()), "padding")
                        + (advice.tried.size() == 1 ? " was" : " were") + " mapped and verified\n"
                  : "");
}

/// All paddings of all layers, with their mappings.
std::string paddingsJson(const hardware::Accelerator& accelerator, const schedule::ScheduleOptions& options,
                         const std::vector<LayerPaddings>& found)
{
    Json layers = Json::array();
    for (const LayerPaddings& one : found) {
        Json paddings = Json::array();
        for (const std::size_t i : explore::ranked(one.advice, one.layer, options))
            paddings.push_back(outcomeJson(accelerator, one.layer, one.advice.tried[i]));
        Json layer{{"name", one.layer.name}, {"same_shapes", one.sameShapes}, {"complete", !one.advice.cancelled}};
        if (one.advice.unpadded)
            layer["unpadded"] = resultJson(accelerator, one.layer, *one.advice.unpadded);
        layer["paddings"] = std::move(paddings);
        layers.push_back(std::move(layer));
    }
    return io::dump({{"accelerator", accelerator.name},
                     {"options", *io::parseJson(io::optionsToJson(options))},
                     {"layers", layers}},
                    1)
           + "\n";
}

struct PaddingArguments {
    RunArguments run;
    double mostExtra = 50; // percent
    std::size_t most = 5;
    bool json = false;
};

/// One entry for each shape of the network, in its order.
std::vector<LayerPaddings> shapesOf(const workload::Network& network)
{
    std::vector<LayerPaddings> shapes;
    std::map<std::uint64_t, std::size_t> known;
    for (const workload::Layer& layer : network.layers) {
        const auto [at, isNew] = known.emplace(workload::shapeFingerprint(layer), shapes.size());
        if (isNew)
            shapes.push_back({layer, {}, {}});
        else
            shapes[at->second].sameShapes.push_back(layer.name);
    }
    return shapes;
}

Result<ExitCode> padding(const PaddingArguments& arguments)
{
    const Interrupt interrupt;
    TRY(const auto inputs, readInputs(arguments.run));
    TRY(const auto makeSolver, jobs::solverFactory());
    std::vector<LayerPaddings> shapes = shapesOf(inputs.network);
    bool allMapped = true;
    for (std::size_t i = 0; i < shapes.size() && !interrupt.happened(); ++i) {
        TRY(auto advice,
            explore::advisePadding({inputs.accelerator, shapes[i].layer, inputs.options, arguments.mostExtra / 100},
                                   makeSolver, interrupt.token()));
        shapes[i].advice = std::move(advice);
        allMapped = allMapped && shapes[i].advice.unpadded && shapes[i].advice.unpadded->cost;
        if (arguments.json)
            continue;
        const std::string text = printPaddings(shapes[i], inputs.options, arguments.most);
        TRY_DO(writeOutput({}, (i > 0 ? "\n" : "") + text));
        std::cout.flush();
    }
    if (arguments.json)
        TRY_DO(writeOutput({}, paddingsJson(inputs.accelerator, inputs.options, shapes)));
    return interrupt.happened() ? Cancelled : allMapped ? Ok : SomeFailed;
}

} // namespace

void addPadding(const Options& program)
{
    const auto arguments = std::make_shared<PaddingArguments>();
    const Options command = program.command("padding", "Say what padding the dimensions of layers would gain: each "
                                                       "padded layer is mapped and verified, and pays for all it adds");
    addRunOptions(command, arguments->run, true);
    command
        .add("--most-extra", arguments->mostExtra,
             "Paddings that add more than so many percent of the layer's MACs are not tried")
        .within(0.0, 1000.0)
        .showDefault();
    Option show = command.add("--show", arguments->most, "Paddings to print for each layer, the best ones")
                      .within(1, 1'000'000)
                      .showDefault();
    command.flag("--json", arguments->json, "Print JSON: all paddings, with their mappings").excludes(show);
    command.does([arguments] { return padding(*arguments); });
}

} // namespace nestloom::cli
