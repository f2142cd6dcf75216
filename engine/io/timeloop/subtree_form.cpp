// SPDX-License-Identifier: Apache-2.0
#include "engine/base/checked_math.h"
#include "engine/io/in_quotes.h"
#include "engine/io/timeloop/arch_nodes.h"

#include <algorithm>

namespace nestloom::io::timeloop {

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
