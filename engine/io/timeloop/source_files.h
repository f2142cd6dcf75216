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

/// Files as one sequence of lines, with what they include in place. The lines of all trees are numbered through, so
/// that a line alone says the file.
class SourceFiles {
public:
    /// Files may be included from `folder` and below it.
    explicit SourceFiles(std::filesystem::path folder);

    /// Reads one file, with `{{include_text('other.yaml')}}` replaced by the text of that file, as a tree.
    /// Fails   Io for files that cannot be read; InvalidInput for files that include themselves, that lie outside the
    ///         folder, for other templates ({{...}}, {%...%}), and as parseForeignYaml()
    Result<YamlNode> read(const std::filesystem::path& path);

    /// A file that another reader takes lines from: its index.
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
    Result<YamlNode> treeOf(const std::string& text, int before, const YamlIncludes& included = {});
    Status append(const std::filesystem::path& path, std::string& text, std::vector<std::filesystem::path>& open);
    Status appendText(const std::filesystem::path& path, const std::string& content, std::string& text,
                      std::vector<std::filesystem::path>& open);
    Status include(const std::string& written, const std::filesystem::path& from, int line, std::string& text,
                   std::vector<std::filesystem::path>& open);

    std::filesystem::path m_folder;
    std::vector<std::string> m_files;
    std::vector<Line> m_lines; // of everything read so far; line 1 is the first
};

} // namespace nestloom::io::timeloop
