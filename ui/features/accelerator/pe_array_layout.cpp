// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/pe_array_layout.h"

#include <algorithm>
#include <optional>

namespace nestloom::ui {

namespace {

constexpr double kLargestPitch = 34; // of the chips
constexpr double kLeastPitch = 8;    // below it a side is abbreviated
constexpr int kHead = 4, kTail = 2;  // chips drawn at the two ends of an abbreviated side

/// Which of `count` chips in a row are drawn: all, or the first and the last few; nothing stands for the gap.
std::vector<std::optional<int>> drawn(std::int64_t count, double room)
{
    std::vector<std::optional<int>> shown;
    const bool all = static_cast<double>(count) * kLeastPitch <= room || count <= kHead + kTail + 1;
    for (int i = 0; i < (all ? count : kHead); ++i)
        shown.emplace_back(i);
    if (all)
        return shown;
    shown.emplace_back(std::nullopt);
    for (int i = kTail; i > 0; --i)
        shown.emplace_back(static_cast<int>(count) - i);
    return shown;
}

} // namespace

double layOutPes(const hardware::Fanout& fanout, const QRectF& room, AcceleratorDiagramLayout::Array& made)
{
    const auto columns = drawn(fanout.columns, room.width());
    const auto rows = drawn(fanout.rows, room.height());
    if (columns.empty() || rows.empty())
        return room.top();
    const double pitch = std::min({room.width() / static_cast<double>(columns.size()),
                                   room.height() / static_cast<double>(rows.size()), kLargestPitch});
    const double side = pitch * 0.7;
    const double left = room.center().x() - pitch * static_cast<double>(columns.size()) / 2;
    const auto centre = [&](std::size_t column, std::size_t row) {
        return QPointF(left + pitch * (static_cast<double>(column) + 0.5),
                       room.top() + pitch * (static_cast<double>(row) + 0.5));
    };
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const QPointF middle = centre(column, row);
            if (!columns[column] || !rows[row]) {
                made.dots.push_back(middle);
                continue;
            }
            made.chips.emplace_back(middle.x() - side / 2, middle.y() - side / 2, side, side);
            if (made.isNetwork && column + 1 < columns.size() && columns[column + 1])
                made.links.emplace_back(middle, centre(column + 1, row));
            if (made.isNetwork && row + 1 < rows.size() && rows[row + 1])
                made.links.emplace_back(middle, centre(column, row + 1));
        }
    const auto inARow = std::count_if(columns.begin(), columns.end(), [](const auto& one) { return one.has_value(); });
    // At the right edge, half way down: the lines to the picture then pass beside the heading.
    const std::size_t row = (rows.size() > kHead && !rows[kHead] ? kHead : rows.size()) / 2;
    made.enlarged = made.chips[static_cast<std::size_t>(inARow) * (row + 1) - 1];
    return room.top() + pitch * static_cast<double>(rows.size());
}

} // namespace nestloom::ui
