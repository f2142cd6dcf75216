// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_map.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/io/script/value.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::io::timeloop {

using mapping::ImportQuestion;
using mapping::ImportRemark;

void ImportNotes::fail(int line, const std::string& key, const std::string& message)
{
    if (!m_error)
        m_error = Error{ErrorCode::InvalidInput, message, m_files.text(line) + (key.empty() ? "" : ": " + key)};
}

void ImportNotes::assume(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Assumed, line, key, text);
}

void ImportNotes::ignore(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Ignored, line, key, text);
}

void ImportNotes::refuse(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Refused, line, key, text);
}

void ImportNotes::add(ImportRemark::Kind kind, int line, const std::string& key, const std::string& text)
{
    const Place place = m_files.placeOf(line);
    m_remarks.push_back({kind, place.file, place.line, key, text});
}

std::string ImportNotes::ask(ImportQuestion question)
{
    for (const ImportQuestion& earlier : m_questions)
        if (earlier.id == question.id)
            return earlier.chosen;
    const auto answer = m_answers.find(question.id);
    const auto isAnswer = [&](const ImportQuestion::Choice& choice) { return choice.value == answer->second; };
    if (answer != m_answers.end()) {
        if (question.choices.empty() || std::ranges::any_of(question.choices, isAnswer)) {
            question.chosen = answer->second;
        } else if (!m_error) {
            const std::string known = joinText(question.choices, ", ", &ImportQuestion::Choice::value);
            m_error =
                Error{ErrorCode::InvalidInput,
                      inQuotes(answer->second) + " is no answer to " + question.id + "; known: " + known, "--answer"};
        }
    }
    m_questions.push_back(question);
    return m_questions.back().chosen;
}

bool ImportNotes::hasRefused() const
{
    return std::ranges::any_of(m_remarks,
                               [](const ImportRemark& remark) { return remark.kind == ImportRemark::Kind::Refused; });
}

Status ImportNotes::checkAnswers() const
{
    for (const auto& [id, value] : m_answers) {
        const auto isAsked = [&, &asked = id](const ImportQuestion& question) { return question.id == asked; };
        if (std::ranges::none_of(m_questions, isAsked))
            return Error{ErrorCode::InvalidInput, "these files leave no question " + inQuotes(id) + " open",
                         "--answer"};
    }
    return success();
}

Result<double> evaluateExpression(std::string_view text, const Variables& variables)
{
    script::Scope scope;
    for (const auto& [name, value] : variables)
        scope.values[name] = script::Value::of(value);
    const auto value = script::evaluateNumber(text, scope);
    if (!value || !std::isfinite(*value))
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is not a number or an expression of known names", ""};
    return *value;
}

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
    m_known.insert(names.begin(), names.end());
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

void ImportMap::checkVersion()
{
    constexpr std::array<std::string_view, 4> kKnown{"0.1", "0.2", "0.3", "0.4"};
    const YamlNode* node = find("version");
    const auto version = node ? scalarOf(*node, pathOf("version"), m_notes) : std::nullopt;
    if (version && std::ranges::find(kKnown, *version) == kKnown.end())
        m_notes.fail(node->line, pathOf("version"),
                     "version " + inQuotes(*version) + " of Timeloop's files is not known; known are "
                         + joinText(kKnown, ", "));
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
    else if (*value > double(kMaxWhole))
        m_notes.fail(node->line, path, inQuotes(node->scalar) + " is too large; at most " + std::to_string(kMaxWhole));
    else
        return std::int64_t(*value);
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
    m_known.insert(names.begin(), names.end());
    for (std::size_t i = 0; i < m_node.keys.size(); ++i)
        if (std::ranges::find(names, withUnderscores(m_node.keys[i])) != names.end()) {
            m_read.insert(i);
            m_notes.ignore(m_node.items[i].line, pathOf(m_node.keys[i]), why);
        }
}

std::vector<std::pair<std::string, int>> ImportMap::unread() const
{
    std::vector<std::pair<std::string, int>> keys;
    for (std::size_t i = 0; i < m_node.keys.size(); ++i)
        if (!m_read.contains(i))
            keys.emplace_back(m_node.keys[i], m_node.items[i].line);
    return keys;
}

std::string ImportMap::meantBy(const std::string& key) const
{
    constexpr std::size_t kLeastLetters = 5, kMostWrong = 2;
    for (const std::string& known : m_known)
        if (known.size() >= kLeastLetters && editDistance(withUnderscores(key), known) <= kMostWrong
            && std::ranges::find(m_node.keys, known, withUnderscores) == m_node.keys.end())
            return known;
    return {};
}

void ImportMap::ignoreRest(const std::string& why)
{
    for (std::size_t i = 0; i < m_node.keys.size(); ++i) {
        if (m_read.contains(i))
            continue;
        const std::string& key = m_node.keys[i];
        const int line = m_node.items[i].line;
        if (const std::string meant = meantBy(key); meant.empty())
            m_notes.ignore(line, pathOf(key), why);
        else
            m_notes.fail(line, pathOf(key), "unknown key " + inQuotes(key) + "; did you mean " + inQuotes(meant) + "?");
    }
}

} // namespace nestloom::io::timeloop
