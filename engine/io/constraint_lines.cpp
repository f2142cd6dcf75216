// SPDX-License-Identifier: Apache-2.0
#include "engine/io/constraint_lines.h"

#include "engine/io/text.h"
#include "engine/mapping/constraints.h"

namespace nestloom::io {

namespace {

constexpr std::string_view kKey = "constraints";

/// What is wrong with a line; empty when nothing is.
std::string problemOf(const hardware::Accelerator& accelerator, const std::string& line)
{
    const auto constraint = mapping::parseConstraint(line);
    if (!constraint)
        return constraint.error().message;
    const std::string problem = mapping::constraintProblem(accelerator, *constraint);
    return problem.empty() ? problem : "'" + line + "': " + problem;
}

std::optional<std::string> lineOf(const YamlNode& item, const std::string& path, YamlErrors& errors)
{
    if (item.kind == YamlNode::Kind::Map && item.items.size() == 1 && item.items.front().kind == YamlNode::Kind::Scalar)
        return item.keys.front() + ": " + item.items.front().scalar;
    return scalarText(item, path, errors);
}

} // namespace

std::vector<std::string> readConstraintLines(const YamlMap& map, const hardware::Accelerator& accelerator)
{
    std::vector<std::string> lines;
    const YamlNode* node = map.find(kKey);
    if (!node || !isList(*node, map.pathOf(kKey), map.errors()))
        return lines;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
        const std::string path = map.pathOf(kKey) + "[" + std::to_string(i) + "]";
        const auto line = lineOf(node->items[i], path, map.errors());
        if (!line || mapping::isBlankConstraint(*line))
            continue;
        if (const std::string problem = problemOf(accelerator, *line); !problem.empty())
            map.errors().report(node->items[i].line, path, problem);
        lines.push_back(*line);
    }
    return lines;
}

std::string writeConstraintLines(const std::vector<std::string>& constraints)
{
    std::string yaml = constraints.empty() ? "" : "  constraints: # on mappings\n";
    for (const std::string& line : constraints)
        yaml += "    - " + yamlScalar(line) + "\n";
    return yaml;
}

Result<std::vector<std::string>> readConstraintFile(const std::filesystem::path& path,
                                                    const hardware::Accelerator& accelerator)
{
    TRY(const auto text, readTextFile(path));
    TRY_DO(checkUtf8(text, path.string()));
    std::vector<std::string> lines;
    int number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string line = text.substr(from, end - from);
        ++number;
        from = end + 1;
        if (mapping::isBlankConstraint(line))
            continue;
        if (const std::string problem = problemOf(accelerator, line); !problem.empty())
            return Error{ErrorCode::InvalidInput, problem, path.string() + ":" + std::to_string(number)};
        lines.push_back(mapping::print(*mapping::parseConstraint(line)));
    }
    return lines;
}

} // namespace nestloom::io
