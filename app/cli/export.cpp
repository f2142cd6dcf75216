// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/read_input.h"
#include "app/cli/stored_run.h"
#include "app/export_design.h"
#include "app/write_file.h"
#include "engine/io/result_json.h"

#include <algorithm>
#include <cstdio>

namespace nestloom::cli {

namespace {

struct ExportArguments {
    RunArguments run; // accelerator, network, one layer
    StoreArguments storage;
    std::optional<records::RunId> stored;
    std::string layer, mapping, format = "timeloop", folder;
};

/// What is to be written: a machine, perhaps a layer on it, perhaps its mapping.
struct Design {
    hardware::Accelerator accelerator;
    std::optional<workload::Network> network;
    std::optional<workload::Layer> layer;
    std::optional<mapping::LayerMapping> mapping;
    std::string note; // what is not written, and what would write it
};

Result<mapping::LayerMapping> mappingOf(const std::vector<schedule::LayerResult>& layers, const std::string& name)
{
    const auto found =
        std::ranges::find_if(layers, [&](const schedule::LayerResult& layer) { return layer.name == name; });
    if (found == layers.end() || !found->verified || !found->mapping)
        return Error{ErrorCode::InvalidInput,
                     "there is no verified mapping"
                         + (found == layers.end() || found->reason.empty() ? "" : ": " + found->reason),
                     "layer " + name};
    return *found->mapping;
}

Result<Design> storedDesign(const ExportArguments& arguments)
{
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    TRY(auto record, store.load(*arguments.stored));
    if (record.summary.kind != records::RunKind::Layers)
        return Error{ErrorCode::InvalidInput, "it has no mappings of layers; --to json writes it",
                     "run " + std::to_string(record.summary.id)};
    Design design{record.inputs.accelerator, record.inputs.network, {}, {}, {}};
    if (arguments.format != "timeloop")
        return design;
    std::string name = arguments.layer;
    const std::vector<workload::Layer>& layers = design.network->layers;
    if (name.empty() && layers.size() == 1)
        name = layers.front().name;
    if (name.empty()) {
        design.note = "the accelerator alone; with --layer NAME one of the run's " + std::to_string(layers.size())
                      + " layers and its mapping are written as well";
        return design;
    }
    TRY(auto layer, findLayer(*design.network, name));
    auto mapping = mappingOf(record.layers, name);
    if (!mapping && !arguments.layer.empty())
        return mapping.error();
    if (!mapping) {
        design.note = "the accelerator alone: " + mapping.error().text();
        return design;
    }
    design.layer = std::move(layer);
    design.mapping = std::move(*mapping);
    return design;
}

/// A mapping from a file, or else the one that the engine finds now.
Result<mapping::LayerMapping> newMapping(const ExportArguments& arguments, const hardware::Accelerator& accelerator)
{
    if (!arguments.mapping.empty()) {
        TRY(const auto text, app::readFile(arguments.mapping));
        auto mapping = io::mappingFromJson(accelerator, text);
        return mapping ? mapping : Error{mapping.error().code, mapping.error().text(), arguments.mapping};
    }
    RunArguments run = arguments.run;
    run.layers = {arguments.layer};
    TRY(const auto inputs, readInputs(run));
    const auto outcome = performRun(inputs, {{}, true});
    return outcome ? mappingOf(outcome->layers, arguments.layer) : Result<mapping::LayerMapping>(outcome.error());
}

Result<Design> newDesign(const ExportArguments& arguments)
{
    Design design;
    if (!arguments.run.accelerator.empty()) {
        TRY(auto accelerator, readAccelerator(arguments.run.accelerator));
        design.accelerator = std::move(accelerator.value);
    }
    if (arguments.run.network.empty())
        return design;
    TRY(auto network, readNetwork(arguments.run.network));
    design.network = std::move(network.value);
    if (arguments.layer.empty() || arguments.format != "timeloop")
        return design;
    TRY(auto layer, findLayer(*design.network, arguments.layer));
    TRY(auto mapping, newMapping(arguments, design.accelerator));
    design.layer = std::move(layer);
    design.mapping = std::move(mapping);
    return design;
}

Status checkArguments(const ExportArguments& arguments)
{
    const auto refuse = [](const char* message) { return Error{ErrorCode::InvalidInput, message, "export"}; };
    if (arguments.format == "json")
        return arguments.stored && arguments.layer.empty()
                   ? success()
                   : Status(refuse("only stored runs are written as JSON; name one with --run, and no --layer"));
    const bool isTopology = arguments.format == "scale-sim";
    if (!arguments.stored && isTopology && arguments.run.network.empty())
        return refuse("name a stored run with --run, or a --network");
    if (!arguments.stored && !isTopology && arguments.run.accelerator.empty())
        return refuse("name a stored run with --run, or an --accelerator, with --network and --layer for a mapping");
    if (!arguments.layer.empty() && !arguments.stored && arguments.run.network.empty())
        return refuse("name the --network that the layer is of");
    if (isTopology && (!arguments.run.accelerator.empty() || !arguments.layer.empty() || !arguments.mapping.empty()))
        return refuse("a topology is of a whole network; leave out --accelerator, --layer and --mapping");
    if (!isTopology && !arguments.run.network.empty() && arguments.layer.empty())
        return refuse("name the --layer of the network to write, or leave out --network");
    if (!arguments.mapping.empty() && arguments.layer.empty())
        return refuse("name the --layer that the mapping is for");
    return success();
}

/// A stored run of any kind as one file.
Result<ExitCode> exportRun(const ExportArguments& arguments)
{
    TRY(const auto run, loadShown(arguments.storage, *arguments.stored));
    std::error_code error;
    std::filesystem::create_directories(arguments.folder, error); // what fails shows when the file is written
    const auto path = std::filesystem::path(arguments.folder) / ("run-" + std::to_string(*arguments.stored) + ".json");
    TRY_DO(writeOutput(path.string(), jsonOf(run)));
    std::printf("%s\n", path.c_str());
    return Ok;
}

Result<ExitCode> exportDesign(const ExportArguments& arguments)
{
    TRY_DO(checkArguments(arguments));
    if (arguments.format == "json")
        return exportRun(arguments);
    TRY(const auto design, arguments.stored ? storedDesign(arguments) : newDesign(arguments));
    TRY(const auto files, arguments.format == "scale-sim" ? app::topologyFiles(*design.network)
                          : design.mapping ? app::timeloopFiles(design.accelerator, *design.layer, *design.mapping)
                                           : app::timeloopFiles(design.accelerator));
    TRY(const auto written, app::writeExport(files, arguments.folder));
    for (const std::filesystem::path& path : written)
        std::printf("%s\n", path.c_str());
    for (const std::string& remark : files.remarks)
        std::printf("note: %s\n", remark.c_str());
    if (!design.note.empty())
        std::printf("note: %s\n", design.note.c_str());
    return files.leftOut == 0 ? Ok : SomeFailed;
}

} // namespace

void addExport(const Options& program)
{
    const auto arguments = std::make_shared<ExportArguments>();
    const Options command = program.command(
        "export",
        "Write an accelerator, a layer and its mapping as Timeloop v0.4, a network as a SCALE-Sim topology, or a run "
        "of any method as JSON");
    Option stored = command.add("--run", arguments->stored, "A stored run, see nestloom-cli runs");
    for (const auto& [name, target, what] :
         {std::tuple{"--accelerator", &arguments->run.accelerator, "Preset or YAML file"},
          std::tuple{"--network", &arguments->run.network, "Preset or YAML file"}})
        command.add(name, *target, what).type("NAME|FILE").excludes(stored);
    command.add("--layer", arguments->layer,
                "Its name, not needed of a run of one layer; without --run and --mapping it is mapped now");
    command.add("--mapping", arguments->mapping, "JSON file: a list of levels, outermost first")
        .type("FILE")
        .excludes(stored);
    command.add("--to", arguments->format, "Format").oneOf({"timeloop", "scale-sim", "json"}).showDefault();
    command.add("--output,--out,-o", arguments->folder, "Folder for the files; made if it is not there")
        .required()
        .type("DIR");
    addStoreOption(command, arguments->storage, false);
    command["--store"].needs(stored);
    command.does([arguments] { return exportDesign(*arguments); });
}

} // namespace nestloom::cli
