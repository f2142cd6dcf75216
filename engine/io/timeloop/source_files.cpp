// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/source_files.h"

#include "engine/io/text.h"

#include <algorithm>
#include <list>
#include <optional>

namespace nestloom::io::timeloop {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxIncludeDepth = 16;
constexpr std::size_t kMaxFiles = 1000; // read in one import; a file may include another more than once

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

std::string trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos)
        return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

/// The argument of `function('argument')`, or nothing when the text is no call of it.
std::optional<std::string> argumentOf(const std::string& function, std::string_view call)
{
    if (call.substr(0, function.size()) != function)
        return std::nullopt;
    const std::string rest = trimmed(call.substr(function.size()));
    if (rest.size() < 2 || rest.front() != '(' || rest.back() != ')')
        return std::nullopt;
    const std::string quoted = trimmed(std::string_view(rest).substr(1, rest.size() - 2));
    if (quoted.size() < 2 || quoted.front() != quoted.back() || (quoted.front() != '\'' && quoted.front() != '"'))
        return std::nullopt;
    return quoted.substr(1, quoted.size() - 2);
}

/// A template within one line: "{{ ... }}".
struct Template {
    std::size_t begin = 0, end = 0;
    std::string inside;
};

std::optional<Template> templateIn(const std::string& line)
{
    const std::size_t begin = line.find("{{");
    if (begin == std::string::npos || trimmed(line).front() == '#')
        return std::nullopt;
    const std::size_t end = line.find("}}", begin);
    if (end == std::string::npos)
        return Template{begin, line.size(), line.substr(begin + 2)};
    return Template{begin, end + 2, trimmed(line.substr(begin + 2, end - begin - 2))};
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

Result<YamlNode> SourceFiles::read(const fs::path& path)
{
    std::string text;
    std::vector<fs::path> open;
    const int before = int(m_lines.size());
    TRY_DO(append(path, text, open));
    return treeOf(text, before);
}

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
    return treeOf(text, before, included);
}

/// The tree of a text whose first line is the one after `before`.
Result<YamlNode> SourceFiles::treeOf(const std::string& text, int before, const YamlIncludes& included)
{
    std::list<YamlNode> moved; // included ones know their lines already
    const YamlIncludes shifted = [&](const std::string& tag, const std::string& scalar) -> const YamlNode* {
        const YamlNode* node = included ? included(tag, scalar) : nullptr;
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

Status SourceFiles::append(const fs::path& path, std::string& text, std::vector<fs::path>& open)
{
    TRY(const auto content, readTextFile(path));
    TRY_DO(checkUtf8(content, path.string()));
    open.push_back(resolved(path));
    m_files.push_back(path.string());
    const Status appended = appendText(path, content, text, open);
    open.pop_back();
    return appended;
}

Status SourceFiles::appendText(const fs::path& path, const std::string& content, std::string& text,
                               std::vector<fs::path>& open)
{
    const std::size_t file = m_files.size() - 1;
    int number = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        const std::string line = content.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        const auto found = templateIn(line);
        const auto refuse = [&](const std::string& message) {
            return Error{ErrorCode::InvalidInput, message, path.string() + ":" + std::to_string(number)};
        };
        if (line.find("{%") != std::string::npos)
            return refuse("templates with {%...%} are not read here; expand the file first");
        if (text.size() + line.size() > kMaxTextBytes)
            return refuse("with what it includes, the text is larger than 16 MiB");
        if (!found || argumentOf("add_to_path", found->inside)) {
            text += (found ? line.substr(0, found->begin) + line.substr(found->end) : line) + "\n";
            m_lines.push_back({file, number});
            continue;
        }
        const auto included = argumentOf("include_text", found->inside);
        if (!included || !trimmed(line.substr(0, found->begin)).empty() || !trimmed(line.substr(found->end)).empty())
            return refuse("the template " + inQuotes("{{" + found->inside + "}}")
                          + " is not read here; only {{include_text('file')}} on a line of its own is");
        TRY_DO(include(*included, path, number, text, open));
    }
    return success();
}

Status SourceFiles::include(const std::string& written, const fs::path& from, int line, std::string& text,
                            std::vector<fs::path>& open)
{
    const auto refuse = [&](ErrorCode code, const std::string& message) {
        return Error{code, message, from.string() + ":" + std::to_string(line)};
    };
    const fs::path path = from.parent_path() / written;
    const fs::path whole = resolved(path);
    if (!isWithin(whole, m_folder))
        return refuse(ErrorCode::InvalidInput, "the included file " + inQuotes(written) + " lies outside the folder "
                                                   + m_folder.string()
                                                   + "; give that file too, or a folder that holds both (--folder)");
    if (std::ranges::find(open, whole) != open.end())
        return refuse(ErrorCode::InvalidInput, "the file includes itself through " + inQuotes(written));
    if (open.size() >= kMaxIncludeDepth)
        return refuse(ErrorCode::InvalidInput,
                      "files include one another more than " + std::to_string(kMaxIncludeDepth) + " deep");
    if (m_files.size() >= kMaxFiles)
        return refuse(ErrorCode::InvalidInput, "more than " + std::to_string(kMaxFiles) + " files are included");
    std::error_code error;
    if (!fs::is_regular_file(whole, error))
        return refuse(ErrorCode::Io, "the included file " + inQuotes(written) + " is not there");
    return append(path.lexically_normal(), text, open);
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
