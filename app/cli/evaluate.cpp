// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cost/evaluate.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_run.h"
#include "app/cli/read_input.h"
#include "app/write_file.h"
#include "engine/io/result_json.h"
#include "engine/mapping/mapping_text.h"
#include "engine/mapping/verify.h"

namespace nestloom::cli {

namespace {

struct EvaluateArguments {
    std::string accelerator, network, layer, mapping;
    std::string model = "own";
    bool json = false;
};

/// The cost under both models, so that --json is one whole layer result.
Result<schedule::LayerResult> judge(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                    const mapping::LayerMapping& mapping, cost::Model model)
{
    schedule::LayerResult result;
    result.name = layer.name;
    result.mapping = mapping;
    TRY(const auto own, cost::evaluate(accelerator, layer, mapping, model));
    TRY(const auto timeloop, cost::evaluate(accelerator, layer, mapping, cost::timeloopModel(accelerator)));
    result.cost = own;
    result.timeloopCost = timeloop;
    result.status = schedule::LayerStatus::BestFound;
    result.verified = true;
    return result;
}

Result<ExitCode> evaluate(const EvaluateArguments& arguments)
{
    TRY(auto accelerator, readAccelerator(arguments.accelerator));
    for (const auto version : {hardware::TimeloopVersion::June2022, hardware::TimeloopVersion::March2025})
        if (arguments.model == hardware::name(version))
            accelerator.value.timeloop = version;
    TRY(const auto network, readNetwork(arguments.network));
    TRY(const auto layer, chosenLayer(network.value, arguments.layer));
    TRY(const auto text, app::readFile(arguments.mapping));
    const auto mapping = io::mappingFromJson(accelerator.value, text);
    if (!mapping)
        return Error{mapping.error().code, mapping.error().text(), arguments.mapping};

    const auto violations = mapping::verify(accelerator.value, layer, *mapping);
    for (const mapping::Violation& violation : violations)
        complain(arguments.mapping + ": layer " + layer.name + ": " + violation.message);
    if (!violations.empty())
        return SomeFailed;
    TRY(const auto result, judge(accelerator.value, layer, *mapping,
                                 arguments.model == "mesh" ? cost::Model::Mesh : cost::Model::Nestloom));
    const auto& cost = arguments.model.starts_with("timeloop") ? result.timeloopCost : result.cost;
    const std::string output =
        arguments.json ? io::layerResultToJson(accelerator.value, result) + "\n"
                       : "layer " + layer.name + ", " + workload::describeShape(layer) + ": mapping verified\n\n"
                             + mapping::print(accelerator.value, layer, *mapping) + "\n" + printCost(*cost);
    return print(output);
}

} // namespace

void addEvaluate(const Options& program)
{
    const auto arguments = std::make_shared<EvaluateArguments>();
    const Options command = program.command("evaluate", "Verify a mapping of one layer and print what it costs");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--network", arguments->network, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--layer", arguments->layer, "Its name; not needed when the network has one layer");
    command.add("--mapping", arguments->mapping, "JSON file: a list of levels, outermost first")
        .required()
        .type("FILE");
    Option model =
        command
            .add("--model", arguments->model,
                 "Cost model of the printed table, own and nestloom are one; the years are those of Timeloop's commits "
                 "019f107 and 4cf6d4c")
            .oneOf({"own", "nestloom", "mesh", "timeloop-2022", "timeloop-2025"})
            .showDefault();
    command.flag("--json", arguments->json, "Print the layer as JSON, with the costs of both models").excludes(model);
    command.does([arguments] { return evaluate(*arguments); });
}

} // namespace nestloom::cli
