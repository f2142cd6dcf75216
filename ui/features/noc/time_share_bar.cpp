// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/time_share_bar.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/chart_dialog.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kBarHeight = 14;
}

TimeShareBar::TimeShareBar(ShownSimulation& shown, QWidget* parent) : QWidget(parent), m_shown(shown)
{
    setObjectName(QStringLiteral("timeShareBar"));
    setAccessibleName(tr("Where the simulated time goes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    enableChartExport(*this);
    connect(&m_shown, &ShownSimulation::stateChanged, this, [this] {
        setAccessibleDescription(differenceReasons(m_shown).empty() ? QString() : differenceReasons(m_shown).front());
        update();
    });
}

QSize TimeShareBar::minimumSizeHint() const
{
    return {240, int(kBarHeight + QFontMetricsF(captionFont(font())).height() + 8)};
}

std::vector<TimePart> TimeShareBar::parts() const
{
    if (m_shown.state() != ShownSimulation::State::Finished)
        return {};
    std::vector<TimePart> all = timeParts(m_shown.ended()->layer, themeFor(palette()));
    std::erase_if(all, [](const TimePart& part) { return part.cycles <= 0; });
    return all;
}

double TimeShareBar::all() const
{
    const simulation::LayerSimulation& layer = m_shown.ended()->layer;
    return double(std::max(layer.run.cycles, layer.analytical.count));
}

QRectF TimeShareBar::bar() const { return {0, 2, double(width()), kBarHeight}; }

void TimeShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
}

void TimeShareBar::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    const auto shown = parts();
    if (shown.empty())
        return;
    const QFont caption = captionFont(font());
    const QFontMetricsF metrics(caption);
    painter.setFont(caption);
    double x = 0, label = 0;
    for (const TimePart& part : shown) {
        const double wide = double(part.cycles) / all() * bar().width();
        const QRectF box(x, bar().top(), std::max(1.0, wide), bar().height());
        painter.fillRect(box, part.colour);
        if (part.isHatched)
            paint::hatch(painter, box, theme.card);
        const QString share = format::percent(double(part.cycles) / double(m_shown.end()), 1);
        if (wide > metrics.horizontalAdvance(share) + 10) {
            const QRectF plate(box.center().x() - metrics.horizontalAdvance(share) / 2 - 3, box.top() + 1,
                               metrics.horizontalAdvance(share) + 6, box.height() - 2);
            if (part.isHatched)
                painter.fillRect(plate, part.colour);
            painter.setPen(textOn(part.colour));
            painter.drawText(plate, Qt::AlignCenter, share);
        }
        x += wide;
        const double need = 13 + metrics.horizontalAdvance(part.name) + 14;
        if (label + need > width())
            continue;
        const QRectF sample(label, bar().bottom() + 4 + (metrics.height() - 9) / 2, 9, 9);
        painter.fillRect(sample, part.colour);
        if (part.isHatched)
            paint::hatch(painter, sample, theme.card);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(label + 13, bar().bottom() + 4 + metrics.ascent()), part.name);
        label += need;
    }
    const double mark = double(m_shown.ended()->layer.analytical.count) / all() * bar().width();
    painter.setPen(QPen(theme.text, 2));
    painter.drawLine(QPointF(std::min(mark, width() - 1.0), 0),
                     QPointF(std::min(mark, width() - 1.0), bar().bottom() + 3));
    const QString text = tr("cost model: %1").arg(format::cycles(m_shown.ended()->layer.analytical));
    const double wide = metrics.horizontalAdvance(text);
    if (const double at = std::min(mark + 4, width() - wide - 1); at > label) {
        painter.setPen(theme.text);
        painter.drawText(QPointF(at, bar().bottom() + 4 + metrics.ascent()), text);
    }
}

QString TimeShareBar::toolTipAt(QPointF at) const
{
    double x = 0;
    for (const TimePart& part : parts()) {
        const double wide = double(part.cycles) / all() * bar().width();
        if (at.x() < x + wide)
            return tr("%1: %2, %3 of the run")
                .arg(part.name, format::exactCycles(Cycles{part.cycles}),
                     format::percent(double(part.cycles) / double(m_shown.end())));
        x += wide;
    }
    return differenceReasons(m_shown).empty() ? QString() : differenceReasons(m_shown).front();
}

QString TimeShareBar::chartName() const { return parts().empty() ? QString() : tr("simulated time"); }

TableValues TimeShareBar::chartValues() const
{
    TableValues values;
    values.columns = {tr("part"), tr("cycles")};
    for (const TimePart& part : parts())
        values.rows.push_back({part.name, qlonglong(part.cycles)});
    return values;
}

bool TimeShareBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
