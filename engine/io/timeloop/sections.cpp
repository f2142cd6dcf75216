// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/sections.h"

#include "engine/io/text.h"

#include <algorithm>

namespace nestloom::io::timeloop {

namespace {

bool endsWith(const std::string& key, std::string_view end)
{
    return key.size() >= end.size() && std::string_view(key).substr(key.size() - end.size()) == end;
}

class Sorter {
public:
    Sorter(Sections& sections, ImportNotes& notes) : m_sections(sections), m_notes(notes) {}

    void sort(const Document& document)
    {
        const YamlNode& tree = document.tree;
        if (tree.kind != YamlNode::Kind::Map)
            return m_notes.fail(tree.line, "", "a file of Timeloop is a map (key: value) at its top");
        for (std::size_t i = 0; i < tree.keys.size(); ++i)
            take({&tree.items[i], tree.keys[i], document.path.stem().string()});
    }

private:
    void take(const Section& section)
    {
        const std::string key = withUnderscores(section.key);
        const auto is = [&](std::initializer_list<std::string_view> names) {
            return std::ranges::find(names, key) != names.end();
        };
        if (is({"architecture", "arch"}))
            only(m_sections.architecture, section);
        else if (key == "mapping" && section.node->items.empty() && section.node->kind != YamlNode::Kind::Scalar)
            m_notes.ignore(section.node->line, section.key, "an empty mapping");
        else if (key == "mapping")
            only(m_sections.mapping, section);
        else if (key == "problem")
            m_sections.problems.push_back(section);
        else if (is({"ERT", "ERT_summary"}))
            m_sections.energies.push_back(section);
        else if (key.find("constraints") != std::string::npos || key == "mapspace")
            m_sections.constraints.push_back(section);
        else if (endsWith(key, "variables") || endsWith(key, "globals"))
            addNumbers(m_sections.variables, *section.node);
        else
            ignore(section, key);
    }

    void only(std::optional<Section>& place, const Section& section)
    {
        if (place)
            m_notes.fail(section.node->line, section.key, "there is a second " + inQuotes(section.key) + "; give one");
        else
            place = section;
    }

    void ignore(const Section& section, const std::string& key)
    {
        const auto tell = [&](const std::string& why) { m_notes.ignore(section.node->line, section.key, why); };
        if (key == "mapper")
            tell("settings of Timeloop's search");
        else if (key == "ART" || key == "ART_summary")
            tell("areas by component are not taken over");
        else if (key.find("components") != std::string::npos)
            tell("components made of others: their energies come from an energy reference table");
        else if (key == "sparse_optimizations")
            tell("sparse tensors are counted as dense ones");
        else if (key == "dumped_by_timeloop_front_end" || key == "version")
            return;
        else if (key.find("base") != std::string::npos)
            tell("only what others take from it through an alias counts");
        else
            tell("unknown key");
    }

    Sections& m_sections;
    ImportNotes& m_notes;
};

} // namespace

Sections findSections(const std::vector<Document>& documents, ImportNotes& notes)
{
    Sections sections;
    if (!documents.empty())
        sections.folderName = std::filesystem::absolute(documents.front().path).parent_path().filename().string();
    Sorter sorter(sections, notes);
    for (const Document& document : documents)
        sorter.sort(document);
    return sections;
}

} // namespace nestloom::io::timeloop
