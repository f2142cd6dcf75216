// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "app/report/printable.h"

#include <algorithm>

namespace nestloom::cli {

namespace {

/// Characters, not bytes: UTF-8 continuation bytes take no room.
std::size_t width(const std::string& text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

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
