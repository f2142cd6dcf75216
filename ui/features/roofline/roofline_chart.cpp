// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/roofline/roofline_chart.h"

#include "ui/charts/paint_scales.h"
#include "ui/parts/cycles_chart_data.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kRadius = 7; // of a layer
constexpr double kMargin = 12;
const AxisUnit kPlain{{}, 1, false, false};

} // namespace

RooflineChart::RooflineChart(QWidget* parent) : PaintedChart(parent)
{
    setAccessibleName(tr("Roofline of the layers"));
    layOut();
}

void RooflineChart::show(double macUnits, std::vector<cost::Roof> roofs, std::size_t chosen,
                         std::vector<RooflineLayer> layers)
{
    m_macUnits = macUnits;
    m_roofs = std::move(roofs);
    m_chosen = chosen;
    m_layers = std::move(layers);
    double low = m_macUnits, left = 1, right = 1;
    if (m_chosen < m_roofs.size()) // the ridge, where the two roofs meet, is in sight
        left = right = m_macUnits / m_roofs[m_chosen].bytesPerCycle;
    for (const RooflineLayer& layer : m_layers) {
        left = std::min(left, layer.point.macsPerByte);
        right = std::max(right, layer.point.macsPerByte);
        low = std::min({low, layer.point.macsPerCycle, layer.simulated.value_or(m_macUnits)});
    }
    m_across.fit(true, left / 2, right * 2);
    m_up.fit(true, low / 2, m_macUnits * 1.5);
    setAccessibleDescription(tr("%1 layers under %2 roofs").arg(m_layers.size()).arg(m_roofs.size() + 1));
    layOut();
    update();
}

void RooflineChart::setSelectedLayer(int layer)
{
    m_selected = layer;
    update();
}

void RooflineChart::layOut()
{
    const QFontMetricsF metrics(captionFont(font()));
    double wide = 0;
    for (const AxisTick& tick : m_up.ticks(6, kPlain))
        wide = std::max(wide, metrics.horizontalAdvance(tick.text));
    const double top = metrics.height() + 14, foot = 2 * metrics.height() + 14, left = kMargin + wide + 8;
    m_plot = {left, top, std::max(20.0, width() - left - kMargin), std::max(20.0, height() - top - foot)};
}

QPointF RooflineChart::positionOf(const cost::RooflinePoint& point) const
{
    return {m_plot.left() + m_across.place(point.macsPerByte) * m_plot.width(),
            m_plot.bottom() - m_up.place(point.macsPerCycle) * m_plot.height()};
}

int RooflineChart::layerAt(QPointF at) const
{
    const auto distance = [&](const RooflineLayer& layer) {
        const QPointF off = positionOf(layer.point) - at;
        return std::hypot(off.x(), off.y());
    };
    const auto nearest = std::ranges::min_element(m_layers, {}, distance);
    return nearest != m_layers.end() && distance(*nearest) <= kRadius + 3 ? nearest->layer : -1;
}

double RooflineChart::share(const RooflineLayer& layer) const
{
    return layer.point.macsPerCycle / std::min(m_macUnits, layer.point.macsPerByte * m_roofs[m_chosen].bytesPerCycle);
}

QString RooflineChart::toolTipAt(QPointF at) const
{
    const auto found = std::ranges::find(m_layers, layerAt(at), &RooflineLayer::layer);
    if (found == m_layers.end())
        return {};
    QString tip =
        tr("%1\n%2 MACs per cycle, %3 of what %4 and MAC units let through\n%5 MACs per byte through %4\nbound "
           "by %6")
            .arg(found->name, format::exactNumber(found->point.macsPerCycle, 1),
                 format::percent(std::min(1.0, share(*found))), QString::fromStdString(m_roofs[m_chosen].name),
                 format::exactNumber(found->point.macsPerByte, 2), boundByName(found->bound));
    if (found->simulated)
        tip += tr("\nsimulated: %1 MACs per cycle").arg(format::exactNumber(*found->simulated, 1));
    return tip;
}

TableValues RooflineChart::chartValues() const
{
    TableValues table;
    table.columns = {tr("layer"),          tr("MACs per byte"),
                     tr("MACs per cycle"), tr("share of the roof"),
                     tr("bound by"),       tr("simulated [MACs per cycle]")};
    for (const RooflineLayer& layer : m_layers)
        table.rows.push_back({layer.name, layer.point.macsPerByte, layer.point.macsPerCycle, share(layer),
                              boundByName(layer.bound), layer.simulated ? QVariant(*layer.simulated) : QVariant()});
    return table;
}

void RooflineChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (m_layers.empty())
        return paint::message(painter, rect(), tr("No layer under this roof"),
                              tr("Run a network with an engine that maps layers, on an accelerator whose levels have "
                                 "bandwidths."),
                              theme);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(captionFont(font()));
    paintAxes(painter, theme);
    paintRoofs(painter, theme);
    paintLayers(painter, theme);
}

void RooflineChart::paintAxes(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    paintScales(painter, theme, m_plot, m_across, m_across.ticks(std::max(2, int(m_plot.width() / 70)), kPlain), m_up,
                m_up.ticks(6, kPlain));
    painter.setPen(theme.text);
    painter.drawText(QPointF(kMargin, 4 + metrics.ascent()), tr("MACs per cycle"));
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + 6 + metrics.height(), m_plot.width(), metrics.height()),
                     Qt::AlignHCenter,
                     tr("MACs per byte through %1 (%2 B/cycle)")
                         .arg(QString::fromStdString(m_roofs[m_chosen].name),
                              format::exactNumber(m_roofs[m_chosen].bytesPerCycle, 1)));
}

void RooflineChart::paintRoofs(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const double left = m_across.valueAt(0), right = m_across.valueAt(1);
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1));
    const double slope = m_roofs[m_chosen].bytesPerCycle, ridge = m_macUnits / slope;
    const QPointF corner = positionOf({ridge, m_macUnits});
    painter.setPen(QPen(theme.text, 2));
    painter.drawLine(positionOf({left, left * slope}), corner);
    painter.drawLine(corner, positionOf({right, m_macUnits}));
    painter.restore();
    painter.setPen(theme.text);
    const QString units = tr("%1 MAC units").arg(format::integer(std::int64_t(m_macUnits)));
    painter.drawText(QPointF(m_plot.right() - metrics.horizontalAdvance(units) - 4, corner.y() - 5), units);
}

void RooflineChart::paintLayers(QPainter& painter, const Theme& theme) const
{
    for (const bool isSelected : {false, true}) // on top of the others
        for (const RooflineLayer& layer : m_layers) {
            if ((layer.layer == m_selected) != isSelected)
                continue;
            const QPointF at = positionOf(layer.point);
            if (layer.simulated) {
                const QPointF reached = positionOf({layer.point.macsPerByte, *layer.simulated});
                painter.setPen(QPen(theme.mutedText, 1));
                painter.drawLine(at, reached);
                painter.setPen(QPen(theme.text, 1.5));
                painter.setBrush(theme.card);
                painter.drawEllipse(reached, 4, 4);
            }
            const QColor colour = theme.colour(layer.bound);
            painter.setBrush(colour);
            painter.setPen(isSelected ? QPen(theme.accent, 3) : QPen(theme.card, 1));
            painter.drawEllipse(at, kRadius, kRadius);
            painter.setPen(textOn(colour));
            painter.drawText(QRectF(at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius), Qt::AlignCenter,
                             boundLetter(layer.bound));
        }
}

void RooflineChart::resizeEvent(QResizeEvent*) { layOut(); }

void RooflineChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void RooflineChart::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isExplained = key == Qt::Key_Return || key == Qt::Key_Enter;
    const int step = key == Qt::Key_Left || key == Qt::Key_Up      ? -1
                     : key == Qt::Key_Right || key == Qt::Key_Down ? 1
                                                                   : 0;
    if (m_layers.empty() || !(isExplained || step != 0 || key == Qt::Key_Home || key == Qt::Key_End))
        return PaintedChart::keyPressEvent(event);
    if (isExplained) {
        for (QAction* action : actions())
            if (action->property(kExplains).toBool())
                action->trigger();
        return;
    }
    std::vector<const RooflineLayer*> order;
    for (const RooflineLayer& layer : m_layers)
        order.push_back(&layer);
    std::ranges::stable_sort(order, {}, [this](const RooflineLayer* layer) { return positionOf(layer->point).x(); });
    const auto now = std::ranges::find(order, m_selected, &RooflineLayer::layer);
    const auto last = std::ptrdiff_t(order.size()) - 1;
    const std::ptrdiff_t from = now == order.end() ? (step > 0 ? -1 : last + 1) : now - order.begin();
    const std::ptrdiff_t to = key == Qt::Key_Home  ? 0
                              : key == Qt::Key_End ? last
                                                   : std::clamp(from + step, std::ptrdiff_t(0), last);
    const RooflineLayer& chosen = *order[std::size_t(to)];
    setSelectedLayer(chosen.layer);
    Q_EMIT layerSelected(chosen.layer);
    const QPointF at = positionOf(chosen.point);
    setAccessibleDescription(toolTipAt(at));
    QToolTip::showText(mapToGlobal(at.toPoint() + QPoint(12, 8)), toolTipAt(at), this);
}

void RooflineChart::mousePressEvent(QMouseEvent* event)
{
    if (const int layer = layerAt(event->position()); layer >= 0) {
        setSelectedLayer(layer);
        Q_EMIT layerSelected(layer);
    }
}

} // namespace nestloom::ui
