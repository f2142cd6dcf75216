// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_energies.h"

#include "engine/io/in_quotes.h"

#include <algorithm>

namespace nestloom::io::timeloop {

namespace {

using Actions = std::map<std::string, double>; // the largest energy of each action, pJ

/// "System.chip.GlobalBuffer[1..1]" -> "GlobalBuffer".
std::string partName(std::string_view path)
{
    const std::string name = withoutRange(path.substr(0, path.rfind('[')));
    return withoutRange(name.substr(name.rfind('.') + 1));
}

Actions readActions(ImportMap& table)
{
    Actions actions;
    const YamlNode* list = table.find("actions");
    if (!list || list->kind != YamlNode::Kind::List) {
        table.notes().fail(table.line(), table.path(), "a table has a list of actions");
        return actions;
    }
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        ImportMap action(list->items[i], table.pathOf("actions") + "[" + std::to_string(i) + "]", table.notes());
        const std::string name = action.text("name");
        action.find("arguments"); // Timeloop takes the most expensive of an action
        const double energy = action.number({"energy"}).value_or(0);
        if (energy < 0)
            table.notes().fail(action.line(), action.path(), "an energy must not be negative");
        double& most = actions.try_emplace(name, energy).first->second;
        most = std::max(most, energy);
        action.ignoreRest();
    }
    return actions;
}

std::optional<double> energyOf(const Actions& actions, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const auto found = actions.find(name); found != actions.end())
            return found->second;
    return std::nullopt;
}

/// pJ in a cycle of the accelerator as power.
Watts powerOf(double picojoules, const hardware::Accelerator& accelerator)
{
    return {picojoules * 1e-12 * accelerator.clock.count};
}

/// Reads, fills (Timeloop's writes) and updates, and what leaks.
void takeEnergies(const Actions& actions, const hardware::Accelerator& accelerator, hardware::BufferLevel& level)
{
    const double read = energyOf(actions, {"random_read", "read"}).value_or(0);
    const double fill = energyOf(actions, {"random_fill", "random_write", "fill", "write"}).value_or(read);
    const double update = energyOf(actions, {"random_update", "random_write", "update", "write"}).value_or(fill);
    level.accessEnergy = Picojoules{read};
    level.fillEnergy = fill == read ? std::nullopt : std::optional(Picojoules{fill});
    level.updateEnergy = update == fill ? std::nullopt : std::optional(Picojoules{update});
    level.leakage = powerOf(energyOf(actions, {"leak"}).value_or(0), accelerator);
}

/// Is it of a level or of the MAC units?
bool takeTable(ImportMap& table, Machine& machine)
{
    const std::string name = partName(table.text("name"));
    const Actions actions = readActions(table);
    for (const std::string_view known : {"primitive_estimations", "primitive_estimation(s)"})
        table.find(known);
    table.ignoreRest();
    for (hardware::BufferLevel& level : machine.accelerator.levels)
        if (level.name == name) {
            takeEnergies(actions, machine.accelerator, level);
            return true;
        }
    if (const auto compute = energyOf(actions, {"compute", "mac_random", "mac", "mult"})) {
        machine.accelerator.macEnergy = {*compute};
        machine.accelerator.macLeakage = powerOf(energyOf(actions, {"leak"}).value_or(0), machine.accelerator);
        return true;
    }
    table.notes().ignore(table.line(), table.path(), "energies of " + inQuotes(name) + ", which is no level here");
    return false;
}

} // namespace

void readEnergies(const YamlNode& node, const std::string& path, Machine& machine, ImportNotes& notes)
{
    ImportMap map(node, path, notes);
    map.find("version");
    const YamlNode* tables = map.find({"tables", "table_summary"});
    map.ignoreRest();
    if (!tables || tables->kind != YamlNode::Kind::List)
        return notes.fail(node.line, path, "an energy reference table has a list 'tables'");
    bool isAnyTaken = false;
    for (std::size_t i = 0; i < tables->items.size(); ++i) {
        ImportMap table(tables->items[i], path + ".tables[" + std::to_string(i) + "]", notes);
        isAnyTaken = takeTable(table, machine) || isAnyTaken;
    }
    if (!isAnyTaken)
        notes.fail(node.line, path, "no table is of a level or a MAC unit of " + inQuotes(machine.accelerator.name));
    const auto& levels = machine.accelerator.levels;
    const auto isStated = [](const hardware::BufferLevel& level) { return level.accessEnergy || level.keeps.empty(); };
    if (std::all_of(levels.begin(), levels.end(), isStated))
        machine.accelerator.energySource = hardware::EnergySource::Explicit;
    else
        for (std::size_t i = 0; i < levels.size(); ++i)
            if (!isStated(levels[i]))
                notes.assume(node.line, path,
                             "the table has no energy of level " + levels[i].name
                                 + "; Timeloop's pat-public formula is taken");
}

} // namespace nestloom::io::timeloop
