// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/own_technologies.h"
#include "app/presets_directory.h"
#include "app/store/run_store.h"
#include "engine/io/json_reader.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/technology_yaml.h"

namespace nestloom::cli {

namespace {

struct EnergiesArguments {
    std::string table, accelerator, output;
    bool json = false;
};

/// Those that the window keeps beside the store.
app::OwnTechnologies ownTables()
{
    return app::readOwnTechnologies(app::ownTechnologiesFolder(store::defaultStorePath()));
}

/// One that can be read, or why it cannot.
struct ListedTable {
    std::string name;
    bool isOwn = false;
    std::string description, source, error{};
};

std::vector<ListedTable> allTables()
{
    std::vector<ListedTable> all;
    for (const app::Preset& preset : app::presets(app::PresetKind::Technology)) {
        const auto technology = io::readTechnology(preset.path);
        all.push_back(technology ? ListedTable{preset.name, false, technology->description, technology->source}
                                 : ListedTable{preset.name, false, {}, {}, technology.error().text()});
    }
    const app::OwnTechnologies own = ownTables();
    for (const app::OwnTechnology& one : own.tables)
        all.push_back({one.technology.name, true, one.technology.description, one.technology.source});
    for (const std::string& sentence : own.unreadable)
        all.push_back({"?", true, {}, {}, sentence});
    return all;
}

Result<ExitCode> listTables(bool asJson)
{
    TextTable table({{"table"}, {"kept"}, {"description"}, {"source"}});
    io::Json json = io::Json::array();
    bool isAllRead = true;
    for (const ListedTable& one : allTables()) {
        const bool isRead = one.error.empty();
        isAllRead = isAllRead && isRead;
        const std::string kept = one.isOwn ? "own" : "shipped";
        table.addRow({one.name, kept, isRead ? one.description : "unreadable", isRead ? one.source : one.error});
        io::Json row{{"name", one.name}, {"kept", kept}};
        if (isRead)
            row.update({{"description", one.description}, {"source", one.source}});
        else
            row["error"] = one.error;
        json.push_back(std::move(row));
    }
    TRY_DO(writeOutput({}, asJson ? io::dump(json, 2) + "\n" : table.print()));
    return isAllRead ? Ok : SomeFailed;
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
        return listTables(arguments.json);
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
    command.flag("--json", arguments->json, "Print the list as JSON").excludes(table);
    command.does([arguments] { return energies(*arguments); });
}

} // namespace nestloom::cli
