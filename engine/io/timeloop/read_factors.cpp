// SPDX-License-Identifier: Apache-2.0
#include "engine/io/in_quotes.h"
#include "engine/io/timeloop/characters.h"
#include "engine/io/timeloop/read_mapping.h"

#include <cctype>
#include <charconv>

namespace nestloom::io::timeloop {

namespace {

/// Scans factors as Timeloop does: a name, any number of '=' and spaces, a number, and perhaps ",remainder".
class FactorScanner {
public:
    FactorScanner(std::string_view text, int line, const std::string& path, ImportNotes& notes)
        : m_text(text), m_line(line), m_path(path), m_notes(notes)
    {
    }

    void scan(std::map<std::string, std::int64_t>& factors)
    {
        while (skipTo()) {
            const std::string name = word(isLetter);
            while (!m_text.empty() && (m_text.front() == '=' || m_text.front() == ' '))
                m_text.remove_prefix(1);
            const std::string digits = word(isDigit);
            std::int64_t bound = 0;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
            if (name.empty() || digits.empty() || parsed.ec != std::errc{} || bound > kMaxWhole)
                return m_notes.fail(m_line, m_path, inQuotes(m_whole) + " is no list of factors like C=1 M=4");
            if (m_text.size() > 1 && m_text.front() == ',' && isDigit(m_text[1]))
                return m_notes.refuse(m_line, m_path,
                                      "the factor " + name + "=" + digits
                                          + " has a remainder; only mappings whose factors "
                                            "multiply to the layer's bounds are taken over");
            if (!factors.emplace(name, bound).second)
                return m_notes.fail(m_line, m_path, "the factor of " + name + " is given twice");
        }
    }

private:
    bool skipTo()
    {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == ','))
            m_text.remove_prefix(1);
        return !m_text.empty();
    }

    std::string word(bool (*belongs)(char))
    {
        std::size_t length = 0;
        while (length < m_text.size() && belongs(m_text[length]))
            ++length;
        const std::string found(m_text.substr(0, length));
        m_text.remove_prefix(length);
        return found;
    }

    std::string_view m_text;
    const std::string_view m_whole = m_text;
    int m_line;
    const std::string& m_path;
    ImportNotes& m_notes;
};

} // namespace

std::map<std::string, std::int64_t> readFactors(const YamlNode& node, const std::string& path, ImportNotes& notes)
{
    std::map<std::string, std::int64_t> factors;
    if (node.kind == YamlNode::Kind::List) {
        for (const YamlNode& item : node.items)
            if (const auto text = scalarOf(item, path, notes))
                FactorScanner(*text, item.line, path, notes).scan(factors);
    } else if (const auto text = scalarOf(node, path, notes)) {
        FactorScanner(*text, node.line, path, notes).scan(factors);
    }
    return factors;
}

} // namespace nestloom::io::timeloop
