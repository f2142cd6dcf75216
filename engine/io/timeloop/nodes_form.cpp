// SPDX-License-Identifier: Apache-2.0
#include "engine/base/checked_math.h"
#include "engine/io/in_quotes.h"
#include "engine/io/timeloop/arch_nodes.h"

namespace nestloom::io::timeloop {

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

} // namespace nestloom::io::timeloop
