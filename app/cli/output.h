// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// Writes to the file, whole or not at all; an empty path means stdout.
Status writeOutput(const std::string& path, const std::string& text);

/// Says early, before minutes of work, that a file cannot be written: its folder is missing or locked.
Status checkWritable(const std::string& path);

/// The last thing that a command does: prints what it found.
ExitCode print(const std::string& text);

/// Columns of text, as wide as they need to be. Text is left-aligned, numbers right.
class TextTable {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    void addRow(std::vector<std::string> cells); // each stays on its line, whatever names it holds
    std::string print() const;                   // lines, without blanks at their ends

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};
inline constexpr auto kLeft = TextTable::Align::Left, kRight = TextTable::Align::Right;

} // namespace nestloom::cli
