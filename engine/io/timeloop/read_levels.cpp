// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_levels.h"

#include "engine/io/in_quotes.h"
#include "engine/io/quantity.h"
#include "engine/io/timeloop/storage_level.h"

#include <algorithm>
#include <cmath>

namespace nestloom::io::timeloop {

namespace {

using hardware::Accelerator;

TensorSet keptBy(const ArchNode& node, const KeepRules& rules, ImportNotes& notes)
{
    const auto found = rules.find(node.name);
    TensorSet keeps = TensorSet::all();
    if (found == rules.end())
        return keeps;
    const KeepRule& rule = found->second;
    if (node.isBranch && rule.bypass.empty() && !rule.keep.empty()) {
        notes.assume(node.line, node.path, "level " + node.name + " lies beside others, so it keeps only what it names");
        return rule.keep;
    }
    for (const TensorRole role : kTensorRoles)
        if (rule.bypass.contains(role))
            keeps = keeps.without(role);
    return keeps;
}

/// 2e-9 s is 500 MHz and not 499.99999999999994 MHz.
Hertz clockOf(double cycleSeconds)
{
    const double hertz = 1 / cycleSeconds, whole = std::round(hertz);
    return {std::abs(hertz - whole) < 1e-9 * hertz ? whole : hertz};
}

class MachineBuilder {
public:
    MachineBuilder(const KeepRules& rules, ImportNotes& notes) : m_rules(rules), m_notes(notes) {}

    void add(const ArchNode& node)
    {
        auto& levels = m_machine.accelerator.levels;
        if (node.kind == ArchNode::Kind::Compute) {
            if (m_hasCompute)
                return m_notes.ignore(node.line, node.path, "a second compute unit, " + node.name);
            m_hasCompute = true;
            fanOutTo(node);
            return readCompute(node, m_machine.accelerator, m_notes);
        }
        const TensorSet keeps = node.kind == ArchNode::Kind::Storage ? keptBy(node, m_rules, m_notes) : TensorSet{};
        if (keeps.empty()) {
            if (levels.empty())
                return m_notes.fail(node.line, node.path, "the outermost part must be a storage that keeps all tensors");
            m_machine.targets.push_back({node.name, levels.size() - 1, true});
            return;
        }
        fanOutTo(node);
        levels.push_back(readStorage(node, m_notes));
        levels.back().keeps = keeps;
        m_machine.lines.push_back(node.line);
        m_machine.targets.push_back({node.name, levels.size() - 1, false});
    }

    Machine finish(const ArchForm& form)
    {
        if (!m_hasCompute)
            m_notes.assume(0, "", "the architecture has no compute unit; one MAC unit of 16 bit for each innermost "
                                  "instance is taken");
        if (!m_hasCompute)
            m_machine.accelerator.macEnergy = Picojoules{1};
        m_machine.accelerator.energySource = hardware::EnergySource::TimeloopPat;
        const auto seconds = form.variables.find("global_cycle_seconds");
        if (seconds != form.variables.end() && seconds->second > 0)
            m_machine.accelerator.clock = clockOf(seconds->second);
        else
            m_notes.assume(form.nodes.front().line, "", "no clock is stated; " + text(m_machine.accelerator.clock) + " is taken");
        return std::move(m_machine);
    }

private:
    /// Gives the level outside this node the fan-out that leads here.
    void fanOutTo(const ArchNode& node)
    {
        auto& levels = m_machine.accelerator.levels;
        if (!levels.empty()) {
            if (m_outer.instances < 1 || node.instances % m_outer.instances != 0)
                return m_notes.fail(node.line, node.path,
                                    std::to_string(m_outer.instances) + " instances of " + levels.back().name +
                                        " cannot feed " + std::to_string(node.instances) + " of " + node.name + " evenly");
            const bool isMesh = node.columns % m_outer.columns == 0 && node.rows % m_outer.rows == 0;
            levels.back().fanout = isMesh ? hardware::Fanout{node.columns / m_outer.columns, node.rows / m_outer.rows}
                                          : hardware::Fanout{node.instances / m_outer.instances, 1};
        } else if (node.instances != 1) {
            m_notes.fail(node.line, node.path, "the outermost level must have one instance, not " + std::to_string(node.instances));
        }
        m_outer = node;
    }

    const KeepRules& m_rules;
    ImportNotes& m_notes;
    Machine m_machine;
    ArchNode m_outer;
    bool m_hasCompute = false;
};

void checkRules(const ArchForm& form, const KeepRules& rules, ImportNotes& notes)
{
    for (const auto& [name, rule] : rules) {
        const auto isNamed = [&, &wanted = name](const ArchNode& node) { return node.name == wanted; };
        if (std::none_of(form.nodes.begin(), form.nodes.end(), isNamed))
            notes.ignore(rule.line, "", "a constraint on " + inQuotes(name) + ", which the architecture does not have");
    }
}

} // namespace

Machine readMachine(const ArchForm& form, const KeepRules& rules, const std::string& ownName, ImportNotes& notes)
{
    checkRules(form, rules, notes);
    MachineBuilder builder(rules, notes);
    for (const ArchNode& node : form.nodes)
        if (!notes.error())
            builder.add(node);
    if (notes.error())
        return {};
    Machine machine = builder.finish(form);
    Accelerator& accelerator = machine.accelerator;
    accelerator.name = form.name.empty() ? ownName : form.name;
    accelerator.description = "imported from Timeloop";
    for (const hardware::Finding& finding : hardware::check(accelerator))
        notes.fail(machine.lines.front(), finding.key, finding.message);
    return machine;
}

} // namespace nestloom::io::timeloop
