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
        notes.assume(node.line, node.path,
                     "level " + node.name + " lies beside others, so it keeps only what it names");
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
    MachineBuilder(const ArchForm& form, const KeepRules& rules, ImportNotes& notes)
        : m_form(form), m_rules(rules), m_notes(notes)
    {
    }

    void add(std::size_t index)
    {
        const ArchNode& node = m_form.nodes[index];
        if (node.kind == ArchNode::Kind::Compute)
            return addCompute(node);
        const TensorSet keeps = node.kind == ArchNode::Kind::Storage ? keptBy(node, m_rules, m_notes) : TensorSet{};
        const std::int64_t children =
            index + 1 < m_form.nodes.size() ? m_form.nodes[index + 1].instances / node.instances : 1;
        if (keeps.empty())
            return addPassage(node, children);
        fanOutTo(node);
        m_machine.accelerator.levels.push_back(readStorage(node, m_notes));
        m_machine.accelerator.levels.back().keeps = keeps;
        addTarget(node, children);
    }

    Machine finish()
    {
        if (!m_hasCompute)
            m_notes.assume(0, "",
                           "the architecture has no compute unit; one MAC unit of 16 bit for each innermost "
                           "instance is taken");
        if (!m_hasCompute)
            m_machine.accelerator.macEnergy = Picojoules{1};
        m_machine.containers = m_form.containers;
        m_machine.accelerator.energySource = hardware::EnergySource::TimeloopPat;
        if (const auto seconds = cycleSeconds())
            m_machine.accelerator.clock = clockOf(*seconds);
        else
            m_notes.assume(m_form.nodes.front().line, "",
                           "no clock is stated; " + text(m_machine.accelerator.clock) + " is taken");
        return std::move(m_machine);
    }

private:
    void addCompute(const ArchNode& node)
    {
        if (m_hasCompute)
            return m_notes.ignore(node.line, node.path, "a second compute unit, " + node.name);
        m_hasCompute = true;
        fanOutTo(node);
        readCompute(node, m_machine.accelerator, m_notes);
    }

    /// A node that keeps nothing. It is one with the level outside it where each instance of that leads to one of it; a
    /// fan-out within a fan-out has loops and limits of its own, so it is a level.
    void addPassage(const ArchNode& node, std::int64_t children)
    {
        auto& levels = m_machine.accelerator.levels;
        if (levels.empty())
            return m_notes.fail(node.line, node.path, "the outermost part must be a storage that keeps all tensors");
        const bool isFanout = node.kind == ArchNode::Kind::Fanout;
        if (node.instances != m_outer.instances && (children > 1 || !isFanout)) {
            fanOutTo(node);
            levels.emplace_back();
            levels.back().name = passageName(node);
            levels.back().keeps = {};
            if (isFanout)
                m_machine.accelerator.constraints.push_back(levels.back().name + ": no temporal");
        }
        addTarget(node, children);
    }

    /// "PE" for inter_PE_spatial, unless a storage or compute unit has that name.
    std::string passageName(const ArchNode& node) const
    {
        const auto isTaken = [&](const ArchNode& other) { return other.name == node.container; };
        const bool isFree = std::none_of(m_form.nodes.begin(), m_form.nodes.end(), isTaken);
        return isFree && !node.container.empty() ? node.container : node.name;
    }

    void addTarget(const ArchNode& node, std::int64_t children)
    {
        m_machine.targets.push_back({node.name, m_machine.accelerator.levels.size() - 1, node.container, children});
    }

    /// Of the whole file, or else of the innermost part that has one around it: a clock is that of the MAC units.
    std::optional<double> cycleSeconds() const
    {
        const auto in = [](const Variables& variables) -> std::optional<double> {
            const auto found = variables.find("global_cycle_seconds");
            return found != variables.end() && found->second > 0 ? std::optional(found->second) : std::nullopt;
        };
        for (auto node = m_form.nodes.rbegin(); node != m_form.nodes.rend(); ++node)
            if (const auto own = in(node->variables))
                return own;
        return in(m_form.variables);
    }

    /// Gives the level outside this node the fan-out that leads here.
    void fanOutTo(const ArchNode& node)
    {
        auto& levels = m_machine.accelerator.levels;
        if (!levels.empty()) {
            if (m_outer.instances < 1 || node.instances % m_outer.instances != 0)
                return m_notes.fail(node.line, node.path,
                                    std::to_string(m_outer.instances) + " instances of " + levels.back().name
                                        + " cannot feed " + std::to_string(node.instances) + " of " + node.name
                                        + " evenly");
            const bool isMesh = node.columns % m_outer.columns == 0 && node.rows % m_outer.rows == 0;
            levels.back().fanout = isMesh ? hardware::Fanout{node.columns / m_outer.columns, node.rows / m_outer.rows}
                                          : hardware::Fanout{node.instances / m_outer.instances, 1};
        } else if (node.instances != 1) {
            m_notes.fail(node.line, node.path,
                         "the outermost level must have one instance, not " + std::to_string(node.instances));
        }
        m_outer = node;
    }

    const ArchForm& m_form;
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

const Target* Machine::target(const std::string& name, bool spatial) const
{
    const auto find = [&](auto isWanted) {
        const auto found = std::find_if(targets.begin(), targets.end(), isWanted);
        return found == targets.end() ? nullptr : &*found;
    };
    const Target* own = find([&](const Target& known) { return known.name == name; });
    const Target* around = find([&](const Target& known) { return known.container == name && !name.empty(); });
    return own && !(spatial && around) ? own : around;
}

Machine readMachine(const ArchForm& form, const KeepRules& rules, const std::string& ownName, ImportNotes& notes)
{
    checkRules(form, rules, notes);
    MachineBuilder builder(form, rules, notes);
    for (std::size_t i = 0; i < form.nodes.size() && !notes.error(); ++i)
        builder.add(i);
    if (notes.error())
        return {};
    Machine machine = builder.finish();
    Accelerator& accelerator = machine.accelerator;
    accelerator.name = form.name.empty() ? ownName : form.name;
    accelerator.description = "imported from Timeloop";
    for (const hardware::Finding& finding : hardware::check(accelerator))
        notes.fail(form.nodes.front().line, finding.key, finding.message);
    return machine;
}

} // namespace nestloom::io::timeloop
