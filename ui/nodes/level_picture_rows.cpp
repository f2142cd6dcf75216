// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/level_picture.h"

#include "ui/nodes/directive_words.h"
#include "ui/views/mixed_colour.h"
#include "ui/views/paint_tools.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

namespace {

using Kind = ShownDirectives::Kind;
constexpr double kLeastRuler = 30;

class LevelPictureWords {
    Q_DECLARE_TR_FUNCTIONS(LevelPicture)
};

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
    say(m_area.left(), of().directives.stacks.empty()
                           ? LevelPictureWords::tr("no stacks: one buffer")
                           : LevelPictureWords::tr("stacks, side by side; outlined: replicated"));
    say(m_area.left() + half, of().directives.updates.empty()
                                  ? LevelPictureWords::tr("no updates: one step")
                                  : LevelPictureWords::tr("updates, in time; outlined: stays"));
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
    if (const QString words = LevelPictureWords::tr("underlined: handed on");
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
    paintRow(
        painter, theme, row,
        LevelPictureWords::tr("%1 x  %2").arg(directive.copies).arg(sizesText(directive.shifts, QStringLiteral("+="))),
        moved, passed);
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
                                LevelPictureWords::tr("%1 x  %2")
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

} // namespace nestloom::ui
