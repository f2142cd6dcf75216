// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_timeloop.h"

#include "engine/cost/timeloop_counts.h"
#include "engine/io/text.h"
#include "engine/io/timeloop/read_levels.h"
#include "engine/io/timeloop/read_mapping.h"
#include "engine/io/timeloop/sections.h"

#include <algorithm>
#include <set>

namespace nestloom::io::timeloop {

namespace {

using Actions = std::map<std::string, double>; // the largest energy of each action, pJ

/// "System.chip.PE[0..15].RegisterFile[1..1]" -> "RegisterFile".
std::string partName(std::string_view path)
{
    std::string name;
    bool isInRange = false; // whose dots divide no names
    for (const char letter : path) {
        isInRange = letter == '[' || (isInRange && letter != ']');
        if (!isInRange && letter != ']')
            name += letter;
    }
    return name.substr(name.rfind('.') + 1);
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

/// Takes energies from an energy reference table (`ERT` or `ERT_summary`): pJ for one access of a whole block, and pJ
/// that leak in a cycle. Reports   tables without entries, energies that cannot be; entries of parts that there are not
/// are told; a table
///           for no part at all
void readEnergies(const YamlNode& node, const std::string& path, Machine& machine, ImportNotes& notes)
{
    ImportMap map(node, path, notes);
    map.checkVersion();
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
    if (std::ranges::all_of(levels, isStated))
        machine.accelerator.energySource = hardware::EnergySource::Explicit;
    else
        for (std::size_t i = 0; i < levels.size(); ++i)
            if (!isStated(levels[i]))
                notes.assume(node.line, path,
                             "the table has no energy of level " + levels[i].name
                                 + "; Timeloop's pat-public formula is taken");
}

using mapping::BoundConstraint;
using mapping::BoundOf;

class Taking {
public:
    Taking(Machine& machine, ImportNotes& notes) : m_machine(machine), m_notes(notes) {}

    void run(const std::vector<LoopRule>& rules)
    {
        for (const LoopRule& rule : rules) {
            const bool spatial = isSpatial(rule);
            const Target* target = m_machine.target(rule.target, spatial);
            if (!target)
                m_notes.ignore(rule.line, rule.path,
                               "a constraint at " + inQuotes(rule.target) + ", which has no loops here");
            else if (!rule.copied.empty())
                copy(rule, m_machine.accelerator.levels[target->level]);
            else if (spatial && target->children == 1)
                m_notes.ignore(rule.line, rule.path,
                               "a spatial constraint at " + inQuotes(rule.target) + ", which has one child");
            else
                take(rule, target->level);
        }
    }

private:
    static bool isSpatial(const LoopRule& rule)
    {
        const auto* bound = std::get_if<BoundConstraint>(&rule.constraint.what);
        const auto* loops = std::get_if<mapping::LoopsConstraint>(&rule.constraint.what);
        return !rule.copied.empty() || (bound && bound->of == BoundOf::Spatial) || (loops && loops->spatial);
    }

    void copy(const LoopRule& rule, hardware::BufferLevel& level)
    {
        for (const TensorRole role : kTensorRoles)
            if (rule.copied.contains(role)) {
                level.multicast = level.multicast.without(role);
                m_notes.assume(rule.line, rule.path,
                               "level " + level.name + " does not multicast " + std::string(name(role)));
            }
    }

    void take(const LoopRule& rule, std::size_t level)
    {
        mapping::Constraint constraint = rule.constraint;
        constraint.level = m_machine.accelerator.levels[level].name;
        const std::string line = mapping::print(constraint);
        m_machine.accelerator.constraints.push_back(line);
        m_notes.assume(rule.line, rule.path, "taken over as the constraint " + inQuotes(line));
    }

    Machine& m_machine;
    ImportNotes& m_notes;
};

/// Makes constraints of the accelerator from rules on loops, at the levels that their targets stand for, and tells of
/// each. Several fan-outs of a file may be one level here: their factors multiply, and what only some of them say of a
/// dimension is a lower limit, or nothing.
void takeLoopRules(const std::vector<LoopRule>& rules, Machine& machine, ImportNotes& notes)
{
    Taking(machine, notes).run(rules);
}

} // namespace

} // namespace nestloom::io::timeloop

namespace nestloom::io {

namespace {

using namespace timeloop;
using mapping::DesignImport;
namespace fs = std::filesystem;

/// Reads the parts of an import one after the other: problems first, because they name the tensors and dimensions.
class Import {
public:
    Import(const Sections& sections, const mapping::DesignImportOptions& options, ImportNotes& notes)
        : m_sections(sections), m_options(options), m_notes(notes)
    {
    }

    DesignImport run()
    {
        readProblems();
        readMachineAndRules();
        readOneMapping();
        if (m_machine) {
            m_result.accelerator = m_machine->accelerator;
            if (m_sections.architecture)
                m_result.accelerator->notes.push_back(
                    "Imported from files of Timeloop; the report of the import says what "
                    "was assumed.");
        }
        if (!m_result.accelerator && !m_result.network && !m_notes.error())
            m_notes.fail(1, "", "there is neither an architecture nor a problem here");
        return std::move(m_result);
    }

private:
    void readProblems()
    {
        if (m_sections.problems.empty())
            return;
        workload::Network network;
        network.name = m_sections.folderName;
        network.description = "imported from Timeloop";
        std::set<std::string> names;
        for (const Section& section : m_sections.problems) {
            workload::Layer layer = readProblem(*section.node, section.key, section.fileStem, m_shape, m_notes);
            for (int copy = 2; !names.insert(layer.name).second; ++copy)
                layer.name = section.fileStem + "_" + std::to_string(copy);
            network.layers.push_back(std::move(layer));
        }
        if (network.layers.size() == 1)
            network.name = network.layers.front().name;
        if (!m_notes.error())
            for (const workload::Finding& finding : workload::check(network))
                m_notes.fail(m_sections.problems.front().node->line, finding.key, finding.message);
        m_result.network = std::move(network);
    }

    void readMachineAndRules()
    {
        const ProblemNames names = m_sections.problems.empty() ? usualNames() : m_shape.names;
        if (m_sections.architecture && !m_notes.error()) {
            const Section& section = *m_sections.architecture;
            const ArchForm form = readArchForm(*section.node, section.key, m_sections.variables, m_notes);
            for (const auto& [level, constraints] : form.constraints)
                readOwnConstraints(*constraints, level, names, m_rules, m_notes);
            for (const Section& list : m_sections.constraints)
                readConstraintList(*list.node, list.key, names, m_rules, m_notes);
            if (!m_notes.error())
                m_machine = readMachine(form, m_rules.keeps, section.fileStem, m_notes);
            if (m_machine && !m_notes.error())
                takeLoopRules(m_rules.loops, *m_machine, m_notes);
            if (m_machine)
                m_machine->accelerator.timeloop = versionOf(form);
        } else if (m_options.accelerator) {
            m_machine = Machine{*m_options.accelerator, {}, {}};
            for (std::size_t i = 0; i < m_machine->accelerator.levels.size(); ++i) {
                const hardware::BufferLevel& level = m_machine->accelerator.levels[i];
                m_machine->targets.push_back({level.name, i, {}, level.fanout.count()});
            }
        }
        if (!m_sections.architecture)
            for (const Section& list : m_sections.constraints)
                m_notes.ignore(list.node->line, list.key, "constraints without the architecture that they limit");
        for (const Section& table : m_sections.energies)
            if (m_machine && !m_notes.error())
                readEnergies(*table.node, table.key, *m_machine, m_notes);
            else if (!m_notes.error())
                m_notes.ignore(table.node->line, table.key, "energies without an architecture that they belong to");
        if (m_machine && m_sections.energies.empty() && m_sections.architecture)
            m_notes.assume(m_sections.architecture->node->line, m_sections.architecture->key,
                           "no energy reference table is given; energies follow Timeloop's pat-public formula");
    }

    hardware::TimeloopVersion versionOf(const ArchForm& form)
    {
        using enum hardware::TimeloopVersion;
        const std::string older(name(June2022)), newer(name(March2025));
        const std::string chosen = m_notes.ask(
            {"timeloop",
             "Which Timeloop does the compatibility mode count as?",
             {{older, std::string(cost::commitOf(June2022))},
              {newer, std::string(cost::commitOf(March2025)) + ", without the first fill of outputs at inner levels"}},
             form.isOfToday ? newer : older});
        return chosen == newer ? March2025 : June2022;
    }

    void readOneMapping()
    {
        if (!m_sections.mapping || m_notes.error())
            return;
        const Section& section = *m_sections.mapping;
        const auto refuse = [&](const std::string& why) { m_notes.refuse(section.node->line, section.key, why); };
        if (!m_machine)
            return refuse("the mapping needs the architecture whose levels it names; give that file too");
        if (!m_result.network)
            return refuse("the mapping needs the problem whose loops it splits; give that file too");
        if (m_result.network->layers.size() != 1)
            return refuse("there are " + std::to_string(m_result.network->layers.size())
                          + " problems; give the one that the mapping is for");
        mapping::LayerMapping found = readMapping(*section.node, section.key, m_shape, m_result.network->layers.front(),
                                                  m_rules.keeps, *m_machine, m_notes);
        if (!m_notes.hasRefused())
            m_result.mapping = std::move(found);
    }

    const Sections& m_sections;
    const mapping::DesignImportOptions& m_options;
    ImportNotes& m_notes;
    ProblemShape m_shape;
    Rules m_rules;
    std::optional<Machine> m_machine;
    DesignImport m_result;
};

} // namespace

bool looksLikeTimeloop(std::string_view head)
{
    constexpr std::string_view keys[]{"architecture:",
                                      "arch:",
                                      "problem:",
                                      "mapping:",
                                      "ERT:",
                                      "ERT_summary:",
                                      "mapspace:",
                                      "mapspace_constraints:",
                                      "architecture_constraints:",
                                      "constraints:",
                                      "components:",
                                      "compound_components:",
                                      "variables:",
                                      "mapper:",
                                      "globals:",
                                      "sparse_optimizations:",
                                      "ART:",
                                      "ART_summary:"};
    for (std::size_t begin = 0; begin < head.size();) {
        const std::size_t end = std::min(head.find('\n', begin), head.size());
        const std::string_view line = head.substr(begin, end - begin);
        const auto begins = [&](std::string_view key) { return line.substr(0, key.size()) == key; };
        if (std::any_of(std::begin(keys), std::end(keys), begins) || begins("{{include_text")
            || begins("{{ include_text"))
            return true;
        begin = end + 1;
    }
    return false;
}

Result<DesignImport> importTimeloop(const std::vector<fs::path>& paths, const mapping::DesignImportOptions& options)
{
    return script::importFiles(paths, options, [&](const std::vector<script::Document>& documents, ImportNotes& notes) {
        const Sections sections = findSections(documents, notes);
        return Import(sections, options, notes).run();
    });
}

} // namespace nestloom::io
