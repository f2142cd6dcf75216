// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/presets_directory.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"

namespace nestloom::cli {

namespace {

std::string gist(const hardware::Accelerator& accelerator)
{
    return counted(std::int64_t(accelerator.macUnits()), "MAC unit") + ", "
           + shortBytes(double(accelerator.onChipBytes().count)) + " on chip";
}

std::string gist(const workload::Network& network)
{
    return counted(std::int64_t(network.layers.size()), "layer") + ", "
           + shortNumber(double(workload::macs(network)), "MAC");
}

/// One row per preset; a preset that cannot be read is listed with its error and makes the command fail.
template <typename Read>
bool addRows(app::PresetKind kind, const char* kindName, Read read, TextTable& table, io::Json& json)
{
    bool allRead = true;
    for (const app::Preset& preset : app::presets(kind)) {
        const auto input = read(preset.path.string());
        allRead = allRead && input.has_value();
        const std::string facts = input ? gist(input->value) : "unreadable";
        const std::string description = input ? input->value.description : input.error().text();
        table.addRow({kindName, preset.name, facts, description.substr(0, description.find('\n'))});
        json.push_back({{"kind", kindName},
                        {"name", preset.name},
                        {"facts", facts},
                        {"description", description},
                        {"path", preset.path.string()}});
    }
    return allRead;
}

Result<ExitCode> listPresets(bool asJson)
{
    if (app::presetsDirectory().empty())
        return Error{ErrorCode::Io, "no presets were found; set NESTLOOM_PRESETS to their folder", ""};
    TextTable table({{"kind"}, {"name"}, {"facts"}, {"description"}});
    io::Json json = io::Json::array();
    const bool accelerators = addRows(app::PresetKind::Accelerator, "accelerator", readAccelerator, table, json);
    const bool networks = addRows(app::PresetKind::Network, "network", readNetwork, table, json);
    if (json.empty())
        return Error{ErrorCode::Io, "no presets lie in this folder; set NESTLOOM_PRESETS to the folder that has theirs",
                     app::presetsDirectory().string()};
    TRY_DO(writeOutput({}, asJson ? io::dump(json, 2) + "\n" : table.print()));
    return accelerators && networks ? Ok : SomeFailed;
}

} // namespace

void addPresets(const Options& program)
{
    const auto json = std::make_shared<bool>(false);
    const Options command = program.command("presets", "List the accelerators and networks that come with Nestloom");
    command.flag("--json", *json, "Print JSON");
    command.does([json] { return listPresets(*json); });
}

} // namespace nestloom::cli
