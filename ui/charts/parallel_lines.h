// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>

#include <cstdint>
#include <span>
#include <vector>

namespace nestloom::ui {

/// Many lines from one vertical axis to the next, painted as how dense they are. Lines that begin and end at about the
/// same places are painted once; one gap between axes after the other, so that 100,000 lines need not be painted in one
/// go.
class ParallelLines {
public:
    using Bin = std::uint16_t;
    static constexpr Bin kNoBin = 0xffff;
    /// Of a place on an axis, 0 (bottom) to 1; not a number has none.
    static Bin binOf(double place);

    /// Pixels; the axes stand at `xs`, ascending, within the width.
    ParallelLines(QSize size, std::vector<double> xs, std::size_t lineCount);

    /// A line by its bins on all axes; left out when it has none on one of them.
    void add(std::span<const Bin> bins);
    /// Paints the next gap; false when all were.
    bool paintNext();
    /// Paints what is left. Single lines are faint, the densest place has `most` of the colour.
    QImage picture(const QColor& colour, double most);

private:
    void paintGap(std::size_t gap);

    QSize m_size;
    std::vector<double> m_xs;
    int m_coarser;                          // bins are shifted right by that
    int m_bins;                             // of an axis
    float m_faintest;                       // of a colour, for one line
    std::vector<std::vector<int>> m_counts; // by gap, of a bin on its left axis and one on its right
    std::size_t m_next = 0;                 // gap
    std::vector<float> m_density;           // by pixel
};

} // namespace nestloom::ui
