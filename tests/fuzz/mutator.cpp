// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>

namespace nestloom::fuzz {

namespace {

constexpr std::array kEdges{"0",
                            "-0",
                            "1",
                            "-1",
                            "2",
                            "7",
                            "255",
                            "256",
                            "65535",
                            "65536",
                            "99999937",
                            "2147483647",
                            "2147483648",
                            "4294967295",
                            "4294967296",
                            "1000000000000",
                            "9007199254740993",
                            "9223372036854775807",
                            "-9223372036854775808",
                            "18446744073709551616",
                            "1e15",
                            "1e308",
                            "1e309",
                            "1e-320",
                            "-1e309",
                            "nan",
                            "inf",
                            "-inf",
                            "0x7f",
                            "1_000",
                            "0.1",
                            "1.5",
                            "~",
                            ""};
constexpr std::array kBytes{'\0', '\x01', '\x7f', '\x80', '\xff', '\n', '\t', ' ',
                            ':',  ',',    '"',    '\\',   '{',    '[',  '-',  '0'};
constexpr std::size_t kMostNested = 30'000, kLongestRun = 60'000, kMostBytes = 1 << 20;

/// Where runs of such characters begin and how long they are.
template <typename Belongs>
std::vector<std::pair<std::size_t, std::size_t>> runsOf(std::string_view text, Belongs belongs)
{
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!belongs(text[i]))
            continue;
        const std::size_t begin = i;
        while (i < text.size() && belongs(text[i]))
            ++i;
        runs.emplace_back(begin, i - begin);
    }
    return runs;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines(1);
    for (const char c : text) {
        lines.back() += c;
        if (c == '\n')
            lines.emplace_back();
    }
    return lines;
}

/// A field of a protobuf message.
struct Field {
    std::uint64_t key = 0;   // number and kind
    std::uint64_t value = 0; // kind 0
    std::string content;     // the others
};

std::optional<std::uint64_t> takeVarint(std::string_view& bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
        value |= std::uint64_t(bytes[i] & 0x7f) << std::min<std::size_t>(7 * i, 63);
        if (!(bytes[i] & 0x80)) {
            bytes.remove_prefix(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

void putVarint(std::string& bytes, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        bytes += char(value | 0x80);
    bytes += char(value);
}

std::optional<std::vector<Field>> fieldsOf(std::string_view bytes)
{
    std::vector<Field> fields;
    while (!bytes.empty()) {
        Field field;
        const auto key = takeVarint(bytes);
        const int kind = key ? int(*key & 7) : -1;
        if (kind != 0 && kind != 1 && kind != 2 && kind != 5)
            return std::nullopt;
        field.key = *key;
        const auto value = kind == 0 || kind == 2 ? takeVarint(bytes) : std::optional<std::uint64_t>(kind == 1 ? 8 : 4);
        if (!value || (kind != 0 && *value > bytes.size()))
            return std::nullopt;
        if (kind == 0) {
            field.value = *value;
        } else {
            field.content = bytes.substr(0, *value);
            bytes.remove_prefix(*value);
        }
        fields.push_back(std::move(field));
    }
    return fields;
}

std::string joined(const std::vector<Field>& fields)
{
    std::string bytes;
    for (const Field& field : fields) {
        putVarint(bytes, field.key);
        if ((field.key & 7) == 0)
            putVarint(bytes, field.value);
        if ((field.key & 7) == 2)
            putVarint(bytes, field.content.size());
        bytes += field.content;
    }
    return bytes;
}

} // namespace

std::string Mutator::text(std::string text)
{
    const bool gentle = chance(0.5);
    for (std::size_t changes = 1 + below(gentle ? 3 : 5); changes > 0; --changes)
        changeText(text, gentle);
    text.resize(std::min(text.size(), kMostBytes));
    return text;
}

std::string Mutator::bytes(std::string bytes)
{
    for (std::size_t changes = 1 + below(4); changes > 0; --changes)
        changeBytes(bytes);
    bytes.resize(std::min(bytes.size(), kMostBytes));
    return bytes;
}

void Mutator::changeText(std::string& text, bool gentle)
{
    const std::size_t which = below(gentle ? 10 : 20);
    if (which < 5)
        changeNumber(text, gentle || chance(0.3));
    else if (which < 7)
        changeWord(text);
    else if (which < 10)
        changeLines(text);
    else if (which < 12)
        splice(text);
    else if (which == 12 && chance(0.2))
        nest(text);
    else if (which == 13 && chance(0.2))
        insertRun(text);
    else
        changeBytes(text);
}

void Mutator::changeBytes(std::string& bytes)
{
    const std::size_t at = below(bytes.size()), length = 1 + below(std::min<std::size_t>(64, bytes.size() - at));
    switch (bytes.empty() ? 4 : below(6)) {
    case 0: bytes[at] = char(bytes[at] ^ (1 << below(8))); break;
    case 1: bytes[at] = char(below(256)); break;
    case 2: bytes.erase(at, length); break;
    case 3: bytes.insert(at, bytes.substr(at, length)); break;
    case 4: bytes.insert(at, 1, kBytes[below(kBytes.size())]); break;
    default: bytes.resize(at); break;
    }
}

std::string Mutator::number(std::string_view before, bool plausible)
{
    if (!plausible)
        return kEdges[below(kEdges.size())];
    std::int64_t value = 0;
    for (const char c : before.substr(0, 15))
        value = isDigit(c) ? 10 * value + (c - '0') : value;
    switch (below(7)) {
    case 0: return std::to_string(value + 1);
    case 1: return std::to_string(std::max<std::int64_t>(0, value - 1));
    case 2: return std::to_string(2 * value);
    case 3: return std::to_string(value / 2);
    case 4: return std::to_string(below(20));
    case 5: return std::to_string(below(4097));
    default: return std::to_string(value) + "." + std::to_string(below(100));
    }
}

void Mutator::changeNumber(std::string& text, bool plausible)
{
    const auto numbers = runsOf(text, isDigit);
    if (numbers.empty())
        return changeBytes(text);
    const auto [begin, length] = numbers[below(numbers.size())];
    text.replace(begin, length, number(std::string_view(text).substr(begin, length), plausible));
}

void Mutator::changeWord(std::string& text)
{
    const auto words = runsOf(text, isLetter);
    const std::string& source = m_others.empty() || chance(0.6) ? text : m_others[below(m_others.size())];
    const auto others = runsOf(source, isLetter);
    if (words.empty() || others.empty())
        return changeBytes(text);
    const auto [begin, length] = words[below(words.size())];
    const auto [otherBegin, otherLength] = others[below(others.size())];
    text.replace(begin, length, std::string(source, otherBegin, otherLength));
}

void Mutator::changeLines(std::string& text)
{
    std::vector<std::string> lines = linesOf(text);
    const std::size_t at = below(lines.size()), to = below(lines.size());
    switch (below(4)) {
    case 0: lines.erase(lines.begin() + std::ptrdiff_t(at)); break;
    case 1: lines.insert(lines.begin() + std::ptrdiff_t(to), std::string(lines[at])); break;
    case 2: std::swap(lines[at], lines[to]); break;
    default:
        for (std::size_t i = below(8); i > 0; --i)
            lines.insert(lines.begin() + std::ptrdiff_t(at), std::string(lines[at]));
        break;
    }
    text.clear();
    for (const std::string& line : lines)
        text += line;
}

void Mutator::splice(std::string& text)
{
    if (m_others.empty())
        return changeBytes(text);
    const std::string& other = m_others[below(m_others.size())];
    const std::size_t begin = below(other.size()), length = below(other.size() - begin + 1);
    const std::size_t at = below(text.size() + 1);
    text.replace(at, chance(0.5) ? below(text.size() - at + 1) : 0, other.substr(begin, length));
}

void Mutator::nest(std::string& text)
{
    constexpr std::array kOpening{"[", "{", "{a: ", "- ", "(", "<<: {", "\"a\": {"};
    const std::string opening = kOpening[below(kOpening.size())];
    std::string nested;
    for (std::size_t depth = below(chance(0.8) ? 200 : kMostNested); depth > 0; --depth)
        nested += opening;
    text.insert(below(text.size() + 1), nested);
}

void Mutator::insertRun(std::string& text)
{
    const char c = chance(0.5) ? kBytes[below(kBytes.size())] : char('a' + below(26));
    text.insert(below(text.size() + 1), std::string(below(kLongestRun), c));
}

std::string Mutator::changedContent(const std::string& content, int depth)
{
    constexpr int kDeepest = 12;
    if (depth < kDeepest && !content.empty() && chance(0.9) && fieldsOf(content))
        return changedMessage(content, depth + 1);
    std::string changed = content;
    chance(0.5) ? changeBytes(changed) : changeText(changed, true);
    return changed;
}

std::string Mutator::changedMessage(std::string_view bytes, int depth)
{
    auto fields = fieldsOf(bytes);
    if (!fields || fields->empty())
        return this->bytes(std::string(bytes));
    for (std::size_t changes = depth == 0 ? 1 + below(4) : 1; changes > 0 && !fields->empty(); --changes) {
        const std::size_t at = below(fields->size()), to = below(fields->size());
        Field& field = (*fields)[at];
        const bool isNumber = (field.key & 7) == 0;
        const std::size_t which = below(10);
        if (which < 6 && isNumber)
            field.value =
                std::uint64_t(std::strtoll(number(std::to_string(field.value), chance(0.7)).c_str(), nullptr, 10));
        else if (which < 6)
            field.content = changedContent(field.content, depth);
        else if (which < 7)
            fields->insert(fields->begin() + std::ptrdiff_t(to), Field(field));
        else if (which < 9)
            fields->erase(fields->begin() + std::ptrdiff_t(at));
        else
            std::swap(field, (*fields)[to]);
    }
    return joined(*fields);
}

} // namespace nestloom::fuzz
