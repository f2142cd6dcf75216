// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::report {

/// Text as it must stand in HTML, in an attribute, or in SVG: & < > " ' are replaced, control characters dropped.
std::string escaped(std::string_view text);

/// A cell of a table: HTML that is already escaped, and how it stands.
struct Cell {
    std::string html;
    bool isNumber = false; // right-aligned
};
inline Cell textCell(std::string_view text) { return {escaped(text), false}; }
inline Cell numberCell(std::string_view text) { return {escaped(text), true}; }

/// <table> with a head and one row per entry. `columns` tells the alignment of the head.
std::string table(const std::vector<Cell>& columns, const std::vector<std::vector<Cell>>& rows);

/// <details> that starts folded.
std::string folded(std::string_view title, const std::string& html);

/// <pre> of plain text.
std::string preformatted(std::string_view text);

} // namespace nestloom::report
