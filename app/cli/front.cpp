// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/mapping/verify.h"
#include "engine/mapping/why_not.h"
#include "engine/schedule/exact/exact.h"

#include <cmath>

namespace nestloom::cli {

namespace {

using schedule::exact::FrontOutcome;
using schedule::exact::FrontPoint;

struct FrontArguments {
    std::string accelerator, network, layer;
    double spacing = 0.1; // percent
    ConstraintArguments constraints;
    bool json = false;
};

Cycles wholeCycles(const FrontPoint& point) { return {std::int64_t(std::ceil(point.cycles - 1e-9))}; }

std::string table(const workload::Layer& layer, const hardware::Accelerator& accelerator, const FrontOutcome& front)
{
    TextTable table({{"cycles", kRight}, {"energy", kRight}, {"EDP", kRight}});
    for (const FrontPoint& point : front.points)
        table.addRow({grouped(wholeCycles(point).count), shortEnergy({point.energy}),
                      shortEdp(point.cycles * point.energy, accelerator.clock)});
    return "layer " + layer.name + ", " + workload::describeShape(layer) + ", on " + accelerator.name
           + ": latency against energy, " + counted(std::int64_t(front.points.size()), "point")
           + (front.complete ? ", proven among perfect factors of the layer's own sizes" : ", not all of them") + "\n\n"
           + table.print();
}

std::string json(const hardware::Accelerator& accelerator, const FrontOutcome& front)
{
    io::Json points = io::Json::array();
    for (const FrontPoint& point : front.points)
        points.push_back({{"cycles", wholeCycles(point).count},
                          {"energy_pj", point.energy},
                          {"mapping", *io::parseJson(io::mappingToJson(accelerator, point.mapping))}});
    return io::dump({{"version", NESTLOOM_VERSION}, {"complete", front.complete}, {"points", points}}, 1) + "\n";
}

Result<ExitCode> front(const FrontArguments& arguments)
{
    TRY(const auto input, readLayer(arguments.accelerator, arguments.network, arguments.layer));
    TRY(const auto constraints, readConstraints(arguments.constraints, input.accelerator));
    const hardware::Accelerator accelerator = mapping::withConstraints(input.accelerator, constraints);
    const workload::Layer& layer = input.layer;
    if (const auto reason = mapping::whyNot(accelerator, layer)) {
        complain("layer " + layer.name + ": " + reason->message);
        return SomeFailed;
    }
    if (!schedule::exact::isSupported(accelerator, layer, {}))
        return Error{ErrorCode::Unsupported,
                     "the layer has too many tiles, or the accelerator too many levels that keep inputs, to search all "
                     "mappings",
                     "layer " + layer.name};
    const Interrupt interrupt;
    const FrontOutcome found = schedule::exact::latencyEnergyFront(accelerator, layer, arguments.spacing / 100, {},
                                                                   [&] { return interrupt.happened(); });
    for (const FrontPoint& point : found.points)
        if (const auto violations = mapping::verify(accelerator, layer, point.mapping); !violations.empty())
            return Error{ErrorCode::Internal, violations.front().message, "front of layer " + layer.name};
    TRY_DO(writeOutput({}, arguments.json ? json(accelerator, found) : table(layer, accelerator, found)));
    return interrupt.happened() ? Cancelled : Ok;
}

} // namespace

void addFront(const Options& program)
{
    const auto arguments = std::make_shared<FrontArguments>();
    const Options command =
        program.command("front", "Search all mappings of one layer for its Pareto front, latency against energy");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--network", arguments->network, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--layer", arguments->layer, "Its name; not needed when the network has one layer");
    command.add("--spacing", arguments->spacing, "Points closer in cycles than so many percent are left out")
        .within(0.0, 100.0)
        .showDefault();
    addConstraintOptions(command, arguments->constraints);
    command.flag("--json", arguments->json, "Print JSON, with the mappings");
    command.does([arguments] { return front(*arguments); });
}

} // namespace nestloom::cli
