// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/arch_nodes.h"

#include "engine/base/integers.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nestloom::io::timeloop {

namespace {

template <std::size_t Count>
bool containsOneOf(std::string_view text, const std::array<std::string_view, Count>& parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

} // namespace

std::string withoutRange(std::string_view name) { return std::string(name.substr(0, name.find('['))); }

std::optional<std::int64_t> instancesInName(std::string_view name)
{
    const std::size_t open = name.find('[');
    if (open == std::string_view::npos)
        return 1;
    const std::size_t dots = name.find("..", open);
    if (dots == std::string_view::npos || name.back() != ']')
        return std::nullopt;
    std::int64_t first = 0, last = 0;
    const auto read = [](std::string_view digits, std::int64_t& value) {
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size() && value >= 0;
    };
    if (!read(name.substr(open + 1, dots - open - 1), first)
        || !read(name.substr(dots + 2, name.size() - dots - 3), last))
        return std::nullopt;
    return last >= first && last < kMaxWhole ? std::optional(last - first + 1) : std::nullopt;
}

// The classes that Timeloop's core knows; a class is of a kind when it contains one of the names.
ComponentKind componentKind(std::string_view className)
{
    constexpr std::array<std::string_view, 5> storages{"DRAM", "SRAM", "regfile", "smartbuffer", "storage"};
    constexpr std::array<std::string_view, 4> networks{"XY_NoC", "Legacy", "ReductionTree", "SimpleMulticast"};
    constexpr std::array<std::string_view, 2> computes{"mac", "compute"};
    if (className.find("dummy_storage") != std::string_view::npos)
        return ComponentKind::Fanout;
    if (containsOneOf(className, networks))
        return ComponentKind::Network;
    if (containsOneOf(className, storages))
        return ComponentKind::Storage;
    if (containsOneOf(className, computes))
        return ComponentKind::Compute;
    return ComponentKind::Unknown;
}

bool isName(std::string_view name)
{
    return !name.empty() && name.find('[') == std::string_view::npos && name.substr(1, 5) != "ystem";
}

void setMesh(ArchNode& node, std::int64_t instances, std::optional<std::int64_t> meshX,
             std::optional<std::int64_t> meshY, ImportNotes& notes)
{
    // Timeloop: instances alone lie in one row; with one of meshX and meshY the other follows.
    if (meshX && meshY)
        instances = *meshX * *meshY;
    else if (meshX)
        meshY = *meshX > 0 && instances % *meshX == 0 ? instances / *meshX : 0;
    else if (meshY)
        meshX = *meshY > 0 && instances % *meshY == 0 ? instances / *meshY : 0;
    node.instances = instances;
    node.columns = meshX.value_or(instances);
    node.rows = meshY.value_or(1);
    if (instances < 1 || node.columns < 1 || node.rows < 1)
        notes.fail(node.line, node.path,
                   inQuotes(node.name) + " has " + std::to_string(instances) + " instances, which make no whole mesh");
}

ArchForm readArchForm(const YamlNode& node, const std::string& key, Variables variables, ImportNotes& notes)
{
    ArchForm form;
    form.variables = std::move(variables);
    ImportMap map(node, key, notes);
    form.name = map.text("name");
    map.checkVersion();
    form.isOfToday = map.text("version") == "0.4" || map.find("nodes");
    if (const YamlNode* attributes = map.find("attributes"))
        addNumbers(form.variables, *attributes);
    if (const YamlNode* nodes = map.find("nodes"))
        readNodesForm(*nodes, key + ".nodes", form, notes);
    else if (const YamlNode* subtree = map.find("subtree"))
        readSubtreeForm(*subtree, key + ".subtree", form, notes);
    else if (map.find("storage"))
        readFirstForm(map, form);
    else
        notes.fail(node.line, key, "an architecture has 'nodes', 'subtree' or 'storage'; there is none of them here");
    map.ignoreRest();
    const auto isStorage = [](const ArchNode& part) { return part.kind == ArchNode::Kind::Storage; };
    if (!notes.error() && std::ranges::none_of(form.nodes, isStorage))
        notes.fail(node.line, key, "the architecture has no storage");
    return form;
}

namespace {

/// Where the walk from the outside in stands.
struct Position {
    std::int64_t columns = 1, rows = 1;
    bool isBranch = false;
    Variables variables;
};

class NodesWalk {
public:
    NodesWalk(ArchForm& form, ImportNotes& notes) : m_form(form), m_notes(notes) {}

    void walk(const YamlNode& nodes, const std::string& path, Position& at)
    {
        if (nodes.kind != YamlNode::Kind::List)
            return m_notes.fail(nodes.line, path, "a list of nodes belongs here");
        for (std::size_t i = 0; i < nodes.items.size(); ++i)
            visit(nodes.items[i], path + "[" + std::to_string(i) + "]", at);
    }

private:
    void visit(const YamlNode& node, const std::string& path, Position& at)
    {
        ImportMap map(node, path, m_notes);
        const std::string& tag = node.tag;
        const YamlNode* inner = map.find("nodes");
        if (tag == "!Pipelined")
            return m_notes.fail(node.line, path, "pipelined parts cannot be told as one hierarchy of buffer levels");
        if (tag == "!Nothing")
            return m_notes.ignore(node.line, path, "holds nothing");
        if (!tag.empty() && tag != "!Component" && tag != "!Container" && tag != "!Hierarchical" && tag != "!Parallel")
            return m_notes.fail(node.line, path,
                                inQuotes(tag)
                                    + " is not a kind of node; known: !Component, !Container, "
                                      "!Hierarchical, !Parallel, !Nothing");
        if (tag == "!Parallel" && inner)
            return branches(*inner, path + ".nodes", at, map);
        if ((tag == "!Hierarchical" || tag.empty()) && inner) {
            walk(*inner, path + ".nodes", at);
            return map.ignoreRest();
        }
        part(map, node, path, at);
    }

    /// Branches lie side by side: each begins where the node does, and what follows is inside all of them.
    void branches(const YamlNode& nodes, const std::string& path, const Position& at, ImportMap& map)
    {
        if (nodes.kind != YamlNode::Kind::List)
            return m_notes.fail(nodes.line, path, "a list of nodes belongs here");
        for (std::size_t i = 0; i < nodes.items.size(); ++i) {
            Position inside = at;
            inside.isBranch = true;
            visit(nodes.items[i], path + "[" + std::to_string(i) + "]", inside);
            if (inside.columns != at.columns || inside.rows != at.rows)
                m_notes.fail(nodes.items[i].line, path,
                             "a branch with a fan-out of its own cannot be told as one hierarchy of buffer levels");
        }
        map.ignoreRest();
    }

    /// A component or a container.
    void part(ImportMap& map, const YamlNode& node, const std::string& path, Position& at)
    {
        const std::string name = withoutRange(map.text("name"));
        const std::string className = map.text("class");
        const bool isContainer = node.tag == "!Container" || (node.tag.empty() && className.empty());
        if (name.empty())
            return m_notes.fail(node.line, path, "the node has no name");
        map.find("subclass");
        map.find("required_actions");
        map.find("enabled");
        const YamlNode* attributes = map.find("attributes");
        Variables variables = at.variables;
        if (attributes)
            addNumbers(variables, *attributes);
        if (const YamlNode* spatial = map.find("spatial"))
            fanOut(*spatial, name, path + ".spatial", variables, at);
        if (const YamlNode* constraints = map.find("constraints"))
            constrain(*constraints, name, path + ".constraints");
        if (isContainer)
            enter(name, map.find("spatial") != nullptr, std::move(variables), at);
        else
            component({{},
                       name,
                       className,
                       attributes,
                       path + ".attributes",
                       node.line,
                       1,
                       1,
                       1,
                       at.isBranch,
                       std::move(variables)},
                      at);
        map.ignoreRest();
    }

    void enter(const std::string& name, bool fansOut, Variables variables, Position& at)
    {
        at.variables = std::move(variables);
        if (!fansOut)
            m_form.containers.push_back(name);
        if (m_form.name.empty() && !fansOut && isName(name))
            m_form.name = name;
    }

    void fanOut(const YamlNode& spatial, const std::string& name, const std::string& path, const Variables& variables,
                Position& at)
    {
        ImportMap map(spatial, path, m_notes);
        const std::int64_t columns = map.whole({"meshX"}, variables).value_or(1);
        const std::int64_t rows = map.whole({"meshY"}, variables).value_or(1);
        map.ignoreRest();
        const auto allColumns = checkedProduct(at.columns, columns), allRows = checkedProduct(at.rows, rows);
        if (columns < 1 || rows < 1 || !allColumns || !allRows || *allColumns > kMaxWhole || *allRows > kMaxWhole)
            return m_notes.fail(spatial.line, path,
                                "a mesh of " + std::to_string(columns) + " x " + std::to_string(rows) + " cannot be");
        m_form.nodes.push_back({ArchNode::Kind::Fanout,
                                "inter_" + name + "_spatial",
                                {},
                                nullptr,
                                path,
                                spatial.line,
                                at.columns * at.rows,
                                at.columns,
                                at.rows,
                                false,
                                {},
                                name});
        at.columns = *allColumns;
        at.rows = *allRows;
    }

    void constrain(const YamlNode& constraints, const std::string& name, const std::string& path)
    {
        if (constraints.kind != YamlNode::Kind::Map)
            return m_notes.fail(constraints.line, path, "a map (key: value) belongs here");
        m_form.constraints.emplace_back(name, &constraints);
    }

    void component(ArchNode node, const Position& at)
    {
        switch (componentKind(node.className)) {
        case ComponentKind::Storage: node.kind = ArchNode::Kind::Storage; break;
        case ComponentKind::Compute: node.kind = ArchNode::Kind::Compute; break;
        case ComponentKind::Network:
        case ComponentKind::Fanout: return m_notes.ignore(node.line, node.path, "networks are not taken over");
        case ComponentKind::Unknown:
            return m_notes.fail(node.line, node.path,
                                inQuotes(node.className) + " of " + inQuotes(node.name)
                                    + " is no class of storage, network or compute that Timeloop knows");
        }
        setMesh(node, at.columns * at.rows, at.columns, at.rows, m_notes);
        m_form.nodes.push_back(std::move(node));
    }

    ArchForm& m_form;
    ImportNotes& m_notes;
};

} // namespace

void readNodesForm(const YamlNode& nodes, const std::string& path, ArchForm& form, ImportNotes& notes)
{
    Position outside;
    outside.variables = form.variables;
    NodesWalk(form, notes).walk(nodes, path, outside);
}

namespace {

class SubtreeWalk {
public:
    SubtreeWalk(ArchForm& form, ImportNotes& notes) : m_form(form), m_notes(notes) {}

    void walk(const YamlNode& subtrees, const std::string& path, std::int64_t instances, Variables variables)
    {
        if (subtrees.kind != YamlNode::Kind::List)
            return m_notes.fail(subtrees.line, path, "a list belongs here");
        if (subtrees.items.size() != 1)
            return m_notes.fail(subtrees.line, path,
                                "only one subtree at a time makes a hierarchy of buffer levels, not "
                                    + std::to_string(subtrees.items.size()));
        ImportMap map(subtrees.items.front(), path + "[0]", m_notes);
        const std::string name = map.text("name");
        const auto product = checkedProduct(instances, instancesInName(name).value_or(0));
        if (!product || *product < 1 || *product > kMaxWhole)
            return m_notes.fail(map.line(), map.path(), inQuotes(name) + " has no number of instances that can be");
        if (m_form.name.empty() && isName(name))
            m_form.name = name;
        if (const YamlNode* attributes = map.find("attributes"))
            addNumbers(variables, *attributes);
        for (const std::string_view mesh : {"meshX", "meshY", "instances"}) // of one component, not of those inside
            if (const auto found = variables.find(mesh); found != variables.end())
                variables.erase(found);
        if (const YamlNode* local = map.find("local"))
            components(*local, path + "[0].local", *product, variables);
        if (const YamlNode* inner = map.find("subtree"))
            walk(*inner, path + "[0].subtree", *product, std::move(variables));
        map.ignoreRest();
    }

private:
    void components(const YamlNode& local, const std::string& path, std::int64_t instances, const Variables& variables)
    {
        if (local.kind != YamlNode::Kind::List)
            return m_notes.fail(local.line, path, "a list of components belongs here");
        for (std::size_t i = 0; i < local.items.size(); ++i)
            component(local.items[i], path + "[" + std::to_string(i) + "]", instances, variables);
    }

    void component(const YamlNode& item, const std::string& path, std::int64_t around, Variables variables)
    {
        ImportMap map(item, path, m_notes);
        const std::string written = map.text("name");
        const std::string className = map.text("class");
        for (const std::string_view known : {"subclass", "required_actions", "enabled", "hidden"})
            map.find(known);
        const YamlNode* attributes = map.find("attributes");
        map.ignoreRest();
        const ComponentKind kind = componentKind(className);
        if (kind == ComponentKind::Network)
            return m_notes.ignore(item.line, path, "networks (" + className + ") are not taken over");
        if (kind == ComponentKind::Unknown)
            return m_notes.ignore(item.line, path, "no storage or compute: class " + inQuotes(className));
        const auto own = checkedProduct(around, instancesInName(written).value_or(0));
        if (!own || *own < 1 || *own > kMaxWhole)
            return m_notes.fail(item.line, path, inQuotes(written) + " has no number of instances that can be");
        if (attributes)
            addNumbers(variables, *attributes);
        ArchNode node{kind == ComponentKind::Compute  ? ArchNode::Kind::Compute
                      : kind == ComponentKind::Fanout ? ArchNode::Kind::Fanout
                                                      : ArchNode::Kind::Storage,
                      withoutRange(written),
                      className,
                      attributes,
                      path + ".attributes",
                      item.line,
                      1,
                      1,
                      1,
                      false,
                      std::move(variables)};
        if (node.kind == ArchNode::Kind::Fanout && node.name.starts_with("inter_") && node.name.ends_with("_spatial"))
            node.container = node.name.substr(6, node.name.size() - 14);
        ImportMap values(attributes ? *attributes : kNothing, node.path, m_notes);
        const std::int64_t instances = values.whole({"instances"}, node.variables).value_or(*own);
        const auto meshX = values.whole({"meshX"}, node.variables), meshY = values.whole({"meshY"}, node.variables);
        setMesh(node, instances, meshX, meshX && *meshX * meshY.value_or(1) != instances ? std::nullopt : meshY,
                m_notes);
        m_form.nodes.push_back(std::move(node));
    }

    inline static const YamlNode kNothing{};
    ArchForm& m_form;
    ImportNotes& m_notes;
};

} // namespace

void readSubtreeForm(const YamlNode& subtree, const std::string& path, ArchForm& form, ImportNotes& notes)
{
    SubtreeWalk(form, notes).walk(subtree, path, 1, form.variables);
}

void readFirstForm(ImportMap& arch, ArchForm& form)
{
    ImportNotes& notes = arch.notes();
    const auto add = [&](const YamlNode& node, const std::string& path, ArchNode::Kind kind) {
        ImportMap map(node, path, notes);
        ArchNode part{kind,
                      map.text("name", kind == ArchNode::Kind::Compute ? "MAC" : ""),
                      map.text("class", map.text("technology") == "DRAM" ? "DRAM" : "SRAM"),
                      &node,
                      path,
                      node.line,
                      1,
                      1,
                      1,
                      false,
                      form.variables};
        addNumbers(part.variables, node);
        setMesh(part, map.whole({"instances"}, part.variables).value_or(1), map.whole({"meshX"}, part.variables),
                map.whole({"meshY"}, part.variables), notes);
        form.nodes.push_back(std::move(part));
    };
    const YamlNode* storage = arch.find("storage");
    const std::string path = arch.pathOf("storage");
    if (storage->kind != YamlNode::Kind::List)
        return notes.fail(storage->line, path, "a list of storage levels belongs here");
    for (std::size_t i = storage->items.size(); i-- > 0;) // from the innermost level out
        add(storage->items[i], path + "[" + std::to_string(i) + "]", ArchNode::Kind::Storage);
    if (const YamlNode* arithmetic = arch.find("arithmetic"))
        add(*arithmetic, arch.pathOf("arithmetic"), ArchNode::Kind::Compute);
}

} // namespace nestloom::io::timeloop
