// SPDX-License-Identifier: GPL-3.0-or-later
// How FlitMap draws itself.
#include "ui/format.h"
#include "ui/simulation/flit_map.h"
#include "ui/simulation/simulation_words.h"
#include "ui/views/paint_tools.h"
#include "ui/views/sequential_colours.h"

#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr double kStripeFrom = 3; // bars of this thickness have room for a stripe
constexpr double kLegendHeight = 10;
constexpr double kSideWidth = 160; // of the legend beside the mesh

/// "0.25", as many decimals as it needs.
QString plain(double value)
{
    int decimals = 0;
    for (double rest = value; decimals < 4 && std::abs(rest - std::round(rest)) > 1e-6; rest *= 10)
        ++decimals;
    return format::exactNumber(value, decimals);
}

} // namespace

void FlitMap::paintEvent(QPaintEvent* event)
{
    MeshMap::paintEvent(event);
    if (mesh())
        return;
    QPainter painter(this);
    const auto [title, text] = emptySimulationText(m_shown);
    paint::message(painter, rect(), title, text, themeFor(palette()), m_shown.isWarning());
}

void FlitMap::paintChip(QPainter& painter, const Theme& theme, noc::RouterId router) const
{
    if (m_focus.rates().cycles <= 0)
        return MeshMap::paintChip(painter, theme, router);
    const QRectF chip = layOut().chip(router);
    const double corner = std::min(4.0, chip.width() / 6);
    const double figure = routerFigure(router);
    const QColor fill = figure > 0 ? sequentialColour(theme, figure / routerTop()) : theme.card;
    painter.setPen(QPen(theme.mutedText, chip.width() < 10 ? 0.5 : 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(chip, corner, corner);
    if (isIdle(router) && chip.width() >= 8)
        paint::hatch(painter, chip.adjusted(1, 1, -1, -1), figure > 0 ? textOn(fill) : theme.border);
    painter.setPen(figure > 0 ? textOn(fill) : theme.mutedText);
    paintChipName(painter, router);
}

void FlitMap::paintLink(QPainter& painter, const Theme& theme, noc::LinkId link) const
{
    MeshMap::paintLink(painter, theme, link);
    if (!m_colours.staticLoad || layOut().thickness() < kStripeFrom)
        return;
    const double value = staticLoad(link);
    if (value <= 0 && load(link) <= 0)
        return;
    const QRectF bar = layOut().bar(link);
    const bool level = bar.width() >= bar.height();
    const double inset = std::min(layOut().thickness() * 0.36, (layOut().thickness() - 1.6) / 2),
                 ends = layOut().thickness() * 0.9;
    const QRectF stripe = level ? bar.adjusted(ends * 0.3, inset, -ends * 0.3, -inset)
                                : bar.adjusted(inset, ends * 0.3, -inset, -ends * 0.3);
    painter.fillRect(stripe, value > 0 ? sequentialColour(theme, scale().place(value)) : theme.grid);
}

bool FlitMap::hasSideLegend() const { return width() > 1.3 * height(); }

QRectF FlitMap::meshArea() const { return MeshMap::meshArea().adjusted(0, 0, hasSideLegend() ? -kSideWidth : 0, 0); }

QRectF FlitMap::linkBar() const
{
    const double text = QFontMetricsF(captionFont(font())).height();
    if (hasSideLegend())
        return {width() - kSideWidth, 14 + text, kSideWidth - 30, kLegendHeight};
    return {16, height() - footerHeight() + 8 + text, std::min(210.0, width() * 0.32), kLegendHeight};
}

QRectF FlitMap::routerBar() const
{
    const QRectF links = linkBar();
    if (hasSideLegend())
        return links.translated(0, 2 * QFontMetricsF(captionFont(font())).height() + 26);
    return {links.right() + 46, links.top(), std::min(150.0, width() * 0.22), kLegendHeight};
}

void FlitMap::paintFooter(QPainter& painter, const Theme& theme) const
{
    painter.setFont(captionFont(font()));
    paintColourBar(painter, theme, linkBar(), tr("link: cycles with a flit [%]"), scale().ticks());
    const double top = routerTop();
    paintColourBar(painter, theme, routerBar(),
                   m_colours.routers == RouterFigure::Occupancy ? tr("router: flits held, mean")
                                                                : tr("router: headers waiting, mean"),
                   {{0, QStringLiteral("0")}, {0.5, plain(top / 2)}, {1, plain(top)}});
    const QRectF bar = routerBar();
    const QFontMetricsF metrics(painter.font());
    const bool aside = hasSideLegend();
    double x = aside ? bar.left() : bar.right() + 30;
    double y = aside ? bar.bottom() + 2 * metrics.height() + 8 : bar.top();
    const QString text = tr("middle: static load");
    const QRectF sample(x, y - 1, 22, 12);
    if (m_colours.staticLoad && layOut().thickness() >= kStripeFrom
        && sample.right() + 6 + metrics.horizontalAdvance(text) < width() - 4) {
        painter.fillRect(sample, sequentialColour(theme, 0.75));
        painter.fillRect(sample.adjusted(1, 4, -1, -4), sequentialColour(theme, 0.2));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(sample.right() + 6, y + metrics.ascent() - 1), text);
        x += aside ? 0 : 22 + 6 + metrics.horizontalAdvance(text) + 16;
        y += aside ? metrics.height() + 5 : 0;
    }
    paintSamples(painter, theme, x, y, aside);
}

} // namespace nestloom::ui
