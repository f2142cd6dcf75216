// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_constraints.h"

#include "engine/io/text.h"

namespace nestloom::io::timeloop {

namespace {

TensorSet both(TensorSet a, TensorSet b)
{
    for (const TensorRole role : kTensorRoles)
        if (b.contains(role))
            a = a.with(role);
    return a;
}

TensorSet others(TensorSet set)
{
    TensorSet rest = TensorSet::all();
    for (const TensorRole role : kTensorRoles)
        if (set.contains(role))
            rest = rest.without(role);
    return rest;
}

} // namespace

void readKeepRule(ImportMap& map, const ProblemNames& names, const std::string& level, KeepRules& rules)
{
    const TensorSet only = readTensors(map, "keep_only", names);
    TensorSet keep = both(readTensors(map, "keep", names), only);
    TensorSet bypass = readTensors(map, "bypass", names);
    if (!only.empty())
        bypass = both(bypass, others(only));
    KeepRule& rule = rules[level];
    rule.keep = both(rule.keep, keep);
    rule.bypass = both(rule.bypass, bypass);
    rule.line = map.line();
    for (const TensorRole role : kTensorRoles)
        if (rule.keep.contains(role) && rule.bypass.contains(role))
            map.notes().fail(map.line(), map.path(),
                             "level " + level + " is to keep and to bypass the " + std::string(name(role)));
}

void readOwnConstraints(const YamlNode& node, const std::string& level, const ProblemNames& names, Rules& rules,
                        ImportNotes& notes)
{
    ImportMap map(node, "constraints", notes);
    for (const std::string_view kind : {"dataspace", "bypass", "datatype"})
        if (const YamlNode* dataspace = map.find(kind)) {
            ImportMap inner(*dataspace, map.pathOf(kind), notes);
            readKeepRule(inner, names, level, rules.keeps);
            inner.ignoreRest("a constraint that is not taken over");
        }
    for (const std::string_view kind : {"temporal", "spatial", "max_overbooked_proportion", "utilization"})
        if (const YamlNode* loops = map.find(kind)) {
            ImportMap inner(*loops, map.pathOf(kind), notes);
            if (kind == "temporal" || kind == "spatial")
                readLoopRules(inner, names, level, kind == "spatial", rules.loops);
            inner.ignoreRest("a constraint that is not taken over");
        }
    map.ignoreRest();
}

void readConstraintList(const YamlNode& node, const std::string& path, const ProblemNames& names, Rules& rules,
                        ImportNotes& notes)
{
    if (node.kind == YamlNode::Kind::Map) {
        ImportMap map(node, path, notes);
        map.checkVersion();
        for (const std::string_view key : {"targets", "constraints"})
            if (const YamlNode* list = map.find(key))
                readConstraintList(*list, map.pathOf(key), names, rules, notes);
        return map.ignoreRest();
    }
    if (node.kind != YamlNode::Kind::List && node.kind != YamlNode::Kind::Empty)
        return notes.fail(node.line, path, "a list of constraints belongs here");
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        ImportMap map(node.items[i], path + "[" + std::to_string(i) + "]", notes);
        const std::string target = withoutRange(map.text("target")), type = map.text("type");
        if (type == "dataspace" || type == "datatype" || type == "bypass" || type == "bypassing")
            readKeepRule(map, names, target, rules.keeps);
        else if (type == "temporal" && target.substr(0, 6) == "inter_")
            continue; // written by Timeloop's front end: nothing but the fan-out is there
        else if (type == "temporal" || type == "spatial")
            readLoopRules(map, names, target, type == "spatial", rules.loops);
        else
            notes.ignore(map.line(), map.path(),
                         inQuotes(type) + " at " + target + ": a kind of constraint that is not taken over");
        map.ignoreRest("a constraint that is not taken over");
    }
}

} // namespace nestloom::io::timeloop
