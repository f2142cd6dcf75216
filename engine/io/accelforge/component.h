// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/script/value.h"
#include "engine/io/timeloop/import_map.h"

namespace nestloom::io::accelforge {

using script::Scope;

/// What a component library says, by component and then by figure: "read", "write" and "compute" in J,
/// "read_throughput" and so on in actions per second, "leak_power" in W.
using CostTable = std::map<std::string, std::map<std::string, double>>;

/// Reads a table of ours that goes beside an architecture: `component_costs: {NAME: {read: 8e-12, ...}}`.
void readCostTable(const YamlNode& node, const std::string& key, CostTable& table, timeloop::ImportNotes& notes);

/// A figure from 0 up, which may be an expression; reports anything else.
std::optional<double> numberIn(timeloop::ImportMap& map, std::string_view key, Scope& scope);

/// An action as it is stated; nothing where a component library has to say it.
struct Action {
    std::optional<double> energy;     // J of one
    std::optional<double> throughput; // a second
    double bits = 1;                  // moved by one
};

/// How total_latency adds up what the actions take.
struct Timing {
    bool isEachWay = false;          // the longest counts, else the sum
    std::optional<double> perSecond; // actions, of any kind; nothing = that of the action
};

/// Reads the keys that memories and compute units share. Reports what is not understood.
class Component {
public:
    Component(timeloop::ImportMap& map, Scope& scope, const CostTable& costs);

    const std::string& name() const { return m_name; }
    bool isDummy() const { return m_class == "Dummy"; } // costs nothing
    double number(std::string_view key, double fallback) { return numberIn(m_map, key, m_scope).value_or(fallback); }
    Timing timing();
    /// What the file states, else the table.
    Action action(const std::string& action);
    /// Other actions than these are not understood.
    void refuseActions(std::initializer_list<std::string_view> known);
    /// W of one instance.
    double leakage();
    /// Something that only a component library says: tell() has one sentence for all of it.
    void noteUnstated(const std::string& what) { m_unstated += (m_unstated.empty() ? "" : ", ") + what; }
    void tell();
    void ignoreUnmodelled();

private:
    std::optional<double> listed(const std::string& figure) const;

    timeloop::ImportMap& m_map;
    Scope& m_scope;
    const CostTable& m_costs;
    std::string m_name, m_class, m_unstated;
    double m_bitsPerAction = 1;
};

} // namespace nestloom::io::accelforge
