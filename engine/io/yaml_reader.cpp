// SPDX-License-Identifier: Apache-2.0
#include "engine/io/yaml_reader.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"

#include <algorithm>
#include <charconv>

namespace nestloom::io {

namespace {

constexpr std::size_t kMostErrors = 100; // of one file; more are not read by anyone

std::string foundInstead(const YamlNode& node)
{
    switch (node.kind) {
    case YamlNode::Kind::Empty: return "nothing";
    case YamlNode::Kind::Scalar: return "the value " + inQuotes(node.scalar);
    case YamlNode::Kind::List: return "a list";
    case YamlNode::Kind::Map: return "a map";
    }
    return "nothing";
}

} // namespace

void YamlErrors::report(int line, const std::string& key, const std::string& message)
{
    const auto contains = [&key](const std::string& earlier) {
        return key.starts_with(earlier)
               && (earlier.empty() || key.size() == earlier.size() || key[earlier.size()] == '.'
                   || key[earlier.size()] == '[');
    };
    if (m_all.size() == kMostErrors || std::ranges::any_of(m_keys, contains))
        return;
    m_keys.push_back(key);
    m_all.push_back({ErrorCode::InvalidInput, message,
                     m_fileName + ":" + std::to_string(line) + (key.empty() ? "" : ": " + key.substr(0, 200))});
    if (!m_first)
        m_first = m_all.front();
}

std::optional<std::string> scalarText(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    if (node.kind == YamlNode::Kind::Scalar)
        return node.scalar;
    errors.report(node.line, path, "a single value belongs here, not " + foundInstead(node));
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    const auto text = scalarText(node, path, errors);
    if (!text)
        return std::nullopt;
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), value);
    if (parsed.ec == std::errc{} && parsed.ptr == text->data() + text->size())
        return value;
    const bool isTooLarge = parsed.ec == std::errc::result_out_of_range;
    errors.report(node.line, path, inQuotes(*text) + (isTooLarge ? " is too large" : " is not a whole number"));
    return std::nullopt;
}

bool isList(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    if (node.kind == YamlNode::Kind::List)
        return true;
    errors.report(node.line, path, "a list belongs here, not " + foundInstead(node));
    return false;
}

std::string suggestion(const std::string& wrong, const std::vector<std::string_view>& known)
{
    std::string_view nearest;
    std::size_t best = std::max<std::size_t>(2, wrong.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(wrong, candidate);
        if (distance < best && distance < std::max(wrong.size(), candidate.size())) {
            best = distance;
            nearest = candidate;
        }
    }
    if (!nearest.empty())
        return "; did you mean '" + std::string(nearest) + "'?";
    std::string text = "; known: ";
    for (std::size_t i = 0; i < known.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::string(known[i]);
    return text;
}

int lineOfPath(const YamlNode& root, std::string_view path)
{
    const YamlNode* node = &root;
    while (!path.empty()) {
        const YamlNode* next = nullptr;
        if (path.front() == '[') {
            const std::size_t end = std::min(path.find(']'), path.size());
            std::size_t index = 0;
            const auto parsed = std::from_chars(path.data() + 1, path.data() + end, index);
            if (parsed.ec == std::errc{} && node->kind == YamlNode::Kind::List && index < node->items.size())
                next = &node->items[index];
            path.remove_prefix(std::min(end + 1, path.size()));
        } else {
            if (path.front() == '.')
                path.remove_prefix(1);
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            next = node->find(path.substr(0, end));
            path.remove_prefix(end);
        }
        if (!next)
            break;
        node = next;
    }
    return node->line;
}

YamlMap::YamlMap(const YamlNode& node, std::string path, YamlErrors& errors, std::vector<std::string_view> known)
    : m_node(node), m_path(std::move(path)), m_errors(errors)
{
    if (node.kind != YamlNode::Kind::Map) {
        errors.report(node.line, m_path, "a map (key: value) belongs here, not " + foundInstead(node));
        return;
    }
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const std::string& key = node.keys[i];
        if (std::ranges::find(known, key) == known.end()) {
            errors.report(node.items[i].line, pathOf(key), "unknown key " + inQuotes(key) + suggestion(key, known));
        } else if (node.items[i].kind == YamlNode::Kind::Empty) {
            errors.report(node.items[i].line, pathOf(key), "the key '" + key + "' has no value");
        }
    }
}

std::string YamlMap::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

const YamlNode* YamlMap::require(std::string_view key) const
{
    const YamlNode* node = find(key);
    if (!node)
        m_errors.report(m_node.line, pathOf(key), "the key '" + std::string(key) + "' is missing");
    return node;
}

const YamlNode* YamlMap::requireMap(std::string_view key) const
{
    const YamlNode* node = require(key);
    if (node && node->kind != YamlNode::Kind::Map)
        m_errors.report(node->line, pathOf(key), "a map (key: value) belongs here, not " + foundInstead(*node));
    return node;
}

void YamlMap::report(std::string_view key, const std::string& message) const
{
    const YamlNode* node = find(key);
    m_errors.report(node ? node->line : m_node.line, pathOf(key), message);
}

std::string YamlMap::text(std::string_view key) const
{
    const YamlNode* node = require(key);
    return node ? scalarText(*node, pathOf(key), m_errors).value_or("") : std::string();
}

std::string YamlMap::textOr(std::string_view key, std::string fallback) const
{
    return find(key) ? text(key) : std::move(fallback);
}

std::int64_t YamlMap::wholeNumberOr(std::string_view key, std::int64_t fallback) const
{
    const YamlNode* node = find(key);
    return node ? wholeNumber(*node, pathOf(key), m_errors).value_or(fallback) : fallback;
}

bool YamlMap::yesOr(std::string_view key, bool fallback) const
{
    if (!find(key))
        return fallback;
    const std::string value = text(key);
    if (value != "true" && value != "false")
        report(key, inQuotes(value) + " is neither true nor false");
    return value == "true";
}

std::vector<std::string> YamlMap::textsOr(std::string_view key, std::vector<std::string> fallback) const
{
    const YamlNode* node = find(key);
    if (!node || !isList(*node, pathOf(key), m_errors))
        return fallback;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < node->items.size(); ++i)
        if (auto text = scalarText(node->items[i], pathOf(key) + "[" + std::to_string(i) + "]", m_errors))
            texts.push_back(std::move(*text));
    return texts;
}

namespace {

std::string advice(const std::string& wrong, std::string_view key, const std::vector<std::string_view>& under)
{
    const std::string top = "'" + std::string(key) + "'";
    if (std::ranges::find(under, wrong) != under.end())
        return "; it belongs under " + top;
    if (const std::string near = suggestion(wrong, {key}); near.find("did you mean") != std::string::npos)
        return near;
    const std::string keys = joinText(under, ", ", [&](const std::string_view one) { return std::string(one); });
    return "; the only key at the top of this kind of file is " + top + ", and under it are known: " + keys;
}

} // namespace

const YamlNode* topOfFile(const YamlNode& tree, std::string_view key, const std::vector<std::string_view>& under,
                          YamlErrors& errors)
{
    for (std::size_t i = 0; i < tree.keys.size(); ++i)
        if (tree.keys[i] != key)
            errors.report(tree.items[i].line, tree.keys[i],
                          "unknown key " + inQuotes(tree.keys[i]) + advice(tree.keys[i], key, under));
    const YamlMap root(tree, "", errors, {key});
    return root.requireMap(key);
}

} // namespace nestloom::io
