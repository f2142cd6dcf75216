// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/io/located_yaml.h"
#include "engine/io/text.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace nestloom::io {

/// What is wrong with a file. Readers go on with default values after an error and ask at the end, which keeps them
/// free of a check after every line.
class YamlErrors {
public:
    explicit YamlErrors(std::string fileName) : m_fileName(std::move(fileName)) {}

    /// `key` is a path such as "levels[2].capacity". What lies below an earlier one follows from it and is left out.
    void report(int line, const std::string& key, const std::string& message);
    const std::optional<Error>& first() const { return m_first; }
    const std::vector<Error>& all() const { return m_all; } // in the order of the reports

private:
    std::string m_fileName;
    std::optional<Error> m_first;
    std::vector<Error> m_all;
    std::vector<std::string> m_keys; // of m_all
};

/// The text of a scalar node; reports a list or a map.
std::optional<std::string> scalarText(const YamlNode& node, const std::string& path, YamlErrors& errors);
/// A whole number; reports anything else.
std::optional<std::int64_t> wholeNumber(const YamlNode& node, const std::string& path, YamlErrors& errors);
/// True for a list; reports anything else. A single value is not a list of one.
bool isList(const YamlNode& node, const std::string& path, YamlErrors& errors);

/// "; did you mean 'capacity'?", or "; known: ..." when nothing is near.
std::string suggestion(const std::string& wrong, const std::vector<std::string_view>& known);

/// The line of the node that a path such as "levels[2].access.energy" names, or of the nearest one around it.
int lineOfPath(const YamlNode& root, std::string_view path);

/// Reads the keys of one map. Making one reports a node that is no map, unknown keys and keys without a value.
class YamlMap {
public:
    YamlMap(const YamlNode& node, std::string path, YamlErrors& errors, std::vector<std::string_view> known);

    YamlErrors& errors() const { return m_errors; }
    std::string pathOf(std::string_view key) const;
    const YamlNode* find(std::string_view key) const { return m_node.find(key); }
    const YamlNode* require(std::string_view key) const;    // reports a missing key
    const YamlNode* requireMap(std::string_view key) const; // and anything but a map
    void report(std::string_view key, const std::string& message) const;

    std::string text(std::string_view key) const; // required
    std::string textOr(std::string_view key, std::string fallback) const;
    std::int64_t wholeNumberOr(std::string_view key, std::int64_t fallback) const;
    bool yesOr(std::string_view key, bool fallback) const; // true or false
    std::vector<std::string> textsOr(std::string_view key, std::vector<std::string> fallback) const;

    /// The value of a scalar by `parse(text) -> Result<T>`; nothing when the key is absent or wrong.
    template <typename Parse>
    auto quantity(std::string_view key, Parse parse) const
        -> std::optional<std::decay_t<decltype(*parse(std::string_view()))>>
    {
        const YamlNode* node = find(key);
        const auto written = node ? scalarText(*node, pathOf(key), m_errors) : std::nullopt;
        if (!written)
            return std::nullopt;
        auto value = parse(std::string_view(*written));
        if (!value) {
            report(key, value.error().message);
            return std::nullopt;
        }
        return *value;
    }

private:
    const YamlNode& m_node;
    std::string m_path;
    YamlErrors& m_errors;
};

/// The map under the one key at the top of a file, such as "accelerator". Reports any other key there with what may
/// stand in such a file: `under` are the keys that belong under the top one.
const YamlNode* topOfFile(const YamlNode& tree, std::string_view key, const std::vector<std::string_view>& under,
                          YamlErrors& errors);

/// The value below that key: `read(node, errors)` makes it, `check(value)` finds what breaks its input rules.
/// Fails   with the first thing wrong, and its line; `errors` has all that is wrong with its keys and values
template <typename Read, typename Check>
auto parseTop(std::string_view yaml, const std::string& fileName, std::string_view key,
              const std::vector<std::string_view>& under, Read read, Check check, YamlErrors& errors)
    -> Result<std::invoke_result_t<Read, const YamlNode&, YamlErrors&>>
{
    TRY(const auto tree, parseYaml(yaml, fileName));
    const YamlNode* node = topOfFile(tree, key, under, errors);
    if (errors.first())
        return *errors.first();
    auto value = read(*node, errors);
    if (!errors.first())
        for (const auto& finding : check(value))
            errors.report(lineOfPath(*node, finding.key), finding.key, finding.message);
    if (errors.first())
        return *errors.first();
    return value;
}

template <typename Read, typename Check>
auto parseTop(std::string_view yaml, const std::string& fileName, std::string_view key,
              const std::vector<std::string_view>& under, Read read, Check check)
{
    YamlErrors errors(fileName);
    return parseTop(yaml, fileName, key, under, read, check, errors);
}

/// The value of an enum by its name in the file; `what` completes "'srm' is not ...".
template <typename Enum, std::size_t Count>
Enum namedChoice(const YamlMap& map, std::string_view key, const std::array<Enum, Count>& values,
                 const std::string& what, Enum fallback)
{
    if (!map.find(key))
        return fallback;
    const std::string written = map.text(key);
    std::vector<std::string_view> known;
    for (const Enum value : values) {
        if (name(value) == written)
            return value;
        known.push_back(name(value));
    }
    map.report(key, inQuotes(written) + " is not " + what + suggestion(written, known));
    return fallback;
}

} // namespace nestloom::io
