// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelforge/component.h"

#include "engine/io/accelforge/einsum.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nestloom::io::accelforge {

using namespace script;

using timeloop::ImportMap;
using timeloop::ImportNotes;

void readCostTable(const YamlNode& node, const std::string& key, CostTable& table, ImportNotes& notes)
{
    ImportMap components(node, key, notes);
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        ImportMap map(node.items[i], components.pathOf(node.keys[i]), notes);
        for (const std::string_view figure :
             {"read", "write", "compute", "read_throughput", "write_throughput", "compute_throughput", "leak_power"})
            if (const auto number = map.number({figure}))
                table[node.keys[i]][std::string(figure)] = *number;
        refuseRest(map);
    }
}

Component::Component(ImportMap& map, Scope& scope, const CostTable& costs)
    : m_map(map), m_scope(scope), m_costs(costs), m_name(map.text("name")), m_class(map.text("component_class"))
{
    m_bitsPerAction = number("bits_per_action", 1);
}

std::optional<double> Component::listed(const std::string& figure) const
{
    const auto component = m_costs.find(m_name);
    if (component == m_costs.end() || !component->second.contains(figure))
        return std::nullopt;
    return component->second.at(figure);
}

std::optional<double> numberIn(ImportMap& map, std::string_view key, Scope& scope)
{
    const YamlNode* node = map.find(key);
    const auto text = node ? timeloop::scalarOf(*node, map.pathOf(key), map.notes()) : std::nullopt;
    if (!text)
        return std::nullopt;
    const auto value = evaluateNumber(*text, scope);
    if (value && *value >= 0)
        return *value;
    map.notes().fail(node->line, map.pathOf(key), value ? "a number from 0 up belongs here" : value.error().message);
    return std::nullopt;
}

/// "sum(a.n_calls for a in actions) / 32 / 200e6".
Timing Component::timing()
{
    Timing timing;
    const YamlNode* node = m_map.find("total_latency");
    if (!node)
        return timing;
    std::string text = node->scalar;
    std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    timing.isEachWay = text.starts_with("max");
    constexpr std::string_view kTogether = "(a.n_callsforainactions)";
    const std::string rest = timing.isEachWay || text.starts_with("sum") ? text.substr(3) : "";
    if (rest == "(a.n_calls/a.throughputforainactions)")
        return timing;
    if (rest.starts_with(kTogether)) {
        const std::string each = rest.substr(kTogether.size());
        const auto seconds = evaluateNumber("1" + each, m_scope), ofTwo = evaluateNumber("2" + each, m_scope);
        if (seconds && ofTwo && *seconds > 0 && *ofTwo == 2 * *seconds) {
            timing.perSecond = 1 / *seconds;
            return timing;
        }
    }
    m_map.notes().fail(node->line, m_map.pathOf("total_latency"),
                       "only sum or max over actions of a.n_calls / a.throughput, or of a.n_calls, is understood");
    return timing;
}

Action Component::action(const std::string& name)
{
    Action action{listed(name), listed(name + "_throughput"), m_bitsPerAction};
    const YamlNode* list = m_map.find("actions");
    for (std::size_t i = 0; list && i < list->items.size(); ++i) {
        ImportMap stated(list->items[i], m_map.pathOf("actions") + "[" + std::to_string(i) + "]", m_map.notes());
        if (stated.text("name") != name)
            continue;
        if (const auto energy = numberIn(stated, "energy", m_scope))
            action.energy = *energy * numberIn(stated, "energy_scale", m_scope).value_or(1);
        if (const auto throughput = numberIn(stated, "throughput", m_scope))
            action.throughput = *throughput;
        else if (const auto latency = numberIn(stated, "latency", m_scope)) // the older word
            action.throughput = 1 / *latency;
        if (action.throughput)
            *action.throughput *= numberIn(stated, "throughput_scale", m_scope).value_or(1);
        action.bits = numberIn(stated, "bits_per_action", m_scope).value_or(action.bits);
        stated.find("extra_attributes_for_component_model");
        refuseRest(stated);
    }
    if (isDummy()) {
        action.energy = action.energy.value_or(0);
        action.throughput = action.throughput.value_or(INFINITY);
    }
    if (action.bits <= 0)
        m_map.notes().fail(m_map.line(), m_map.pathOf("actions"), "an action moves more than 0 bits");
    if (action.energy)
        *action.energy *= number("energy_scale", 1);
    return action;
}

void Component::refuseActions(std::initializer_list<std::string_view> known)
{
    const YamlNode* list = m_map.find("actions");
    for (std::size_t i = 0; list && i < list->items.size(); ++i) {
        const YamlNode* name = list->items[i].find("name");
        if (!name || std::ranges::find(known, name->scalar) == known.end())
            m_map.notes().fail(list->items[i].line, m_map.pathOf("actions"), "this action is not understood");
    }
}

double Component::leakage()
{
    const auto stated = numberIn(m_map, "leak_power", m_scope);
    const auto inTable = listed("leak_power");
    if (!stated && !inTable && !isDummy())
        noteUnstated("leakage (0 W taken)");
    return stated.value_or(inTable.value_or(0)) * number("leak_power_scale", 1);
}

void Component::tell()
{
    if (!m_unstated.empty())
        m_map.notes().assume(m_map.line(), m_map.path(),
                             m_unstated + " of " + m_name + ": of a component library"
                                 + (m_class.empty() ? "" : " (" + m_class + ")")
                                 + " and in no file here; a table component_costs can give it");
}

void Component::ignoreUnmodelled()
{
    if (number("area", 0) > 0)
        m_map.ignore({"area"}, "areas by component are not taken over");
    m_map.find("area_scale");
    m_map.find("extra_attributes_for_component_model"); // of the library
    refuseRest(m_map);
}

} // namespace nestloom::io::accelforge
