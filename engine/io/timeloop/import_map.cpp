// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_map.h"

#include "engine/io/in_quotes.h"

#include <algorithm>
#include <cmath>

namespace nestloom::io::timeloop {

using Kind = YamlNode::Kind;

std::string withUnderscores(std::string_view key)
{
    std::string name(key);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::optional<std::string> scalarOf(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    if (node.kind == Kind::Scalar)
        return node.scalar;
    if (node.kind != Kind::Empty)
        notes.fail(node.line, path, "a single value belongs here, not a list or a map");
    return std::nullopt;
}

void addNumbers(Variables& variables, const YamlNode& map)
{
    constexpr int kPasses = 4; // an expression of an expression of ...
    for (int pass = 0; pass < kPasses; ++pass)
        for (std::size_t i = 0; i < map.keys.size(); ++i) {
            const YamlNode& value = map.items[i];
            if (value.kind != Kind::Scalar)
                continue;
            if (const auto number = evaluateExpression(value.scalar, variables))
                variables.insert_or_assign(withUnderscores(map.keys[i]), *number);
        }
}

ImportMap::ImportMap(const YamlNode& node, std::string path, ImportNotes& notes)
    : m_node(node), m_path(std::move(path)), m_notes(notes)
{
    if (node.kind != Kind::Map && node.kind != Kind::Empty)
        notes.fail(node.line, m_path, "a map (key: value) belongs here");
}

std::string ImportMap::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

const YamlNode* ImportMap::find(Names names)
{
    for (const std::string_view name : names)
        for (std::size_t i = 0; i < m_node.keys.size(); ++i)
            if (withUnderscores(m_node.keys[i]) == name) {
                m_read.insert(i);
                if (m_node.items[i].kind != Kind::Empty)
                    return &m_node.items[i];
            }
    return nullptr;
}

std::string ImportMap::text(std::string_view name, std::string fallback)
{
    const YamlNode* node = find(name);
    return node ? scalarOf(*node, pathOf(name), m_notes).value_or(fallback) : std::move(fallback);
}

std::optional<double> ImportMap::number(Names names, const Variables& variables)
{
    const YamlNode* node = find(names);
    const std::string path = pathOf(names.size() > 0 ? *names.begin() : "");
    const auto written = node ? scalarOf(*node, path, m_notes) : std::nullopt;
    if (!written)
        return std::nullopt;
    const auto value = evaluateExpression(*written, variables);
    if (!value) {
        m_notes.fail(node->line, path, value.error().message);
        return std::nullopt;
    }
    return *value;
}

std::optional<std::int64_t> ImportMap::whole(Names names, const Variables& variables)
{
    const auto value = number(names, variables);
    if (!value)
        return std::nullopt;
    const YamlNode* node = find(names);
    const std::string path = pathOf(*names.begin());
    if (*value < 0 || *value != std::floor(*value))
        m_notes.fail(node->line, path, inQuotes(node->scalar) + " is not a whole number from 0 up");
    else if (*value > static_cast<double>(kMaxWhole))
        m_notes.fail(node->line, path, inQuotes(node->scalar) + " is too large; at most " + std::to_string(kMaxWhole));
    else
        return static_cast<std::int64_t>(*value);
    return std::nullopt;
}

std::vector<std::string> ImportMap::texts(Names names)
{
    std::vector<std::string> list;
    const YamlNode* node = find(names);
    if (!node)
        return list;
    const std::string path = pathOf(*names.begin());
    if (node->kind != Kind::List) {
        m_notes.fail(node->line, path, "a list belongs here");
        return list;
    }
    for (std::size_t i = 0; i < node->items.size(); ++i)
        if (auto text = scalarOf(node->items[i], path + "[" + std::to_string(i) + "]", m_notes))
            list.push_back(std::move(*text));
    return list;
}

void ImportMap::ignore(Names names, const std::string& why)
{
    for (std::size_t i = 0; i < m_node.keys.size(); ++i)
        if (std::find(names.begin(), names.end(), withUnderscores(m_node.keys[i])) != names.end()) {
            m_read.insert(i);
            m_notes.ignore(m_node.items[i].line, pathOf(m_node.keys[i]), why);
        }
}

void ImportMap::ignoreRest(const std::string& why)
{
    for (std::size_t i = 0; i < m_node.keys.size(); ++i)
        if (!m_read.contains(i))
            m_notes.ignore(m_node.items[i].line, pathOf(m_node.keys[i]), why);
}

} // namespace nestloom::io::timeloop
