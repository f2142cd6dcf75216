// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tilings_panel.h"

#include "ui/charts/pareto_view.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"

#include <algorithm>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

TilingsPanel::TilingsPanel(ShownTiles& tiles, QWidget* parent) : QWidget(parent), m_tiles(tiles), m_view(new ParetoView)
{
    setObjectName(QStringLiteral("tilingsPanel"));
    m_view->setObjectName(QStringLiteral("tilingsView"));
    m_view->setMinimumSize(260, 150);
    m_view->setChoices({tr("latency"), tr("off-chip bytes")});
    setAxes(false);
    m_view->setDescriber([this](int point) { return description(point); });
    setLayout(columnOf({m_view}));
    connect(m_view, &ParetoView::axisChosen, this, [this](ParetoView::Side side, int choice) {
        setAxes((side == ParetoView::X) == (choice == 1)); // the other axis shows the other figure
        refresh();
    });
    connect(&m_tiles, &ShownTiles::tilingsChanged, this, &TilingsPanel::refresh);
    connect(&m_tiles, &ShownTiles::stateChanged, this, [this] {
        m_view->setEmptyText(m_tiles.isBusy() ? tr("Scheduling the layers ...") : tr("No tilings yet"),
                             tr("They appear after the layers of the network."));
    });
    refresh();
}

void TilingsPanel::setAxes(bool swapped)
{
    m_isSwapped = swapped;
    const ParetoAxis latency{{QStringLiteral("cycle"), 1, false},
                             false,
                             [](double v) { return format::cycles(v); },
                             QStringLiteral("cycles")};
    const ParetoAxis bytes{
        {QStringLiteral("B"), 1, true}, false, [](double v) { return format::bytes(v); }, QStringLiteral("B")};
    m_view->setAxis(swapped ? ParetoView::Y : ParetoView::X, 0, latency);
    m_view->setAxis(swapped ? ParetoView::X : ParetoView::Y, 1, bytes);
}

const flexer::SchedulePoint& TilingsPanel::pointOf(const Source& source) const
{
    const flexer::TilingPoint& tiling = m_tiles.tilings()[source.tiling];
    return source.isStatic ? *tiling.bestStatic : *tiling.outOfOrder;
}

void TilingsPanel::refresh()
{
    m_sources.clear();
    std::vector<ParetoPoint> points;
    for (std::size_t i = 0; i < m_tiles.tilings().size(); ++i)
        for (const bool isStatic : {true, false}) {
            const flexer::TilingPoint& tiling = m_tiles.tilings()[i];
            if (!(isStatic ? tiling.bestStatic : tiling.outOfOrder))
                continue;
            m_sources.push_back({i, isStatic});
            const flexer::SchedulePoint& of = pointOf(m_sources.back());
            ParetoPoint point;
            point.x = double(of.latency.count);
            point.y = double(of.traffic.total().count);
            point.series = isStatic ? 0 : 1;
            point.colour = point.series;
            if (m_isSwapped)
                std::swap(point.x, point.y);
            points.push_back(point);
        }
    const QStringList names{tr("best static of a tiling"), tr("out of order")};
    ParetoLegend legend;
    legend.colourTitle = tr("schedule");
    legend.colours = names;
    legend.notes = {counted(qint64(m_tiles.tilings().size()), tr("1 tiling"), tr("%1 tilings"))};
    if (const auto outOfOrder =
            std::size_t(std::ranges::count_if(m_sources, [](const Source& of) { return !of.isStatic; }));
        outOfOrder < m_tiles.tilings().size())
        legend.notes << tr("%1 out of order").arg(format::integer(std::int64_t(outOfOrder)));
    m_view->setLegend(legend);
    if (const auto* layer = m_tiles.selectedLayer())
        m_view->setSource(tr("tilings of %1").arg(qt(layer->name)), tilesProvenance(m_tiles));
    m_view->setPoints(std::move(points));
}

QString TilingsPanel::description(int point) const
{
    if (point < 0 || point >= int(m_sources.size()))
        return {};
    const Source& source = m_sources[std::size_t(point)];
    const flexer::SchedulePoint& of = pointOf(source);
    return tr("%1\n%2 operations\n%3\n%4, %5 off chip")
        .arg(qt(flexer::describe(of.recipe.tiling)))
        .arg(m_tiles.tilings()[source.tiling].operations)
        .arg(qt(flexer::describe(of.recipe)), format::exactCycles(of.latency), format::exactBytes(of.traffic.total()));
}

} // namespace nestloom::ui
