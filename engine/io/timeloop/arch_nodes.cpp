// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/arch_nodes.h"

#include "engine/io/in_quotes.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nestloom::io::timeloop {

namespace {

template <std::size_t Count>
bool containsOneOf(std::string_view text, const std::array<std::string_view, Count>& parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
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
    if (!notes.error() && std::none_of(form.nodes.begin(), form.nodes.end(), isStorage))
        notes.fail(node.line, key, "the architecture has no storage");
    return form;
}

} // namespace nestloom::io::timeloop
