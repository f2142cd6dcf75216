// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/level_picture.h"

#include "ui/nodes/directive_words.h"
#include "ui/views/mixed_colour.h"
#include "ui/views/paint_tools.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace nestloom::ui {

namespace {

using Kind = ShownDirectives::Kind;
constexpr double kPadding = 8;
constexpr double kGap = 10;     // between tensors
constexpr double kArrowed = 22; // cells below have no room for a number between arrows

double lineOf(const QFont& caption) { return QFontMetricsF(caption).height() + 3; }

std::size_t rowsOf(const ShownDirectives::Level& level)
{
    return std::max(level.directives.stacks.size(), level.directives.updates.size());
}

} // namespace

QColor partShade(const Theme& theme, TensorRole role, std::size_t part, std::size_t parts)
{
    const double strength = parts < 2 ? 0.62 : 0.26 + 0.74 * double(part) / double(parts - 1);
    return mixed(theme.card, theme.tensor[role], strength);
}

LevelPicture::LevelPicture(const ShownDirectives& directives, std::size_t level, const QRectF& area,
                           const QFont& caption)
    : m_directives(directives), m_level(level), m_area(area.adjusted(kPadding, kPadding - 3, -kPadding, -kPadding)),
      m_font(caption), m_line(lineOf(caption))
{
    const BufferArray& array = of().array;
    m_at.assign(std::size_t(array.room.size()), array.buffers.size());
    for (std::size_t i = 0; i < array.buffers.size(); ++i)
        m_at[std::size_t(array.buffers[i].at.h * array.room.w + array.buffers[i].at.w)] = i;
}

QRectF LevelPicture::titleArea() const { return {m_area.left(), m_area.top(), m_area.width(), m_line}; }

QRectF LevelPicture::columnOf(std::size_t tensor) const
{
    const double width = (m_area.width() + kGap) / double(std::max<std::size_t>(1, of().directives.tensors.size()));
    const double top = m_area.top() + m_line + 2, rows = m_line * double(rowsOf(of()) + 1) + 6;
    return {m_area.left() + double(tensor) * width, top, width - kGap,
            std::max(3 * m_line, m_area.bottom() - rows - top)};
}

double LevelPicture::cellSize() const
{
    const QRectF column = columnOf(0);
    const kapla::Extent room = of().array.room;
    return std::max(
        1.0, std::min((column.width() - 2) / double(room.w), (column.height() - 3 * m_line - 6) / double(room.h)));
}

QRectF LevelPicture::arrayOf(std::size_t tensor) const
{
    const QRectF column = columnOf(tensor);
    const double cell = cellSize();
    return {column.left() + 1, column.top() + 3 * m_line + 2, cell * double(of().array.room.w),
            cell * double(of().array.room.h)};
}

QRectF LevelPicture::cellOf(std::size_t tensor, kapla::Node at) const
{
    const QRectF array = arrayOf(tensor);
    const double cell = cellSize();
    return {array.left() + double(at.w) * cell, array.top() + double(at.h) * cell, cell, cell};
}

QRectF LevelPicture::stackRow(std::size_t stack) const
{
    const double top = m_area.bottom()
                       - m_line * double(rowsOf(of()) - (of().directives.stacks.size() - 1 - stack)); // outermost first
    return {m_area.left(), top, m_area.width() * 0.5 - kGap, m_line};
}

QRectF LevelPicture::updateRow(std::size_t update) const
{
    const double top = m_area.bottom() - m_line * double(rowsOf(of()) - (of().directives.updates.size() - 1 - update));
    return {m_area.left() + m_area.width() * 0.5, top, m_area.width() * 0.5, m_line};
}

std::optional<LevelPicture::Hit> LevelPicture::hitAt(QPointF at) const
{
    const kapla::LevelDirectives& directives = of().directives;
    if (titleArea().contains(at))
        return Hit{{Kind::Level, m_level, 0}, {}};
    for (std::size_t i = 0; i < directives.stacks.size(); ++i)
        if (stackRow(i).contains(at))
            return Hit{{Kind::Stack, m_level, i}, {}};
    for (std::size_t i = 0; i < directives.updates.size(); ++i)
        if (updateRow(i).contains(at))
            return Hit{{Kind::Update, m_level, i}, {}};
    for (std::size_t i = 0; i < directives.tensors.size(); ++i) {
        if (!columnOf(i).contains(at))
            continue;
        Hit hit{{Kind::Tensor, m_level, i}, {}};
        const QPointF inside = (at - arrayOf(i).topLeft()) / cellSize();
        if (arrayOf(i).contains(at))
            hit.buffer = of().array.find({std::int64_t(inside.y()), std::int64_t(inside.x())});
        return hit;
    }
    return std::nullopt;
}

void LevelPicture::paint(QPainter& painter, const Theme& theme) const
{
    painter.setFont(m_font);
    paintTitle(painter, theme);
    for (std::size_t i = 0; i < of().directives.tensors.size(); ++i) {
        paintCaption(painter, theme, i);
        paintArray(painter, theme, i);
    }
    paintRowHeads(painter, theme);
    for (std::size_t i = 0; i < of().directives.stacks.size(); ++i)
        paintStack(painter, theme, i);
    for (std::size_t i = 0; i < of().directives.updates.size(); ++i)
        paintUpdate(painter, theme, i);
}

void LevelPicture::paintTitle(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF area = titleArea();
    painter.setFont(strongFont(m_font));
    painter.setPen(m_directives.isMarked(Kind::Level, m_level, 0) ? theme.accent : theme.text);
    const QString title = levelTitle(m_directives, m_level);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(title);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(m_font);
    if (!of().facts || of().capacity == 0)
        return;
    const double fraction = double(of().facts->words) / double(of().capacity);
    const QRectF bar(area.left() + width + 12, area.center().y() - 4, 60, 8);
    const QString fill = fillText(of().facts->words, of().capacity);
    if (bar.right() + 6 + metrics.horizontalAdvance(fill) > area.right())
        return;
    paint::capacityBar(painter, bar, fraction, theme.levelColour(of().isOfNodes ? 1 : 3), theme);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(bar.right() + 6, area.top(), area.right() - bar.right() - 6, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, fill);
}

void LevelPicture::paintCaption(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const QRectF column = columnOf(tensor);
    const kapla::TensorDirective& directive = of().directives.tensors[tensor];
    const QFontMetricsF metrics(painter.font());
    if (m_directives.isMarked(Kind::Tensor, m_level, tensor)) {
        painter.fillRect(column.adjusted(-3, -1, 3, 1), theme.accentSoft);
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(column.adjusted(-3, -1, 3, 1));
    }
    const TensorRole role = m_directives.roleOf(m_level, tensor);
    paint::tensorChip(painter, QRectF(column.left(), column.top() + 1, m_line - 2, m_line - 2), role, theme);
    const QString name = QString::fromStdString(directive.name);
    const std::array lines{name, sizeText(directive), holdingText(m_directives, m_level, tensor)};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const QRectF line(column.left() + (i == 0 ? m_line + 3 : 0), column.top() + double(i) * m_line,
                          column.width() - (i == 0 ? m_line + 3 : 0), m_line);
        painter.setPen(i == 1 ? theme.mutedText : theme.text);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(lines[i], Qt::ElideRight, line.width()));
    }
}

void LevelPicture::paintArray(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const kapla::Extent room = of().array.room;
    const auto& stacks = of().directives.stacks;
    const bool isHandedOn = std::any_of(stacks.begin(), stacks.end(), [&](const kapla::StackDirective& stack) {
        return passes(stack, of().directives.tensors[tensor]);
    });
    painter.setFont(numberFont(isHandedOn && cellSize() < kArrowed ? std::numeric_limits<std::size_t>::max()
                                                                   : of().array.tensors[tensor].parts()));
    for (std::size_t i = 0; i < m_at.size(); ++i) {
        if (m_at[i] < of().array.buffers.size()) {
            paintBuffer(painter, theme, tensor, m_at[i]);
            continue;
        }
        const QRectF cell = cellOf(tensor, {std::int64_t(i) / room.w, std::int64_t(i) % room.w});
        painter.fillRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), theme.alternate); // unused
        painter.setPen(theme.grid);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    paintBorders(painter, theme, tensor);
    paintPassing(painter, theme, tensor);
    paintStackMark(painter, theme, tensor);
    painter.setFont(m_font);
}

void LevelPicture::paintBuffer(QPainter& painter, const Theme& theme, std::size_t tensor, std::size_t buffer) const
{
    const BufferArray::Holding& holding = of().array.tensors[tensor];
    const std::int64_t shared = of().directives.tensors[tensor].shared;
    const QRectF cell = cellOf(tensor, of().array.buffers[buffer].at);
    QColor fill = partShade(theme, m_directives.roleOf(m_level, tensor), holding.part[buffer], holding.parts());
    QColor under = fill;
    if (shared > 1) {
        fill = partShade(theme, m_directives.roleOf(m_level, tensor), holding.part[buffer] + 1, holding.parts() + 1);
        under = mixed(theme.card, fill, 0.22);
    }
    painter.fillRect(cell, under);
    const double band = cell.height() / double(shared);
    if (shared > 1)
        painter.fillRect(
            QRectF(cell.left(), cell.top() + double(holding.share[buffer]) * band, cell.width(), std::max(1.0, band)),
            fill);
    paintNumber(painter, cell, holding.part[buffer], under, shared > 1);
}

} // namespace nestloom::ui
