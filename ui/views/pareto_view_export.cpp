// SPDX-License-Identifier: GPL-3.0-or-later
// What ParetoView gives when it is exported.
#include "ui/views/pareto_view.h"

#include <QComboBox>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

void ParetoView::setSource(const QString& name, const Provenance& from)
{
    m_name = name;
    m_from = from;
}

QString ParetoView::chartName() const
{
    return m_points.empty()
               ? QString()
               : tr("%1 over %2, %3").arg(m_choices[Y]->currentText(), m_choices[X]->currentText(), m_name);
}

TableValues ParetoView::chartValues() const
{
    const auto title = [this](Side side) {
        const QString& unit = m_axes[side].exportUnit;
        return unit.isEmpty() ? m_choices[side]->currentText()
                              : QStringLiteral("%1 [%2]").arg(m_choices[side]->currentText(), unit);
    };
    TableValues table;
    table.columns = {tr("network"),   m_legend.colourTitle.isEmpty() ? tr("colour") : m_legend.colourTitle,
                     title(X),        title(Y),
                     tr("undecided"), tr("on the Pareto front")};
    const std::vector<int> best = front();
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const ParetoPoint& point = m_points[i];
        if (!std::isfinite(point.x) || !std::isfinite(point.y))
            continue;
        const bool isBest = std::find(best.begin(), best.end(), int(i)) != best.end();
        table.rows.push_back({m_legend.series.value(point.series),
                              point.isRun ? tr("stored run") : m_legend.colours.value(point.colour), point.x, point.y,
                              point.isUndecided ? tr("yes") : tr("no"), isBest ? tr("yes") : tr("no")});
    }
    return table;
}

/// As on the screen, with the titles of the axes as text where the choices stand.
void ParetoView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    m_marks.reset(theme, devicePixelRatioF());
    m_marks.setVector(true);
    paintAll(painter, theme, [&] {
        painter.save();
        paintPoints(painter);
        painter.restore();
    });
    m_marks.setVector(false);
    painter.setPen(theme.text);
    for (const Side side : {X, Y})
        painter.drawText(m_choices[side]->geometry().adjusted(0, 0, 60, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         m_choices[side]->currentText());
}

} // namespace nestloom::ui
