// SPDX-License-Identifier: GPL-3.0-or-later
// What LoopNestView draws around and instead of the nest itself (that is loop_nest_painter).
#include "ui/views/loop_nest_view.h"

#include "ui/format.h"
#include "ui/models/layer_words.h"
#include "ui/views/paint_tools.h"

#include <QPainter>
#include <QScrollBar>

namespace nestloom::ui {

void LoopNestView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Theme& theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.card);
    painter.setFont(m_fonts.body);
    if (!hasMapping()) {
        paintState(painter, theme);
        return;
    }
    const QRect area = nestArea();
    painter.save();
    painter.setClipRect(area);
    const QPointF scroll(horizontalScrollBar()->value(), verticalScrollBar()->value());
    painter.translate(QPointF(area.topLeft()) - scroll);
    paintLoopNest(painter, m_layout, m_fonts, theme, m_highlight, QRectF(scroll, QSizeF(area.size())));
    painter.restore();
    paintTitle(painter, theme);
    paintExplanation(painter, theme);
}

void LoopNestView::paintTitle(QPainter& painter, const Theme& theme) const
{
    const QRectF line(12, 8, viewport()->width() - 24, titleHeight() - 14);
    painter.setFont(m_fonts.caption);
    double right = line.right();
    const auto addBadge = [&](const QString& text, const QColor& colour) {
        const double width = paint::badgeWidth(m_fonts.caption, text);
        paint::badge(painter, QRectF(right - width, line.top(), width, line.height()), text, colour, theme);
        right -= width + 6;
    };
    if (m_result->verified)
        addBadge(tr("verified"), theme.better);
    else
        addBadge(tr("not verified"), theme.warning);
    if (m_editable)
        addBadge(tr("edit"), theme.accent);
    addBadge(dataflowText(*m_result->mapping), theme.accent);
    painter.setFont(m_fonts.strong);
    painter.setPen(theme.text);
    const QFontMetricsF strong(m_fonts.strong);
    const QString name =
        strong.elidedText(QString::fromStdString(m_result->name), Qt::ElideMiddle, right - line.left() - 8);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    QString facts = QString::fromStdString(workload::describeShape(m_layer));
    if (m_result->cost)
        facts += tr("   %1, bound by %2").arg(format::exactCycles(m_result->cost->cycles), bottleneckText(*m_result));
    const double left = line.left() + strong.horizontalAdvance(name) + 12;
    painter.setFont(m_fonts.caption);
    painter.setPen(theme.mutedText);
    const double room = right - left - 8;
    if (room > 40)
        painter.drawText(QRectF(left, line.top(), room, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(m_fonts.caption).elidedText(facts, Qt::ElideRight, room));
}

void LoopNestView::paintExplanation(QPainter& painter, const Theme& theme) const
{
    const QRectF strip(0, viewport()->height() - explanationHeight(), viewport()->width(), explanationHeight());
    painter.fillRect(strip, theme.window);
    painter.fillRect(QRectF(strip.left(), strip.top(), strip.width(), 1), theme.border);
    const QRectF text = strip.adjusted(12, 8, -12, -6);
    const double titleLine = QFontMetricsF(m_fonts.strong).height();
    const std::optional<LoopRef> loop = m_highlight.shown();
    painter.setFont(m_fonts.strong);
    painter.setPen(theme.text);
    const QString heading =
        loop ? loopTitle(m_accelerator, *m_result->mapping, *loop) : tr("Loops from outer to inner");
    const bool warns = m_drag && m_drag->moving && m_dropWarns;
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, heading);
    // Legend of the chips, so that the letters need no manual.
    painter.setFont(m_fonts.caption);
    painter.setPen(theme.mutedText);
    const QString legend = tr("W weights  I inputs  O outputs   outlined: re-used   filled: moved or split");
    const double taken = QFontMetricsF(m_fonts.strong).horizontalAdvance(heading) + 16;
    if (taken + QFontMetricsF(m_fonts.caption).horizontalAdvance(legend) <= text.width()) // else the chips must do
        painter.drawText(text, Qt::AlignRight | Qt::AlignTop, legend);
    painter.setFont(m_fonts.body);
    painter.setPen(warns ? theme.warning : loop ? theme.text : theme.mutedText);
    painter.drawText(text.adjusted(0, titleLine + 2, 0, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     explanation());
}

void LoopNestView::paintState(QPainter& painter, const Theme& theme) const
{
    const QRectF area = viewport()->rect();
    if (!m_result) {
        paint::message(painter, area, tr("Select a layer with a mapping"),
                       tr("Its loop nest appears here: one band per buffer level, outermost on top."), theme);
        return;
    }
    const QString name = QString::fromStdString(m_result->name);
    if (isAwaited(*m_result)) {
        paint::message(painter, area, tr("%1 is waiting for its mapping").arg(name),
                       tr("The loop nest appears as soon as the engine has one."), theme);
        return;
    }
    const QString reason = m_result->mapping ? tr("The mapping has %1 levels, the accelerator has %2.")
                                                   .arg(m_result->mapping->levels.size())
                                                   .arg(m_accelerator.levels.size())
                                             : QString::fromStdString(m_result->reason);
    const bool warning = m_result->status != schedule::LayerStatus::Cancelled;
    paint::message(painter, area, tr("%1: %2, no mapping").arg(name, statusText(*m_result)), reason, theme, warning);
}

} // namespace nestloom::ui
