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

std::size_t lineBegin(std::string_view text, std::size_t at)
{
    const std::size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return end == std::string_view::npos ? 0 : end + 1;
}

/// Behind the line.
std::size_t lineEnd(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

/// Behind the last value in a node; nothing when that does not stand in one piece.
std::optional<std::size_t> endOf(std::string_view text, const YamlNode& node)
{
    if (const auto whole = piece(text, node))
        return node.begin + whole->size();
    return node.items.empty() ? std::nullopt : endOf(text, node.items.back());
}

/// The column of the dash before an item of a list; nothing when there is none in its line.
std::optional<std::size_t> dashOf(std::string_view text, const YamlNode& item)
{
    const std::size_t begin = lineBegin(text, item.begin);
    const std::string_view before = text.substr(begin, item.begin - begin);
    const std::size_t dash = before.find_first_not_of(' ');
    const bool isDash = dash != std::string_view::npos && before[dash] == '-'
                        && before.find_first_not_of(' ', dash + 1) == std::string_view::npos;
    return isDash ? std::optional(dash) : std::nullopt;
}

/// Where the lines of an item begin, with the lines of comment right above it.
std::size_t itemBegin(std::string_view text, const YamlNode& item)
{
    std::size_t begin = lineBegin(text, item.begin);
    while (begin > 0) {
        const std::size_t above = lineBegin(text, begin - 1), first = text.find_first_not_of(' ', above);
        if (first >= begin || text[first] != '#')
            break;
        begin = above;
    }
    return begin;
}

/// Items of a list that stand for the same: scalars that are equal, or maps with the same name.
bool areNamesakes(const YamlNode& a, const YamlNode& b)
{
    if (a.kind == Kind::Scalar || b.kind == Kind::Scalar)
        return a.kind == b.kind && a.scalar == b.scalar;
    const YamlNode *one = a.find("name"), *other = b.find("name");
    return one && other && one->scalar == other->scalar;
}

/// The same items in another order.
bool areMoved(const YamlNode& a, const YamlNode& b)
{
    return !std::ranges::equal(a.items, b.items, areNamesakes)
           && std::ranges::is_permutation(a.items, b.items, areNamesakes);
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
        if (is.kind == Kind::List && !areMoved(was, is) && was.items.size() == is.items.size()
            && mine.items.size() == is.items.size()) {
            for (std::size_t i = 0; i < is.items.size(); ++i)
                if (!change(was.items[i], is.items[i], mine.items[i]))
                    return false;
            return true;
        }
        if (is.kind == Kind::List && was.items.size() == mine.items.size() && changeList(was, is, mine))
            return true;
        const auto from = piece(m_text, mine), to = piece(m_after, is);
        if (from && to)
            replace(mine.begin, from->size(), std::string(*to));
        return from && to;
    }

    std::string result() { return result(0, m_text.size()); }

private:
    struct Edit {
        std::size_t at = 0;
        std::size_t length = 0;
        std::string by;
    };

    /// A part of the text, which all edits are in.
    std::string result(std::size_t begin, std::size_t end)
    {
        std::ranges::sort(m_edits, [](const Edit& a, const Edit& b) { return a.at > b.at; });
        std::string text(m_text.substr(begin, end - begin));
        for (const Edit& edit : m_edits)
            text.replace(edit.at - begin, edit.length, edit.by);
        return text;
    }

    /// With a dash before each item: some come, some go, some have another place.
    bool changeList(const YamlNode& was, const YamlNode& is, const YamlNode& mine)
    {
        const auto dash = mine.items.empty() ? std::nullopt : dashOf(m_text, mine.items.front());
        const auto last = dash ? endOf(m_text, mine.items.back()) : std::nullopt;
        if (!last)
            return false;
        std::vector<std::size_t> begins; // of the items, and the end of the list
        for (const YamlNode& item : mine.items)
            begins.push_back(itemBegin(m_text, item));
        begins.push_back(lineEnd(m_text, *last));
        std::string text;
        for (const YamlNode& item : is.items) {
            const auto isNamesake = [&item](const YamlNode& other) { return areNamesakes(item, other); };
            const auto before = std::size_t(std::ranges::find_if(was.items, isNamesake) - was.items.begin());
            Rewriting own(m_text, m_after);
            const auto written = before == was.items.size() ? newItem(item, *dash)
                                 : own.change(was.items[before], item, mine.items[before])
                                     ? std::optional(own.result(begins[before], begins[before + 1]))
                                     : std::nullopt;
            if (!written)
                return false;
            text += *written + (written->ends_with('\n') ? "" : "\n");
        }
        replace(begins.front(), begins.back() - begins.front(), text);
        return true;
    }

    /// An item as it stands in the new text, with its dash in another column.
    std::optional<std::string> newItem(const YamlNode& item, std::size_t column) const
    {
        const auto dash = dashOf(m_after, item);
        const auto end = dash ? endOf(m_after, item) : std::nullopt;
        if (!end)
            return std::nullopt;
        std::string text;
        for (std::size_t at = lineBegin(m_after, item.begin); at < *end; at = lineEnd(m_after, at))
            text +=
                std::string(column, ' ') + std::string(m_after.substr(at + *dash, lineEnd(m_after, at) - at - *dash));
        return text;
    }

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

    bool remove(const YamlNode& map, const std::string& key, const YamlNode& value)
    {
        const auto text = piece(m_text, value);
        const std::size_t at = m_text.rfind(key, value.begin);
        if (!text || at == std::string_view::npos)
            return false;
        const std::size_t end = value.begin + text->size();
        if (!isFlow(map)) {
            const std::size_t begin = lineBegin(m_text, at);
            if (m_text.substr(begin, at - begin).find_first_not_of(' ') != std::string_view::npos)
                return false; // behind the dash of a list
            replace(begin, lineEnd(m_text, end) - begin, "");
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
        const std::size_t at =
            std::min(m_text.find('\n', before->begin + piece(m_text, *before)->size()), m_text.size());
        replace(at, 0, "\n" + std::string(mine.begin - lineBegin(m_text, mine.begin), ' ') + line);
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
