// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/source_files.h"

#include <algorithm>
#include <list>
#include <optional>

namespace nestloom::io::timeloop {

namespace {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path whole = fs::weakly_canonical(path, error);
    return error ? fs::absolute(path, error).lexically_normal() : whole;
}

bool isWithin(const fs::path& path, const fs::path& folder)
{
    const auto [rest, _] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return rest == folder.end();
}

void moveLines(YamlNode& root, int by)
{
    std::vector<YamlNode*> nodes{&root};
    while (!nodes.empty()) {
        YamlNode* node = nodes.back();
        nodes.pop_back();
        node->line += by;
        for (YamlNode& item : node->items)
            nodes.push_back(&item);
    }
}

} // namespace

SourceFiles::SourceFiles(fs::path folder) : m_folder(resolved(folder)) {}

std::size_t SourceFiles::addFile(const fs::path& path)
{
    m_files.push_back(path.string());
    return m_files.size() - 1;
}

int SourceFiles::addLine(std::size_t file, int line)
{
    m_lines.push_back({file, line});
    return int(m_lines.size());
}

bool SourceFiles::mayRead(const fs::path& path) const { return isWithin(resolved(path), m_folder); }

Result<YamlNode> SourceFiles::parse(const std::string& text, const std::vector<std::pair<std::size_t, int>>& lines,
                                    const YamlIncludes& included)
{
    const int before = int(m_lines.size());
    for (const auto& [file, line] : lines)
        m_lines.push_back({file, line});
    std::list<YamlNode> moved; // included ones know their lines already
    const YamlIncludes shifted = [&](const std::string& tag, const std::string& scalar) -> const YamlNode* {
        const YamlNode* node = included(tag, scalar);
        if (!node)
            return nullptr;
        moved.push_back(*node);
        moveLines(moved.back(), -before);
        return &moved.back();
    };
    auto tree = parseForeignYaml(
        text, [&](int line) { return this->text(before + line); }, shifted);
    if (!tree)
        return tree.error();
    moveLines(*tree, before);
    return tree;
}

Place SourceFiles::placeOf(int line) const
{
    if (m_lines.empty())
        return {};
    const auto last = int(m_lines.size());
    const Line& found = m_lines[std::size_t(std::clamp(line, 1, last) - 1)];
    return {m_files[found.file], found.line};
}

std::string SourceFiles::text(int line) const
{
    const Place place = placeOf(line);
    return place.file + ":" + std::to_string(place.line);
}

} // namespace nestloom::io::timeloop
