// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/take_loop_rules.h"

#include "engine/base/checked_math.h"
#include "engine/io/in_quotes.h"

#include <algorithm>
#include <set>

namespace nestloom::io::timeloop {

namespace {

using mapping::BoundConstraint;
using mapping::BoundOf;
using mapping::Relation;

class Taking {
public:
    Taking(Machine& machine, ImportNotes& notes) : m_machine(machine), m_notes(notes) {}

    void run(const std::vector<LoopRule>& rules)
    {
        for (const LoopRule& rule : rules) {
            const Target* target = find(rule.target);
            if (!target) {
                m_notes.ignore(rule.line, rule.path, "a constraint at " + inQuotes(rule.target) + ", which has no loops here");
                continue;
            }
            if (isSpatial(rule) && fanouts(target->level) > 1)
                share(rule, *target);
            else
                take(rule, target->level);
        }
        for (const auto& [place, shared] : m_shared)
            takeShared(place.first, place.second, shared);
    }

private:
    /// Rules with "=" of the fan-outs that are one level here.
    struct Shared {
        std::set<std::string> targets;
        std::optional<std::int64_t> product = 1; // nothing = the whole bound
        const LoopRule* last = nullptr;
    };

    const Target* find(const std::string& name) const
    {
        const auto target = std::find_if(m_machine.targets.begin(), m_machine.targets.end(), [&](const Target& known) { return known.name == name || known.name == "inter_" + name + "_spatial"; });
        return target == m_machine.targets.end() ? nullptr : &*target;
    }
    std::size_t fanouts(std::size_t level) const
    {
        return static_cast<std::size_t>(std::count_if(m_machine.targets.begin(), m_machine.targets.end(),
                                                      [&](const Target& target) { return target.isFanout && target.level == level; }));
    }
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

    void ignoreShared(const LoopRule& rule, std::size_t level)
    {
        m_notes.ignore(rule.line, rule.path, "a constraint on " + rule.target + ", which is here one of several fan-outs of level " +
                                                 m_machine.accelerator.levels[level].name);
    }

    void share(const LoopRule& rule, const Target& target)
    {
        const auto* bound = std::get_if<BoundConstraint>(&rule.constraint.what);
        if (!bound || bound->relation != Relation::Equal)
            return ignoreShared(rule, target.level);
        Shared& shared = m_shared[{target.level, *bound->dimension}];
        shared.targets.insert(target.name);
        shared.last = &rule;
        shared.product = bound->value && shared.product ? checkedProduct(*shared.product, *bound->value) : std::nullopt;
    }

    void takeShared(std::size_t level, workload::LoopDimension dimension, const Shared& shared)
    {
        const bool all = shared.targets.size() >= fanouts(level);
        if (!all && shared.product == 1)
            return ignoreShared(*shared.last, level);
        LoopRule rule = *shared.last;
        rule.constraint.what = BoundConstraint{BoundOf::Spatial, dimension, all || !shared.product ? Relation::Equal : Relation::AtLeast, shared.product};
        take(rule, level);
    }

    Machine& m_machine;
    ImportNotes& m_notes;
    std::map<std::pair<std::size_t, workload::LoopDimension>, Shared> m_shared; // by level
};

} // namespace

void takeLoopRules(const std::vector<LoopRule>& rules, Machine& machine, ImportNotes& notes) { Taking(machine, notes).run(rules); }

} // namespace nestloom::io::timeloop
