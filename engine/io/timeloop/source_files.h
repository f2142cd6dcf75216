// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/io/located_yaml.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace nestloom::io::timeloop {

/// Where a line of the text that was read comes from.
struct Place {
    std::string file;
    int line = 0;
};

/// Files as one sequence of lines. The lines of all trees are numbered through, so that a line alone says the file.
class SourceFiles {
public:
    /// Files may be included from `folder` and below it.
    explicit SourceFiles(std::filesystem::path folder);

    /// A file that a reader takes lines from: its index.
    std::size_t addFile(const std::filesystem::path& path);
    /// Of a line of that file: a number as those of trees.
    int addLine(std::size_t file, int line);
    /// Whether a file is in the folder of files that may be included.
    bool mayRead(const std::filesystem::path& path) const;
    /// Reads a text that was made of files as a tree: each line comes from a line of the file with this index. Included
    /// trees (parseForeignYaml()) are of this, too.
    Result<YamlNode> parse(const std::string& text, const std::vector<std::pair<std::size_t, int>>& lines,
                           const YamlIncludes& included);

    Place placeOf(int line) const;
    std::string text(int line) const; // "arch.yaml:12"
    const std::vector<std::string>& files() const { return m_files; }

private:
    struct Line {
        std::size_t file = 0;
        int line = 0;
    };

    std::filesystem::path m_folder;
    std::vector<std::string> m_files;
    std::vector<Line> m_lines; // of everything read so far; line 1 is the first
};

} // namespace nestloom::io::timeloop
