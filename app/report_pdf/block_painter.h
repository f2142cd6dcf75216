// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "app/report_pdf/page_painter.h"

#include <vector>

namespace nestloom::report {

/// A table on pages: columns as wide as they need; where that is too wide, texts are broken into lines, then the font
/// gets smaller. Rows are not broken over pages, and every page repeats the head.
class TablePainter {
public:
    TablePainter(const Table& table, PagePainter& page);
    void paint();
    double leadHeight() const; // of the head and the first rows, which stay together
    const std::vector<double>& widths() const { return m_widths; }
    double fontSize() const { return m_size; }

private:
    using Row = std::vector<Cell>;
    bool fits(double size);
    double cellWidth(const Row& row, std::size_t cell, std::size_t column) const;
    double rowHeight(const Row& row, bool isHead) const;
    void paintRow(const Row& row, bool isHead);
    QFont fontOf(bool isHead) const { return m_page.font(m_size, isHead ? QFont::DemiBold : QFont::Normal); }
    double gap() const { return m_page.pt(6); }

    const Table& m_table;
    PagePainter& m_page;
    double m_size = 7.5;          // points
    std::vector<double> m_widths; // by column, without the gap
};

/// All blocks, one below the other. A heading or legend stays with what follows it; a figure is never broken.
void paintBlocks(const std::vector<Block>& blocks, PagePainter& page);

} // namespace nestloom::report
