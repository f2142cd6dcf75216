// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/report/text.h"
#include "app/write_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace nestloom::cli {

namespace {

/// Characters, not bytes: UTF-8 continuation bytes take no room.
std::size_t width(const std::string& text)
{
    return std::size_t(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

Status writeOutput(const std::string& path, const std::string& text)
{
    if (!path.empty())
        return app::writeFile(path, text);
    const std::string shown =
        isatty(STDOUT_FILENO) ? report::printable(text, true) : text; // another program gets every byte
    const bool written = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size() && std::fflush(stdout) == 0;
    if (!written && errno != EPIPE) // a reader that has seen enough is not an error
        return Error{ErrorCode::Io, std::string("cannot write: ") + std::strerror(errno), "stdout"};
    return success();
}

ExitCode print(const std::string& text)
{
    const Status written = writeOutput({}, text);
    return written ? Ok : fail(written.error());
}

Status checkWritable(const std::string& path)
{
    if (path.empty())
        return success();
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return Error{ErrorCode::Io, "the file cannot be written: it is a folder", path};
    if (::access(folder.c_str(), W_OK) != 0 && ::access(path.c_str(), W_OK) != 0)
        return Error{ErrorCode::Io, std::string("the file cannot be written: ") + std::strerror(errno), path};
    return success();
}

void TextTable::addRow(std::vector<std::string> cells)
{
    for (std::string& cell : cells)
        cell = report::printable(cell);
    m_rows.push_back(std::move(cells));
}

std::string TextTable::print() const
{
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns) {
        titles.push_back(column.title);
        widths.push_back(width(column.title));
    }
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));

    std::string text;
    const auto append = [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string padding(widths[i] - width(cells[i]), ' ');
            text += (i > 0 ? "  " : "");
            text += m_columns[i].align == Align::Right ? padding + cells[i] : cells[i] + padding;
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    };
    append(titles);
    for (const auto& row : m_rows)
        append(row);
    return text;
}

} // namespace nestloom::cli
