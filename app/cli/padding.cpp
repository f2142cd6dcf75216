// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_padding.h"
#include "app/cli/run_arguments.h"
#include "app/jobs/solver_factory.h"

#include <iostream>
#include <map>

namespace nestloom::cli {

namespace {

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

ExitCode padding(const PaddingArguments& arguments)
{
    const Interrupt interrupt;
    const auto inputs = readInputs(arguments.run);
    if (!inputs)
        return fail(inputs.error());
    const auto makeSolver = jobs::solverFactory();
    if (!makeSolver)
        return fail(makeSolver.error());
    std::vector<LayerPaddings> shapes = shapesOf(inputs->network);
    bool allMapped = true;
    for (std::size_t i = 0; i < shapes.size() && !interrupt.happened(); ++i) {
        auto advice =
            explore::advisePadding({inputs->accelerator, shapes[i].layer, inputs->options, arguments.mostExtra / 100},
                                   *makeSolver, interrupt.token());
        if (!advice)
            return fail(advice.error());
        shapes[i].advice = *std::move(advice);
        allMapped = allMapped && shapes[i].advice.unpadded && shapes[i].advice.unpadded->cost;
        if (arguments.json)
            continue;
        const std::string text = printPaddings(shapes[i], inputs->options, arguments.most);
        if (const Status written = writeOutput({}, (i > 0 ? "\n" : "") + text); !written)
            return fail(written.error());
        std::cout.flush();
    }
    if (arguments.json)
        if (const Status written = writeOutput({}, paddingsJson(inputs->accelerator, inputs->options, shapes));
            !written)
            return fail(written.error());
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
