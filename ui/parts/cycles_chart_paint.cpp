// SPDX-License-Identifier: GPL-3.0-or-later
// How CyclesChart draws itself.
#include "ui/parts/cycles_chart.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kSwatch = 10;
constexpr double kTitleTop = 7;
constexpr double kLetterWidth = 10, kLetterHeight = 15; // a bar of this size has room for its letter
constexpr double kFailureHeight = 34;

} // namespace

double CyclesChart::yOf(double value) const { return m_plot.bottom() - value / m_scale.top * m_plot.height(); }

/// The bar inside its slot: a gap between neighbours as long as there is room for one.
QRectF CyclesChart::barRect(int layer) const
{
    const QRectF slot = slotRect(layer);
    const double gap = slot.width() >= 4 ? std::clamp(slot.width() * 0.15, 1.0, 6.0) : 0;
    const double width = std::min(slot.width() - gap, 64.0); // a chart of three layers should not look like three walls
    return {slot.center().x() - width / 2, slot.top(), width, slot.height()};
}

void CyclesChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (layerCount() == 0) {
        paint::message(painter, rect(), tr("No run is shown"), tr("Start a run, or select one in the project tree."),
                       theme);
        return;
    }
    paintHeader(painter, theme);
    paintAxes(painter, theme);
    for (int layer = 0; layer < layerCount(); ++layer)
        paintBar(painter, theme, layer);
    paintSelection(painter, theme);
}

void CyclesChart::paintHeader(QPainter& painter, const Theme& theme) const
{
    painter.setFont(captionFont(painter.font()));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.text);
    const double room = m_cyclesButton->x() - kMargin - 6;
    painter.drawText(QRectF(kMargin, kTitleTop, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title(), Qt::ElideRight, room));
    for (const LegendItem& item : m_legend) {
        const QRectF mark(item.rect.left() + 1, item.rect.center().y() - kSwatch / 2, kSwatch, kSwatch);
        if (item.isBound)
            painter.fillRect(QRectF(mark.left(), mark.center().y() - 1, mark.width(), 2), theme.text);
        else
            painter.fillRect(mark, partColour(theme, m_quantity, item.entry.key));
        painter.drawText(item.rect.adjusted(0, 0, 2, 0), Qt::AlignRight | Qt::AlignVCenter, item.entry.text);
    }
}

void CyclesChart::paintAxes(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    for (const ChartScale::Tick& tick : m_scale.ticks) {
        const double y = std::round(yOf(tick.value)) + 0.5;
        painter.setPen(tick.value == 0 ? theme.mutedText : theme.grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 8, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    const QRectF footer(m_plot.left(), m_plot.bottom() + 4, m_plot.width(), metrics.height() + 2);
    painter.setPen(theme.mutedText);
    if (m_selected < 0) {
        painter.drawText(footer, Qt::AlignHCenter | Qt::AlignTop, tr("layer, in network order"));
        return;
    }
    // The name of the selected layer stands under its bar; the axis keeps its title where there is room.
    const QString name = QString::fromStdString(m_network.layers[std::size_t(m_selected)].name);
    const double width = metrics.horizontalAdvance(name) + 2;
    const double x = std::clamp(slotRect(m_selected).center().x() - width / 2, m_plot.left(),
                                std::max(m_plot.left(), m_plot.right() - width));
    const QString title = tr("layer, in network order");
    const double titleWidth = metrics.horizontalAdvance(title);
    if (x - footer.left() > titleWidth + 16)
        painter.drawText(footer, Qt::AlignLeft | Qt::AlignTop, title);
    else if (footer.right() - (x + width) > titleWidth + 16)
        painter.drawText(footer, Qt::AlignRight | Qt::AlignTop, title);
    painter.setPen(theme.accent);
    painter.drawText(QRectF(x, footer.top(), width, footer.height()), Qt::AlignLeft | Qt::AlignTop, name);
}

void CyclesChart::paintBar(QPainter& painter, const Theme& theme, int layer) const
{
    const QRectF slot = barRect(layer);
    if (layer == m_hovered)
        painter.fillRect(slotRect(layer), theme.accentSoft);
    const ChartBar& bar = m_bars[std::size_t(layer)];
    switch (bar.kind) {
    case ChartBar::Kind::Solved: paintParts(painter, theme, bar, slot); break;
    case ChartBar::Kind::Failed: paintFailure(painter, theme, slot); break;
    case ChartBar::Kind::Pending:
    case ChartBar::Kind::Cancelled:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.border, 1, bar.kind == ChartBar::Kind::Pending ? Qt::SolidLine : Qt::DotLine));
        if (slot.width() >= 3)
            painter.drawRect(slot.adjusted(0.5, 0.5, -0.5, -0.5));
        else // outlines of hairline bars would add up to a grey wall
            painter.drawLine(slot.bottomLeft(), slot.bottomLeft() - QPointF(0, 6));
        break;
    }
}

void CyclesChart::paintParts(QPainter& painter, const Theme& theme, const ChartBar& bar, const QRectF& slot) const
{
    double below = 0;
    for (const ChartBar::Part& part : bar.parts) {
        const QRectF rect(slot.left(), yOf(below + part.value), slot.width(), yOf(below) - yOf(below + part.value));
        painter.fillRect(rect, partColour(theme, m_quantity, part.key));
        below += part.value;
        if (m_quantity == ChartQuantity::Cycles && rect.width() >= kLetterWidth && rect.height() >= kLetterHeight) {
            painter.setPen(textOn(partColour(theme, m_quantity, part.key)));
            painter.drawText(rect.adjusted(0, 0, 0, -1), Qt::AlignHCenter | Qt::AlignBottom,
                             boundLetter(BoundBy(part.key)));
        }
    }
    if (!bar.bound)
        return;
    const double y = std::round(yOf(*bar.bound));
    // A dark line with a light one below: visible on the bar as well as above it.
    painter.fillRect(QRectF(slot.left(), y - 1, slot.width(), 3), theme.card);
    painter.fillRect(QRectF(slot.left(), y - 1, slot.width(), 1.5), theme.text);
}

void CyclesChart::paintFailure(QPainter& painter, const Theme& theme, const QRectF& slot) const
{
    const double height = std::min(kFailureHeight, slot.height());
    const QRectF mark(slot.left(), slot.bottom() - height, slot.width(), height);
    paint::hatch(painter, mark, theme.warning);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.warning);
    if (mark.width() >= 3)
        painter.drawRect(mark.adjusted(0.5, 0.5, -0.5, -0.5));
    const QFont old = painter.font();
    painter.setFont(strongFont(old));
    painter.drawText(QRectF(mark.center().x() - 12, mark.top() - 18, 24, 18), Qt::AlignHCenter | Qt::AlignBottom,
                     QStringLiteral("!"));
    painter.setFont(old);
}

void CyclesChart::paintSelection(QPainter& painter, const Theme& theme) const
{
    if (m_selected < 0)
        return;
    const QRectF slot = slotRect(m_selected);
    const double widen = std::max(0.0, (6 - slot.width()) / 2); // visible even around a hairline bar
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(slot.adjusted(-widen, -2, widen, 1));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
    }
}

} // namespace nestloom::ui
