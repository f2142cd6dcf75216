// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_mapping.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"
#include "engine/io/text.h"
#include "engine/io/timeloop/loop_rules.h"
#include "engine/io/yaml_reader.h"
#include "engine/mapping/fanout_layout.h"

#include <algorithm>

namespace nestloom::io::timeloop {

namespace {

using mapping::Loop;
using workload::Extents;

/// The loops of one entry, by the name of their dimension, innermost first.
struct Entry {
    const Target* target = nullptr;
    bool isSpatial = false;
    int line = 0;
    std::vector<std::pair<std::string, std::int64_t>> loops;
    std::vector<std::optional<hardware::Axis>> axes; // of spatial loops: X before the split, then Y
};

/// A container that does not fan out: it may be named, but has no loops.
const Target kContainer{};

/// The factors of an entry, by the name of their dimension: "C1 M=4 P = 8" or [C=1, M=4]; a factor of 0 stands
/// for what is left.
std::map<std::string, std::int64_t> readFactors(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    std::map<std::string, std::int64_t> factors;
    const std::vector<YamlNode> list = node.kind == YamlNode::Kind::List ? node.items : std::vector{node};
    for (const YamlNode& item : list) {
        const std::string text = scalarOf(item, path, notes).value_or("");
        const auto isRemainder = [](char before, char after) { return before == ',' && after >= '0' && after <= '9'; };
        if (std::ranges::adjacent_find(text, isRemainder) != text.end()) {
            notes.refuse(item.line, path,
                         inQuotes(text)
                             + " has a factor with a remainder; only mappings whose factors multiply to the layer's "
                               "bounds are taken over");
            continue;
        }
        const auto found = factorsOf(text);
        for (const Factor& factor : found.value_or(std::vector<Factor>(1)))
            if (!factor.bound || factor.relation != mapping::Relation::Equal)
                notes.fail(item.line, path, inQuotes(text) + " is no list of factors like C=1 M=4");
            else if (!factors.emplace(factor.name, *factor.bound).second)
                notes.fail(item.line, path, "the factor of " + factor.name + " is given twice");
    }
    return factors;
}

class MappingReader {
public:
    MappingReader(const ProblemShape& shape, const workload::Layer& layer, Machine& machine, ImportNotes& notes)
        : m_shape(shape), m_layer(layer), m_machine(machine), m_notes(notes)
    {
    }

    void readEntry(const YamlNode& node, const std::string& path)
    {
        ImportMap map(node, path, m_notes);
        const std::string target = withoutRange(map.text("target")), type = map.text("type");
        const Target* found = m_machine.target(target, type == "spatial");
        const auto& containers = m_machine.containers;
        if (!found && std::ranges::find(containers, target) != containers.end())
            found = &kContainer;
        if (!found)
            return m_notes.fail(node.line, map.pathOf("target"),
                                inQuotes(target) + " is no part of the architecture"
                                    + suggestion(target, targetNames()));
        if (type == "datatype" || type == "dataspace" || type == "bypass")
            readKeepRule(map, m_shape.names, target, m_rules);
        else if (type == "temporal" || type == "spatial")
            readLoops(map, *found, type == "spatial");
        else
            m_notes.fail(node.line, map.pathOf("type"), inQuotes(type) + " is not temporal, spatial or datatype");
        map.ignoreRest();
    }

    mapping::LayerMapping finish(const KeepRules& constraints)
    {
        fillRest();
        mapping::LayerMapping result;
        result.levels.resize(m_machine.accelerator.levels.size());
        for (std::size_t i = 0; i < result.levels.size(); ++i)
            result.levels[i].keeps = keeps(i, constraints);
        for (const Target& target : m_machine.targets) // outermost first
            for (const bool isSpatial : {false, true})
                for (const Entry& entry : m_entries)
                    if (entry.target == &target && entry.isSpatial == isSpatial)
                        place(entry, result.levels[target.level]);
        for (std::size_t i = 0; i < result.levels.size(); ++i)
            layOutSpatial(i, result.levels[i]);
        return result;
    }

private:
    std::vector<std::string_view> targetNames() const
    {
        return collect(m_machine.targets, [](const Target& target) { return std::string_view(target.name); });
    }

    void readLoops(ImportMap& map, const Target& target, bool isSpatial)
    {
        const auto split = map.find("split") ? map.whole({"split"}) : std::nullopt;
        const TensorSet copied = isSpatial ? readTensors(map, "no_reuse", m_shape.names) : TensorSet();
        for (const TensorRole role : kTensorRoles)
            if (&target != &kContainer && copied.contains(role)) {
                hardware::BufferLevel& level = m_machine.accelerator.levels[target.level];
                level.multicast = level.multicast.without(role);
            }
        Entry entry{&target, isSpatial, map.line(), {}, {}};
        const YamlNode* node = map.find("factors");
        auto factors =
            node ? readFactors(*node, map.pathOf("factors"), m_notes) : std::map<std::string, std::int64_t>{};
        std::vector<std::string> order = readPermutation(map);
        for (auto name = order.begin(); name != order.end(); ++name)
            if (std::find(order.begin(), name, *name) != name)
                m_notes.refuse(map.line(), map.pathOf("permutation"), inQuotes(*name) + " has two places in the order");
        for (const std::string& name : m_shape.dimensions) // those without a place come last
            if (std::ranges::find(order, name) == order.end())
                order.push_back(name);
        for (std::size_t i = 0; i < order.size(); ++i)
            if (const auto factor = factors.find(order[i]); factor != factors.end()) {
                entry.loops.emplace_back(*factor);
                entry.axes.push_back(
                    split ? std::optional(std::int64_t(i) < *split ? hardware::Axis::Columns : hardware::Axis::Rows)
                          : std::nullopt);
                factors.erase(factor);
            }
        if (!factors.empty() && !m_notes.error())
            m_notes.fail(map.line(), map.pathOf("factors"),
                         inQuotes(factors.begin()->first) + " is no dimension of the problem");
        const auto isLoop = [](const auto& loop) { return loop.second > 1; };
        if ((&target == &kContainer || (isSpatial && target.children == 1)) && std::ranges::any_of(entry.loops, isLoop))
            m_notes.refuse(map.line(), map.pathOf("factors"),
                           inQuotes(map.text("target"))
                               + (isSpatial ? " has one child and no spatial loops"
                                            : " is a container and has no temporal loops"));
        m_entries.push_back(std::move(entry));
    }

    /// A factor of 0 stands for what the other factors of its dimension leave.
    void fillRest()
    {
        std::map<std::string, std::int64_t> product;
        for (const Entry& entry : m_entries)
            for (const auto& [name, bound] : entry.loops)
                if (bound > 0)
                    product[name] = checkedProduct(std::max<std::int64_t>(product[name], 1), bound).value_or(kMaxWhole);
        for (Entry& entry : m_entries)
            for (auto& [name, bound] : entry.loops) {
                if (bound > 0)
                    continue;
                const auto dimension = m_shape.names.dimension(name);
                bound = dimension ? m_layer.bounds[*dimension] / std::max<std::int64_t>(product[name], 1) : 1;
                m_notes.assume(entry.line, "mapping",
                               "the factor 0 of " + name + " at " + entry.target->name + " is taken as what is left, "
                                   + std::to_string(bound));
            }
    }

    void place(const Entry& entry, mapping::LevelLoops& loops)
    {
        std::vector<Loop> list;
        for (std::size_t i = entry.loops.size(); i-- > 0;) { // outermost first
            const auto& [name, bound] = entry.loops[i];
            const auto dimension = m_shape.names.dimension(name);
            if (bound <= 1 || !dimension)
                continue;
            list.push_back({*dimension, bound});
            if (entry.isSpatial)
                m_axes[entry.target->level].push_back(entry.axes[i]);
        }
        auto& into = entry.isSpatial ? loops.spatial : loops.temporal;
        if (!entry.isSpatial && !list.empty() && !loops.spatial.empty())
            return m_notes.refuse(entry.line, "mapping",
                                  "there are temporal loops at " + entry.target->name
                                      + ", inside spatial ones of the same "
                                        "level; no mapping here is like that");
        into.insert(into.end(), list.begin(), list.end());
    }

    /// As the splits say, if all entries have one, and as they fit otherwise.
    void layOutSpatial(std::size_t index, mapping::LevelLoops& loops)
    {
        const hardware::BufferLevel& level = m_machine.accelerator.levels[index];
        const auto& axes = m_axes[index];
        std::int64_t columns = 1, rows = 1;
        std::vector<Loop> stated = loops.spatial;
        for (std::size_t i = 0; i < stated.size(); ++i) {
            stated[i].axis = axes[i].value_or(hardware::Axis::Columns);
            auto& along = stated[i].axis == hardware::Axis::Rows ? rows : columns;
            along = checkedProduct(along, stated[i].bound).value_or(kMaxWhole);
        }
        const bool allStated = std::ranges::all_of(axes, [](const auto& axis) { return axis.has_value(); });
        if (allStated && level.fanout.isPlane() && columns <= level.fanout.columns && rows <= level.fanout.rows) {
            loops.spatial = std::move(stated);
            return;
        }
        auto laid = mapping::withAxes(level, loops.spatial, std::vector<std::optional<hardware::Axis>>(axes.size()));
        if (laid)
            loops.spatial = *std::move(laid);
        else
            m_notes.refuse(m_entries.empty() ? 0 : m_entries.front().line, "mapping", laid.error().message);
    }

    TensorSet keeps(std::size_t index, const KeepRules& constraints)
    {
        hardware::BufferLevel& level = m_machine.accelerator.levels[index];
        const auto said = m_rules.find(level.name);
        if (said == m_rules.end())
            return level.keeps;
        TensorSet kept = TensorSet::all();
        for (const TensorRole role : kTensorRoles)
            if (said->second.bypass.contains(role))
                kept = kept.without(role);
        if (index > 0 && !constraints.contains(level.name) && kept != level.keeps && !kept.empty()) {
            level.keeps = kept;
            m_notes.assume(said->second.line, "mapping",
                           "the architecture leaves open what level " + level.name
                               + " keeps; it is taken from the mapping");
        }
        return kept;
    }

    const ProblemShape& m_shape;
    const workload::Layer& m_layer;
    Machine& m_machine;
    ImportNotes& m_notes;
    KeepRules m_rules;
    std::vector<Entry> m_entries;
    std::map<std::size_t, std::vector<std::optional<hardware::Axis>>>
        m_axes; // [level]: of its spatial loops, outermost first
};

} // namespace

mapping::LayerMapping readMapping(const YamlNode& list, const std::string& path, const ProblemShape& shape,
                                  const workload::Layer& layer, const KeepRules& rules, Machine& machine,
                                  ImportNotes& notes)
{
    MappingReader reader(shape, layer, machine, notes);
    if (list.kind != YamlNode::Kind::List)
        notes.fail(list.line, path, "a list of targets belongs here");
    for (std::size_t i = 0; i < list.items.size() && !notes.error(); ++i)
        reader.readEntry(list.items[i], path + "[" + std::to_string(i) + "]");
    return notes.error() ? mapping::LayerMapping{} : reader.finish(rules);
}

} // namespace nestloom::io::timeloop
