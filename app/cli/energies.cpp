// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/own_technologies.h"
#include "app/presets_directory.h"
#include "app/store/run_store.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/technology_yaml.h"

namespace nestloom::cli {

namespace {

struct EnergiesArguments {
    std::string table, accelerator, output;
};

/// Those that the window keeps beside the store.
app::OwnTechnologies ownTables()
{
    return app::readOwnTechnologies(app::ownTechnologiesFolder(store::defaultStorePath()));
}

Result<ExitCode> listTables()
{
    TextTable table({{"table"}, {"kept"}, {"description"}, {"source"}});
    bool isAllRead = true;
    for (const app::Preset& preset : app::presets(app::PresetKind::Technology)) {
        const auto technology = io::readTechnology(preset.path);
        isAllRead = isAllRead && technology.has_value();
        table.addRow({preset.name, "shipped", technology ? technology->description : "unreadable",
                      technology ? technology->source : technology.error().text()});
    }
    const app::OwnTechnologies own = ownTables();
    for (const app::OwnTechnology& one : own.tables)
        table.addRow({one.technology.name, "own", one.technology.description, one.technology.source});
    for (const std::string& sentence : own.unreadable)
        table.addRow({"?", "own", "unreadable", sentence});
    TRY_DO(writeOutput({}, table.print()));
    return isAllRead && own.unreadable.empty() ? Ok : SomeFailed;
}

/// A preset, one of the user's own tables by its name, or a file.
Result<hardware::Technology> findTable(const std::string& nameOrFile)
{
    for (const app::OwnTechnology& one : ownTables().tables)
        if (one.technology.name == nameOrFile)
            return one.technology;
    const auto path = app::findInput(app::PresetKind::Technology, nameOrFile);
    return path ? io::readTechnology(*path) : path.error();
}

Result<ExitCode> energies(const EnergiesArguments& arguments)
{
    if (arguments.table.empty())
        return listTables();
    TRY(const auto technology, findTable(arguments.table));
    TRY(const auto accelerator, readAccelerator(arguments.accelerator));
    const auto changed = hardware::withEnergies(accelerator.value, technology);
    for (const hardware::Finding& finding : hardware::check(changed))
        return Error{ErrorCode::InvalidInput, finding.message, arguments.accelerator + ": " + finding.key};
    TRY_DO(writeOutput(arguments.output, io::writeAccelerator(changed)));
    return Ok;
}

} // namespace

void addEnergies(const Options& program)
{
    const auto arguments = std::make_shared<EnergiesArguments>();
    const Options command =
        program.command("energies", "List the tables of energies, or give an accelerator the energies of one");
    Option table = command.add("TABLE", arguments->table, "Preset, table of your own or YAML file");
    Option accelerator =
        command.add("--accelerator", arguments->accelerator, "Preset or YAML file").type("NAME|FILE").needs(table);
    table.needs(accelerator);
    command.add("-o,--output", arguments->output, "Write the accelerator to a file instead of stdout")
        .type("FILE")
        .needs(table);
    command.does([arguments] { return energies(*arguments); });
}

} // namespace nestloom::cli
