// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/level_picture.h"

#include "ui/features/nodes/directive_words.h"
#include "ui/style/paint_tools.h"
#include "ui/style/words.h"

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
    const QString name = qt(directive.name);
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
    const bool isHandedOn = std::ranges::any_of(
        stacks, [&](const kapla::StackDirective& stack) { return passes(stack, of().directives.tensors[tensor]); });
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

namespace {

using Kind = ShownDirectives::Kind;
constexpr double kLeastRuler = 30;

} // namespace

void LevelPicture::paintRowHeads(QPainter& painter, const Theme& theme) const
{
    const double rows = double(std::max(of().directives.stacks.size(), of().directives.updates.size()));
    const double top = m_area.bottom() - m_line * (rows + 1) - 1;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.grid);
    painter.drawLine(QPointF(m_area.left(), top), QPointF(m_area.right(), top));
    painter.setPen(theme.mutedText);
    const double half = m_area.width() * 0.5;
    const auto say = [&](double left, const QString& text) {
        painter.drawText(QRectF(left, top, half - 10, m_line), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, half - 10));
    };
    say(m_area.left(), of().directives.stacks.empty() ? Words::tr("no stacks: one buffer")
                                                      : Words::tr("stacks, side by side; outlined: replicated"));
    say(m_area.left() + half, of().directives.updates.empty() ? Words::tr("no updates: one step")
                                                              : Words::tr("updates, in time; outlined: stays"));
}

double LevelPicture::paintRow(QPainter& painter, const Theme& theme, const QRectF& row, const QString& text,
                              const std::vector<bool>& moved, const std::vector<bool>& passed) const
{
    const QFontMetricsF metrics(painter.font());
    const double chip = m_line - 3, chips = double(moved.size()) * (chip + 2);
    const double width = std::min(row.width() - chips - 6, std::max(76.0, metrics.horizontalAdvance(text) + 6));
    painter.setPen(theme.text);
    painter.drawText(QRectF(row.left(), row.top(), width, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, width));
    bool isHandedOn = false;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const QRectF place(row.left() + width + double(i) * (chip + 2), row.top() + 1.5, chip, chip);
        paint::tensorChip(painter, place, m_directives.roleOf(m_level, i), theme, moved[i]);
        if (i >= passed.size() || !passed[i])
            continue;
        isHandedOn = true;
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 2), theme.text);
    }
    const double end = row.left() + width + chips;
    if (const QString words = Words::tr("underlined: handed on");
        isHandedOn && end + metrics.horizontalAdvance(words) + 6 <= row.right()) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(end + 4, row.top(), row.right() - end - 4, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
    }
    return end;
}

void LevelPicture::paintStack(QPainter& painter, const Theme& theme, std::size_t stack) const
{
    const QRectF row = stackRow(stack);
    if (m_directives.isMarked(Kind::Stack, m_level, stack))
        painter.fillRect(row.adjusted(-2, 0, 2, 0), theme.accentSoft);
    const kapla::StackDirective& directive = of().directives.stacks[stack];
    std::vector<bool> moved, passed;
    for (const kapla::TensorDirective& tensor : of().directives.tensors) {
        moved.push_back(moves(directive.shifts, tensor));
        passed.push_back(passes(directive, tensor));
    }
    paintRow(painter, theme, row,
             Words::tr("%1 x  %2").arg(directive.copies).arg(sizesText(directive.shifts, QStringLiteral("+="))), moved,
             passed);
}

void LevelPicture::paintUpdate(QPainter& painter, const Theme& theme, std::size_t update) const
{
    const QRectF row = updateRow(update);
    if (m_directives.isMarked(Kind::Update, m_level, update))
        painter.fillRect(row.adjusted(-2, 0, 2, 0), theme.accentSoft);
    std::vector<bool> moved;
    for (std::size_t i = 0; i < of().directives.tensors.size(); ++i)
        moved.push_back(motionOf(of(), update, i) != Motion::Stays);
    const double end = paintRow(painter, theme, row,
                                Words::tr("%1 x  %2")
                                    .arg(tripsOf(of(), update))
                                    .arg(sizesText(of().directives.updates[update].steps, QStringLiteral("+="))),
                                moved);
    const QRectF ruler(end + 8, row.top() + 3, row.right() - end - 8, row.height() - 5);
    if (ruler.width() >= kLeastRuler)
        paintRuler(painter, theme, update, ruler);
}

/// The whole time of the level: one box for every step of this update within the steps of those around it.
void LevelPicture::paintRuler(QPainter& painter, const Theme& theme, std::size_t update, const QRectF& area) const
{
    double steps = 1;
    for (std::size_t i = update; i < of().directives.updates.size(); ++i)
        steps *= double(tripsOf(of(), i));
    const double width = area.width() / steps;
    painter.fillRect(area, mixed(theme.card, theme.accent, 0.35));
    painter.setPen(Qt::NoPen);
    painter.fillRect(QRectF(area.left(), area.top(), std::clamp(width, 1.0, area.width()), area.height()),
                     theme.accent);
    if (width < 3)
        return paint::hatch(painter, area, theme.card);
    painter.setPen(QPen(theme.card, 1));
    for (double step = 1; step < steps; ++step)
        painter.drawLine(QPointF(area.left() + step * width, area.top()),
                         QPointF(area.left() + step * width, area.bottom()));
}

namespace {
using Kind = ShownDirectives::Kind;
constexpr int kLeastNumber = 8; // pixels
} // namespace

/// Readable over the band of a share by a plate.
void LevelPicture::paintNumber(QPainter& painter, const QRectF& cell, std::size_t part, const QColor& under,
                               bool withPlate) const
{
    const QFontMetricsF metrics(painter.font());
    if (painter.font().pixelSize() == 1)
        return;
    const QString number = QString::number(part + 1);
    if (withPlate) {
        const double width = metrics.horizontalAdvance(number) + 4;
        painter.fillRect(QRectF(cell.center().x() - width / 2, cell.center().y() - metrics.height() / 2 + 1, width,
                                metrics.height() - 2),
                         under);
    }
    painter.setPen(textOn(under));
    painter.drawText(cell, Qt::AlignCenter, number);
}

/// One size for all parts of a tensor: either all have a number or none.
QFont LevelPicture::numberFont(std::size_t parts) const
{
    QFont font = m_font;
    for (int size = QFontInfo(m_font).pixelSize(); size >= kLeastNumber; --size) {
        font.setPixelSize(size);
        const QFontMetricsF metrics(font);
        if (metrics.horizontalAdvance(QString::number(parts)) + 3 <= cellSize() && metrics.height() <= cellSize() + 2)
            return font;
    }
    font.setPixelSize(1); // none
    return font;
}

/// Wide gaps between different parts, thin ones between buffers that hold the same.
void LevelPicture::paintBorders(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const BufferArray::Holding& holding = of().array.tensors[tensor];
    const kapla::Extent room = of().array.room;
    const double wide = std::clamp(cellSize() * 0.14, 1.0, 3.0);
    QColor thin = theme.card;
    thin.setAlphaF(0.45F);
    for (std::size_t i = 0; i < of().array.buffers.size(); ++i) {
        const kapla::Node at = of().array.buffers[i].at;
        const QRectF cell = cellOf(tensor, at);
        const auto line = [&](kapla::Node other, QPointF from, QPointF to) {
            if (other.h >= room.h || other.w >= room.w)
                return;
            const std::size_t next = m_at[std::size_t(other.h * room.w + other.w)];
            const bool isSame = next < of().array.buffers.size() && holding.part[next] == holding.part[i];
            if (isSame && cellSize() < 5)
                return;
            painter.setPen(QPen(isSame ? thin : theme.card, isSame ? 1 : wide));
            painter.drawLine(from, to);
        };
        line({at.h, at.w + 1}, cell.topRight(), cell.bottomRight());
        line({at.h + 1, at.w}, cell.bottomLeft(), cell.bottomRight());
    }
}

/// Arrows between buffers that hand the tensor on.
void LevelPicture::paintPassing(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const double size = std::clamp(cellSize() * 0.18, 2.0, 5.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    for (std::size_t s = 0; s < of().directives.stacks.size(); ++s) {
        if (!passes(of().directives.stacks[s], of().directives.tensors[tensor]) || cellSize() < 8)
            continue;
        for (std::size_t i = 0; i < of().array.buffers.size(); ++i) {
            const auto next = of().array.next(of().directives, i, s);
            if (!next)
                continue;
            const QPointF from = cellOf(tensor, of().array.buffers[i].at).center(),
                          to = cellOf(tensor, of().array.buffers[*next].at).center();
            const QPointF step = to - from;
            if (step.manhattanLength() > 1.5 * cellSize())
                continue; // around a corner of the array
            const QPointF along = step / cellSize() * size, across(-along.y(), along.x());
            const QPointF middle = (from + to) / 2;
            painter.drawPolygon(
                QPolygonF{middle + along, middle - along * 0.6 + across, middle - along * 0.6 - across});
        }
    }
    painter.restore();
}

/// One run through the copies of the marked stack.
void LevelPicture::paintStackMark(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const ShownDirectives::Line* marked = m_directives.marked();
    if (marked == nullptr || marked->kind != Kind::Stack || marked->level != m_level)
        return;
    QPolygonF way;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const BufferArray::Buffer& buffer : of().array.buffers) {
        std::int64_t others = 0;
        for (std::size_t s = 0; s < buffer.copy.size(); ++s)
            others += s == marked->at ? 0 : buffer.copy[s];
        if (others > 0)
            continue;
        const QRectF cell = cellOf(tensor, buffer.at);
        painter.setPen(QPen(theme.text, cellSize() > 10 ? 2.5 : 1.5));
        painter.drawRect(cell.adjusted(1, 1, -1, -1));
        way << cell.center() + QPointF(0, cell.height() * 0.3);
    }
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawPolyline(way);
    painter.setBrush(theme.text);
    if (!way.isEmpty())
        painter.drawEllipse(way.back(), 2.5, 2.5);
    painter.restore();
}

} // namespace nestloom::ui
