// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/take_loop_rules.h"

#include "engine/io/in_quotes.h"

namespace nestloom::io::timeloop {

namespace {

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
        return (bound && bound->of == BoundOf::Spatial) || (loops && loops->spatial);
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

} // namespace

void takeLoopRules(const std::vector<LoopRule>& rules, Machine& machine, ImportNotes& notes)
{
    Taking(machine, notes).run(rules);
}

} // namespace nestloom::io::timeloop
