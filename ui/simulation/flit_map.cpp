// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/simulation/flit_map.h"

#include "ui/format.h"
#include "ui/noc/mesh_words.h"
#include "ui/simulation/simulation_words.h"

#include <QMouseEvent>

#include <algorithm>

namespace nestloom::ui {

FlitMap::FlitMap(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : MeshMap(parent), m_shown(shown), m_focus(focus)
{
    setObjectName(QStringLiteral("flitMap"));
    setAccessibleName(tr("Mesh with the flits that cross its links"));
    connect(&m_shown, &ShownSimulation::questionChanged, this, &FlitMap::takeQuestion);
    connect(&m_shown, &ShownSimulation::stateChanged, this, qOverload<>(&FlitMap::update));
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &FlitMap::rescale);
    connect(&m_focus, &SimulationFocus::linkChanged, this, [this] { selectLink(m_focus.link()); });
    connect(this, &MeshMap::linkSelected, &m_focus, &SimulationFocus::selectLink);
    takeQuestion();
}

void FlitMap::takeQuestion() { setMesh(m_shown.mesh()); }

void FlitMap::setColours(const Colours& colours)
{
    m_colours = colours;
    rescale();
}

MeshScale FlitMap::chooseScale() const
{
    if (!m_colours.automatic) {
        MeshScale scale = m_colours.range;
        scale.log = m_colours.log;
        return scale;
    }
    double most = m_focus.peaks().use; // the same colours in every window
    if (m_focus.span() == SimulationFocus::Span::Run) {
        most = 0;
        for (const noc::LinkId link : layOut().links())
            most = std::max(most, load(link));
    }
    return {m_colours.log, std::min(1.0, roundTop(most))};
}

double FlitMap::routerFigure(noc::RouterId router) const
{
    if (m_focus.rates().routers.empty())
        return 0;
    const noc::RouterRate& rate = m_focus.rates().routers[router];
    return m_colours.routers == RouterFigure::Occupancy ? rate.occupancy : rate.headersWait;
}

double FlitMap::routerTop() const
{
    const bool occupancy = m_colours.routers == RouterFigure::Occupancy;
    double most = occupancy ? m_focus.peaks().occupancy : m_focus.peaks().headersWait;
    if (m_focus.span() == SimulationFocus::Span::Run) {
        most = 0;
        for (noc::RouterId router = 0; router < m_focus.rates().routers.size(); ++router)
            most = std::max(most, routerFigure(router));
    }
    return roundTop(most);
}

noc::LinkId FlitMap::busiest(bool hopsOnly) const
{
    const noc::Mesh& m = mesh()->load.mesh;
    noc::LinkId best = layOut().links().front();
    double most = -1;
    for (const noc::LinkId link : layOut().links())
        if ((!hopsOnly || noc::linkEnds(m, link)->kind == noc::LinkEnds::Kind::Hop) && load(link) > most) {
            most = load(link);
            best = link;
        }
    return best;
}

double FlitMap::staticLoad(noc::LinkId link) const
{
    return m_shown.end() > 0 ? mesh()->load.flits(link) / double(m_shown.end()) : 0;
}

QString FlitMap::description() const
{
    if (m_focus.rates().cycles <= 0)
        return simulationHeadline(m_shown);
    return tr("%1. Busiest link: %2").arg(spanText(m_shown, m_focus), describe(busiestLink()));
}

QString FlitMap::hint(QPointF point) const
{
    const noc::Mesh& m = mesh()->load.mesh;
    if (const auto link = layOut().linkAt(point)) {
        const noc::LinkRate& rate = m_focus.rateOf(*link);
        QStringList lines{
            tr("%1: in use in %2 of the cycles").arg(linkName(*mesh(), *link), format::percent(load(*link), 2))};
        for (const FlitClass flits : kFlitClasses)
            if (const double each = rate.classes[columnOf(flits)]; each > 0 && m_focus.isShown(flits))
                lines << tr("%1 %2").arg(flitClassName(flits), format::percent(each, 2));
        lines << tr("blocked in %1 of the cycles").arg(format::percent(rate.blocked, 2));
        lines << tr("static load: %1 of the simulated cycles").arg(format::percent(staticLoad(*link), 2));
        return lines.join(QLatin1Char('\n'));
    }
    const auto router = layOut().chipAt(point);
    if (!router || m_focus.rates().routers.empty())
        return {};
    const noc::RouterRate& rate = m_focus.rates().routers[*router];
    QStringList lines{routerName(*mesh(), *router)};
    if (isIdle(*router))
        lines << tr("idle: the mapping uses %1 of %2 PEs").arg(mesh()->load.pes.size()).arg(m.peCount());
    lines << tr("its router holds %1 flits on average").arg(format::exactNumber(rate.occupancy, 2));
    lines << tr("%1 headers wait for an output on average").arg(format::exactNumber(rate.headersWait, 3));
    return lines.join(QLatin1Char('\n'));
}

void FlitMap::mousePressEvent(QMouseEvent* event)
{
    if (mesh() && linkBar().adjusted(-4, -16, 4, 18).contains(event->position()))
        return Q_EMIT rangeWanted(event->globalPosition().toPoint());
    MeshMap::mousePressEvent(event);
}

QString FlitMap::chartName() const
{
    return m_shown.mesh() && m_shown.question()
               ? tr("flits of %1").arg(QString::fromStdString(m_shown.question()->layer.name))
               : QString();
}

std::optional<Provenance> FlitMap::chartProvenance() const { return simulationProvenance(m_shown); }

TableValues FlitMap::chartValues() const
{
    TableValues values;
    values.columns = {tr("link"), tr("use [share of cycles]"), tr("blocked [share of cycles]"),
                      tr("static load [share of cycles]")};
    for (const FlitClass flits : kFlitClasses)
        values.columns << tr("%1 [share of cycles]").arg(flitClassName(flits));
    if (!mesh())
        return values;
    for (const noc::LinkId link : layOut().links()) {
        const noc::LinkRate& rate = m_focus.rateOf(link);
        QVariantList row{linkName(*mesh(), link), m_focus.use(rate), rate.blocked, staticLoad(link)};
        for (const FlitClass flits : kFlitClasses)
            row << rate.classes[columnOf(flits)];
        values.rows.push_back(row);
    }
    return values;
}

} // namespace nestloom::ui
