// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// A YAML document as a plain value in which every node knows its line. Nothing of the YAML library shows here.
struct YamlNode {
    enum class Kind { Empty, Scalar, List, Map };
    Kind kind = Kind::Empty;
    int line = 1;                  // of the node, or of its key when it belongs to a map
    std::string scalar;            // Kind::Scalar
    std::vector<YamlNode> items;   // Kind::List: the items; Kind::Map: the values
    std::vector<std::string> keys; // Kind::Map: keys[i] names items[i]; unique
    std::string tag{};             // "!Component"; only of foreign YAML, see parseForeignYaml()
    std::size_t begin = 0;         // of parseYaml(): where in the text its own value begins

    /// The value of a key of a map, or nothing.
    const YamlNode* find(std::string_view key) const;
};

/// Deepest nesting of lists and maps that is read. Our formats need five levels.
inline constexpr int kMaxYamlDepth = 32;

/// Reads one YAML document. `where` of an Error is "fileName:line", with ": key" where a key is known.
/// Fails   InvalidInput for text that is empty, not UTF-8, not YAML, larger than 16 MiB, nested deeper than
///         kMaxYamlDepth, with a key twice in one map, with aliases, tags, keys that are no plain text, or with a
///         second document.
Result<YamlNode> parseYaml(std::string_view text, const std::string& fileName);

/// Nodes that foreign YAML may have after its aliases are replaced by what they stand for.
inline constexpr std::size_t kMaxForeignNodes = 300'000;

/// Reads YAML as other tools write it: with tags, with aliases, which are replaced by copies of what they name, and
/// with merge keys: `<<` adds the keys that a map does not have itself, `<<<` also merges maps within maps and joins
/// lists. `nameOfLine` turns a line of the text into the place that an error names ("arch.yaml:12").
/// Fails   as parseYaml() does, and for an alias within what it names and for more than kMaxForeignNodes nodes.
/// `included` may give what a scalar with a tag stands for; null for a scalar that stays what it is.
using YamlIncludes = std::function<const YamlNode*(const std::string& tag, const std::string& scalar)>;
Result<YamlNode> parseForeignYaml(std::string_view text, const std::function<std::string(int line)>& nameOfLine,
                                  const YamlIncludes& included = {});

/// A text as a YAML scalar, quoted where it must be; parseYaml gives the same text back.
std::string yamlScalar(std::string_view text);

} // namespace nestloom::io
