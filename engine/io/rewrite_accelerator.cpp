// SPDX-License-Identifier: Apache-2.0
#include "engine/io/rewrite_accelerator.h"

#include "engine/io/located_yaml.h"
#include "engine/io/read_accelerator.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace nestloom::io {

namespace {

using Kind = YamlNode::Kind;

bool isEqual(const YamlNode& a, const YamlNode& b)
{
    return a.kind == b.kind && a.scalar == b.scalar && a.keys == b.keys
           && std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), isEqual);
}

/// Behind the quote that ends what begins with one at `at`.
std::size_t endOfQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\')
            ++at;
        else if (text[at] == quote && (quote == '"' || text.substr(at, 2) != "''"))
            return at + 1;
        else if (text[at] == quote)
            ++at;
    }
    return text.size();
}

/// The text of a value that stands in one piece: a scalar in one line, or a list or map in brackets.
std::optional<std::string_view> piece(std::string_view text, const YamlNode& node)
{
    if (node.begin >= text.size())
        return std::nullopt;
    const char first = text[node.begin];
    if (node.kind == Kind::Scalar) {
        if (first == '"' || first == '\'')
            return text.substr(node.begin, endOfQuotes(text, node.begin) - node.begin);
        const std::string_view plain = text.substr(node.begin, node.scalar.size());
        return plain == node.scalar ? std::optional(plain) : std::nullopt;
    }
    if (first != '[' && first != '{')
        return std::nullopt;
    int open = 0;
    for (std::size_t at = node.begin; at < text.size(); ++at) {
        if (text[at] == '"' || text[at] == '\'')
            at = endOfQuotes(text, at) - 1;
        else if (text[at] == '#') // a comment, which new text would lose
            return std::nullopt;
        else if (text[at] == '[' || text[at] == '{')
            ++open;
        else if ((text[at] == ']' || text[at] == '}') && --open == 0)
            return text.substr(node.begin, at + 1 - node.begin);
    }
    return std::nullopt;
}

/// Gathers the changes between two texts that writeAccelerator() made, as edits of the text of the user.
class Rewriting {
public:
    Rewriting(std::string_view text, std::string_view after) : m_text(text), m_after(after) {}

    /// False when a change has no place in the text.
    bool change(const YamlNode& was, const YamlNode& is, const YamlNode& mine)
    {
        if (isEqual(was, is))
            return true;
        if (was.kind == Kind::Map && is.kind == Kind::Map && mine.kind == Kind::Map)
            return changeMap(was, is, mine);
        if (is.kind == Kind::List && was.items.size() == is.items.size() && mine.items.size() == is.items.size()) {
            for (std::size_t i = 0; i < is.items.size(); ++i)
                if (!change(was.items[i], is.items[i], mine.items[i]))
                    return false;
            return true;
        }
        const auto from = piece(m_text, mine), to = piece(m_after, is);
        if (from && to)
            replace(mine.begin, from->size(), std::string(*to));
        return from && to;
    }

    std::string result()
    {
        std::ranges::sort(m_edits, [](const Edit& a, const Edit& b) { return a.at > b.at; });
        std::string text(m_text);
        for (const Edit& edit : m_edits)
            text.replace(edit.at, edit.length, edit.by);
        return text;
    }

private:
    struct Edit {
        std::size_t at = 0;
        std::size_t length = 0;
        std::string by;
    };

    void replace(std::size_t at, std::size_t length, std::string by) { m_edits.push_back({at, length, std::move(by)}); }

    bool changeMap(const YamlNode& was, const YamlNode& is, const YamlNode& mine)
    {
        for (const std::string& key : was.keys)
            if (const YamlNode* gone = mine.find(key); !is.find(key) && gone && !remove(mine, key, *gone))
                return false;
        for (std::size_t i = 0; i < is.keys.size(); ++i) {
            const YamlNode* before = was.find(is.keys[i]);
            const YamlNode* here = mine.find(is.keys[i]);
            const bool isSame = before && isEqual(*before, is.items[i]);
            const YamlNode none;
            if (!isSame && !(here ? change(before ? *before : none, is.items[i], *here) : insert(is, i, mine)))
                return false;
        }
        return true;
    }

    bool isFlow(const YamlNode& map) const { return map.begin < m_text.size() && m_text[map.begin] == '{'; }
    std::size_t lineBegin(std::size_t at) const
    {
        const std::size_t end = at == 0 ? std::string_view::npos : m_text.rfind('\n', at - 1);
        return end == std::string_view::npos ? 0 : end + 1;
    }
    std::size_t lineEnd(std::size_t at) const { return std::min(m_text.find('\n', at), m_text.size()); }

    bool remove(const YamlNode& map, const std::string& key, const YamlNode& value)
    {
        const auto text = piece(m_text, value);
        const std::size_t at = m_text.rfind(key, value.begin);
        if (!text || at == std::string_view::npos)
            return false;
        const std::size_t end = value.begin + text->size();
        if (!isFlow(map)) {
            const std::size_t begin = lineBegin(at);
            if (m_text.substr(begin, at - begin).find_first_not_of(' ') != std::string_view::npos)
                return false; // behind the dash of a list
            replace(begin, std::min(lineEnd(end) + 1, m_text.size()) - begin, "");
            return true;
        }
        const std::size_t comma = m_text.rfind(',', at); // the first key of our maps in brackets never goes
        if (comma == std::string_view::npos || comma < map.begin)
            return false;
        replace(comma, end - comma, "");
        return true;
    }

    /// Behind the nearest key before it that the text has, as a line of its own or within the brackets.
    bool insert(const YamlNode& is, std::size_t key, const YamlNode& mine)
    {
        const auto value = piece(m_after, is.items[key]);
        if (!value)
            return false;
        const std::string line = is.keys[key] + ": " + std::string(*value);
        const YamlNode* before = nullptr;
        for (std::size_t i = key; i-- > 0 && !before;)
            if (before = mine.find(is.keys[i]); before && !piece(m_text, *before))
                before = nullptr;
        if (isFlow(mine)) {
            const std::size_t at = before ? before->begin + piece(m_text, *before)->size() : mine.begin + 1;
            replace(at, 0, before ? ", " + line : mine.keys.empty() ? line : line + ", ");
            return true;
        }
        if (!before)
            return false;
        const std::size_t at = lineEnd(before->begin + piece(m_text, *before)->size());
        replace(at, 0, "\n" + std::string(mine.begin - lineBegin(mine.begin), ' ') + line);
        return true;
    }

    const std::string_view m_text;
    const std::string_view m_after;
    std::vector<Edit> m_edits;
};

} // namespace

std::string rewriteAccelerator(std::string_view written, const hardware::Accelerator& before,
                               const hardware::Accelerator& after)
{
    const std::string from = writeAccelerator(before), to = writeAccelerator(after);
    const auto was = parseYaml(from, "before"), is = parseYaml(to, "after"), mine = parseYaml(written, "written");
    if (!was || !is || !mine)
        return to;
    Rewriting rewriting(written, to);
    if (!rewriting.change(*was, *is, *mine))
        return to;
    std::string text = rewriting.result();
    const auto read = parseAccelerator(text, "rewritten");
    return read && *read == after ? text : to;
}

} // namespace nestloom::io
