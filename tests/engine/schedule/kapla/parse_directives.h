// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/schedule/kapla/directives.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::kapla {

namespace parsing {

inline std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

inline std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1)
        return std::nullopt;
    return number;
}

inline std::optional<Dim> dimNamed(std::string_view text)
{
    for (std::size_t i = 0; i < kDimNames.size(); ++i)
        if (kDimNames[i] == text)
            return Dim(i);
    return std::nullopt;
}

/// What stands in the brackets of a directive.
struct Arguments {
    std::vector<DimSize> sizes;
    std::optional<std::int64_t> number; // shr=, or the last one without a name
};

class DirectivesParser {
public:
    Result<Directives> run(std::string_view text)
    {
        std::size_t line = 0;
        while (!text.empty() && !m_error) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            m_line = ++line;
            read(text.substr(0, end));
            text.remove_prefix(std::min(text.size(), end + 1));
        }
        if (m_error)
            return *m_error;
        return std::move(m_directives);
    }

private:
    void fail(const std::string& message)
    {
        if (!m_error)
            m_error = Error{ErrorCode::InvalidInput, message, "line " + std::to_string(m_line)};
    }

    void read(std::string_view line)
    {
        line = line.substr(0, std::min(line.find('#'), line.find("//")));
        line = trimmed(line);
        if (line.empty())
            return;
        const std::size_t bracket = line.find('(');
        if (bracket == std::string_view::npos)
            return readScope(line);
        if (line.back() != ')')
            return fail("a directive must end with ')'");
        if (m_directives.empty())
            return fail("a directive must stand below the layer and level it belongs to, as conv1:GBUF");
        readDirective(trimmed(line.substr(0, bracket)), line.substr(bracket + 1, line.size() - bracket - 2));
    }

    void readScope(std::string_view line)
    {
        const std::size_t colon = line.rfind(':');
        if (colon == std::string_view::npos || colon == 0 || colon + 1 == line.size())
            return fail("expected layer:level, or tensor, stack or update with their brackets");
        LevelDirectives scope;
        scope.layer = trimmed(line.substr(0, colon));
        scope.level = trimmed(line.substr(colon + 1));
        for (const LevelDirectives& other : m_directives)
            if (other.layer == scope.layer && other.level == scope.level)
                return fail("level " + scope.level + " of layer " + scope.layer + " is described twice");
        m_directives.push_back(std::move(scope));
    }

    void readDirective(std::string_view word, std::string_view inside)
    {
        LevelDirectives& level = m_directives.back();
        if (word == "stack") {
            std::vector<std::string> passed = takePassed(inside);
            const Arguments arguments = readArguments(inside, "+=");
            if (!arguments.number)
                return fail("stack needs the number of buffers as its last argument");
            level.stacks.push_back({arguments.sizes, *arguments.number, std::move(passed)});
        } else if (word == "update") {
            const Arguments arguments = readArguments(inside, "+=");
            if (arguments.sizes.empty() || arguments.number)
                return fail("update needs dimensions with their steps, as N+=1");
            level.updates.push_back({arguments.sizes});
        } else if (word.substr(0, 7) == "tensor{" && word.back() == '}' && word.size() > 8) {
            const std::string tensor(word.substr(7, word.size() - 8));
            if (level.find(tensor))
                return fail("tensor " + tensor + " is described twice");
            const Arguments arguments = readArguments(inside, "=");
            level.tensors.push_back({tensor, arguments.sizes, arguments.number.value_or(1)});
        } else {
            fail("'" + std::string(word) + "' is no directive; there are tensor{name}, stack and update");
        }
    }

    /// Cuts ", pass{name}" off the end, again and again.
    std::vector<std::string> takePassed(std::string_view& inside)
    {
        constexpr std::string_view word = "pass{";
        std::vector<std::string> names;
        const std::size_t first = inside.find(word);
        std::string_view rest = first == std::string_view::npos ? std::string_view() : inside.substr(first);
        while (!rest.empty()) {
            const std::size_t end = rest.find('}');
            if (rest.substr(0, word.size()) != word || end == std::string_view::npos || end == word.size()) {
                fail("expected pass{tensor} after the number of buffers");
                return names;
            }
            names.emplace_back(rest.substr(word.size(), end - word.size()));
            rest = trimmed(rest.substr(end + 1));
            if (!rest.empty() && rest.front() == ',')
                rest = trimmed(rest.substr(1));
        }
        if (!names.empty()) {
            inside = trimmed(inside.substr(0, first));
            if (!inside.empty() && inside.back() == ',')
                inside.remove_suffix(1);
        }
        return names;
    }

    Arguments readArguments(std::string_view inside, std::string_view sign)
    {
        Arguments arguments;
        while (!trimmed(inside).empty()) {
            const std::size_t comma = std::min(inside.find(','), inside.size());
            const std::string_view one = trimmed(inside.substr(0, comma));
            inside.remove_prefix(std::min(inside.size(), comma + 1));
            const std::size_t at = one.find(sign);
            const std::string_view key = at == std::string_view::npos ? std::string_view() : trimmed(one.substr(0, at));
            const auto number = wholeNumber(trimmed(at == std::string_view::npos ? one : one.substr(at + sign.size())));
            const auto dim = dimNamed(key);
            if (!number)
                fail("'" + std::string(one) + "' needs a whole number of at least 1");
            else if (arguments.number)
                fail("nothing may follow the last argument");
            else if (dim)
                arguments.sizes.push_back({*dim, *number});
            else if (key.empty() || key == "shr")
                arguments.number = number;
            else
                fail("'" + std::string(key) + "' is no dimension; there are N, C, K, Xi, Yi, Xo, Yo, R, S");
        }
        return arguments;
    }

    Directives m_directives;
    std::size_t m_line = 0;
    std::optional<Error> m_error;
};

} // namespace parsing

/// Reads what print() writes; blank lines and comments from "#" or "//" to the end of a line are skipped.
/// Fails   InvalidInput, with the line.
inline Result<Directives> parseDirectives(std::string_view text) { return parsing::DirectivesParser().run(text); }

} // namespace nestloom::kapla
