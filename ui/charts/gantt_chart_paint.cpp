// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gantt_chart.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kLabelledWidth = 34, kLabelledHeight = 13; // of a box
constexpr double kNamedLane = 11;                           // height of a lane that has room for its name

QColor edgeOf(const QColor& fill, const Theme& theme) { return theme.dark ? fill.darker(175) : fill.darker(150); }

} // namespace

std::vector<GanttShade> GanttChart::shades(const Theme& theme) const
{
    std::vector<GanttShade> shades;
    for (const GanttStyle& style : m_styles) {
        const QColor fill = style.colour(theme);
        shades.push_back({fill.rgb(), edgeOf(fill, theme).rgb(), style.isHatched});
    }
    return shades;
}

void GanttChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme, m_isWarning);
}

void GanttChart::paintMarks(QPainter& painter, const Theme& theme, bool asPixels)
{
    paintLanes(painter, theme);
    paintTimeGrid(painter, theme);
    const double pixels = asPixels ? painter.device()->devicePixelRatioF() : 2;
    for (const Part part : {Part::Pinned, Part::Scrolled}) {
        const auto shown = rows(part);
        if (shown.empty())
            continue;
        painter.save();
        painter.setClipRect(areaOf(part));
        painter.drawImage(geometryOf().plot.topLeft(),
                          rasterEvents(*m_index, shown, geometryOf(), shades(theme), pixels));
        if (!asPixels)
            paintVector(painter, theme, shown);
        paintLabels(painter, theme, shown);
        painter.restore();
    }
    paintLegend(painter, theme);
    paintOverview(painter, theme);
}

void GanttChart::paintLanes(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    double named = -kNamedLane; // where the last name stands, before anything is scrolled
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const GanttRow& row = m_rows[i];
        const bool isPinned = i < m_lanes.pinnedCount();
        const double centre = (row.top + row.bottom) / 2, down = plot.top() - (isPinned ? 0 : m_scroll);
        const bool hasName = centre - named >= kNamedLane - 1e-6 && row.bottom - row.top > kNamedLane / 2;
        if (hasName)
            named = centre;
        const QRectF area = areaOf(isPinned ? Part::Pinned : Part::Scrolled);
        if (row.bottom + down < area.top() || row.top + down > area.bottom())
            continue;
        painter.save();
        painter.setClipRect(QRectF(0, area.top(), width(), area.height()));
        painter.fillRect(QRectF(plot.left(), row.top + down, plot.width(), row.bottom - row.top), theme.alternate);
        if (hasName) {
            painter.setPen(isPinned ? theme.text : theme.mutedText);
            const QRectF place(2, centre + down - metrics.height() / 2, plot.left() - 8, metrics.height());
            painter.drawText(
                place, Qt::AlignRight | Qt::AlignVCenter,
                metrics.elidedText(qt(m_index->trace().lanes[row.lane].name), Qt::ElideRight, place.width()));
        }
        painter.restore();
    }
    if (m_lanes.pinnedCount() > 0) { // what stays while the others scroll
        painter.setPen(theme.mutedText);
        const double y = std::round(areaOf(Part::Scrolled).top()) - 0.5;
        painter.drawLine(QPointF(2, y), QPointF(plot.right(), y));
    }
    if (m_lanesHeight <= plot.height() + 1)
        return;
    const QRectF area = areaOf(Part::Scrolled);
    const double all = m_lanesHeight - m_pinnedHeight;
    painter.fillRect(
        QRectF(plot.right() + 4, area.top() + m_scroll / all * area.height(), 4, area.height() * area.height() / all),
        theme.mutedText);
}

/// Boxes as shapes, for a picture that can be scaled; columns that stand for many events stay pixels.
void GanttChart::paintVector(QPainter& painter, const Theme& theme, const std::vector<GanttRow>& rows) const
{
    for (const GanttRow& row : rows)
        visitWide(*m_index, row.lane, geometryOf(), 3, [&](const auto& item, double, double) {
            const QColor fill = m_styles[item.kind].colour(theme);
            const QRectF box = rectOf(item.event);
            painter.setPen(QPen(edgeOf(fill, theme), 0.5));
            painter.setBrush(fill);
            painter.drawRect(box);
            if (m_styles[item.kind].isHatched)
                paint::hatch(painter, box, edgeOf(fill, theme));
        });
}

void GanttChart::paintLabels(QPainter& painter, const Theme& theme, const std::vector<GanttRow>& rows) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = geometryOf().plot;
    for (const GanttRow& row : rows)
        if (row.bottom - row.top >= kLabelledHeight - 1)
            visitWide(
                *m_index, row.lane, geometryOf(), kLabelledWidth, [&](const auto& item, double left, double right) {
                    const trace::Event& event = m_index->trace().events[item.event];
                    left = std::max(left, plot.left());
                    right = std::min(right, plot.right());
                    if (right - left < kLabelledWidth)
                        return;
                    const QColor fill = m_styles[item.kind].colour(theme);
                    const QString label = qt(m_index->trace().labels[event.label]);
                    const double width = metrics.horizontalAdvance(label);
                    if (width > right - left - 6)
                        return;
                    const QRectF box(left, plot.top() + row.top, right - left, row.bottom - row.top);
                    if (m_styles[item.kind].isHatched) // a plate keeps it readable
                        painter.fillRect(QRectF(box.center().x() - width / 2 - 2,
                                                box.center().y() - metrics.height() / 2, width + 4, metrics.height()),
                                         fill);
                    painter.setPen(textOn(fill));
                    painter.drawText(box, Qt::AlignCenter, label);
                });
}

void GanttChart::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = geometryOf().plot.left();
    for (std::size_t kind = 0; kind < m_styles.size(); ++kind) {
        const QString text = qt(m_index->trace().kinds[kind]);
        const double width = 14 + metrics.horizontalAdvance(text);
        if (x + width > this->width())
            return;
        const QRectF sample(x, 4 + (metrics.height() - 9) / 2, 9, 9);
        const QColor fill = m_styles[kind].colour(theme);
        painter.fillRect(sample, fill);
        if (m_styles[kind].isHatched)
            paint::hatch(painter, sample, edgeOf(fill, theme));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x + 14, 4, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + 14;
    }
}

void GanttChart::paintOverview(QPainter& painter, const Theme& theme) const
{
    const QRectF area = overview();
    if (const std::size_t hidden = m_lanes.hiddenCount(); hidden > 0) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(2, area.top() - 2, area.left() - 8, area.height() + 4),
                         Qt::AlignRight | Qt::AlignVCenter, tr("%1 hidden").arg(hidden));
    }
    painter.fillRect(area, theme.alternate);
    const double width = area.width() / double(m_overview.size());
    for (std::size_t i = 0; i < m_overview.size(); ++i) {
        const double height = area.height() * m_overview[i];
        painter.fillRect(QRectF(area.left() + double(i) * width, area.bottom() - height, width, height),
                         theme.mutedText);
    }
    const double end = std::max(1.0, double(focus().end()));
    const QRectF window(area.left() + focus().low() / end * area.width(), area.top() - 1,
                        std::max(3.0, (focus().high() - focus().low()) / end * area.width()), area.height() + 2);
    QColor shade = theme.accent;
    shade.setAlpha(70);
    if (!focus().isFitted())
        painter.fillRect(window, shade);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
}

void GanttChart::paintEvents(QPainter& painter, const QColor& colour, double width,
                             std::span<const std::uint32_t> events) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width));
    for (const std::uint32_t event : events)
        if (const QRectF box = rectOf(event); !box.isEmpty())
            painter.drawRect(box);
}

void GanttChart::paintOver(QPainter& painter, const Theme& theme)
{
    painter.save();
    painter.setClipRect(geometryOf().plot.adjusted(-1, -1, 1, 1));
    paintEvents(painter, theme.warning, 2, m_related);
    if (m_hovered)
        paintEvents(painter, theme.text, 1, std::array{*m_hovered});
    if (const auto selected = focus().selected(); selected && *selected < m_index->trace().events.size())
        paintEvents(painter, theme.text, 2.4, std::array{*selected});
    painter.restore();
}

} // namespace nestloom::ui
