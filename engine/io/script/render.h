// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/script/value.h"
#include "engine/io/timeloop/import_map.h"

#include <filesystem>

namespace nestloom::io::script {

using timeloop::ImportNotes;
using timeloop::SourceFiles;

/// Reads files of Timeloop and AccelForge as trees: their templates (Jinja) are carried out, and files that they
/// include are read.
///   {{ value }}, {# comment #}, {% set %}, {% if %} ... {% elif %} ... {% else %} ... {% endif %}, {% for %} over
///   ranges and lists, {% raw %}, {% assert %}; include_text(file), include(file, key), add_to_path(folder)
/// A variable that no file sets is asked for, by its name; one with a default may be answered as well.
class Renderer {
public:
    /// Answers are those of `notes`.
    Renderer(SourceFiles& files, ImportNotes& notes) : m_files(files), m_notes(notes) {}

    /// Nothing when variables have no value: questions ask for them.
    /// Fails   Io for files that cannot be read; InvalidInput for templates that are not understood and as
    ///         parseForeignYaml()
    Result<std::optional<YamlNode>> read(const std::filesystem::path& path) { return tree(path, {}, {}); }

    /// The names without a value so far, with the lines that need them.
    const std::map<std::string, int>& missing() const { return m_missing; }

private:
    friend class Rendering;
    struct Page {
        std::string text;
        std::vector<std::pair<std::size_t, int>> lines; // of each line of the text: its file and the line there
        bool isLineBegun = false;
    };
    using Folders = std::vector<std::filesystem::path>;
    using Values = std::map<std::string, Value, std::less<>>;

    Status append(const std::filesystem::path& path, Values& values, Folders& folders, Page& page);
    Result<std::optional<YamlNode>> tree(const std::filesystem::path& path, Values values, Folders folders);

    SourceFiles& m_files;
    ImportNotes& m_notes;
    std::map<std::string, int> m_missing;
    std::vector<std::filesystem::path> m_open;
    std::map<std::string, YamlNode> m_included; // by the name that stands for it
};

/// A file and what it holds, its templates carried out.
struct Document {
    std::filesystem::path path;
    YamlNode tree;
};

/// Imports files of another tool: `read` makes a design of them. Parts whose variables have no value yet are refused.
/// Files may be included from the folder that holds all of them, or from that of the options.
/// Fails   as Renderer::read(); with the error of the notes, and for answers to questions that were not asked
Result<mapping::DesignImport> importFiles(
    const std::vector<std::filesystem::path>& paths, const mapping::DesignImportOptions& options,
    const std::function<mapping::DesignImport(const std::vector<Document>&, ImportNotes&)>& read);

} // namespace nestloom::io::script
