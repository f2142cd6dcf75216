// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/flit_map.h"

#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace nestloom::ui {

FlitMap::FlitMap(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : MeshMap(parent), m_shown(shown), m_focus(focus)
{
    named(this, "flitMap", tr("Mesh with the flits that cross its links"));
    connect(&m_shown, &ShownSimulation::questionChanged, this, &FlitMap::takeQuestion);
    connect(&m_shown, &ShownSimulation::stateChanged, this, qOverload<>(&FlitMap::update));
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &FlitMap::rescale);
    connect(&m_focus, &SimulationFocus::linkChanged, this, [this] { selectLink(m_focus.link()); });
    connect(this, &MeshMap::linkSelected, &m_focus, &SimulationFocus::selectLink);
    takeQuestion();
}

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

namespace {

constexpr double kLeast = 0.01; // percent between the ends

QDoubleSpinBox* percentBox(const QString& name)
{
    auto* box = named(new QDoubleSpinBox, "", name);
    box->setRange(0, 100);
    box->setDecimals(2);
    box->setSuffix(QStringLiteral(" %"));
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

} // namespace

ColourEditor::ColourEditor(FlitMap& map, QWidget* parent)
    : QWidget(parent), m_map(map), m_automatic(new QCheckBox(tr("to the busiest link"))),
      m_from(percentBox(tr("Dark end"))), m_to(percentBox(tr("Bright end"))), m_log(new QCheckBox(tr("logarithmic"))),
      m_routers(new QComboBox)
{
    m_automatic->setToolTip(tr("Colours end at the most that any link has, over all windows while the time moves"));
    m_routers->addItem(tr("flits held"), int(FlitMap::RouterFigure::Occupancy));
    m_routers->addItem(tr("headers waiting"), int(FlitMap::RouterFigure::WaitingHeaders));
    m_routers->setToolTip(
        tr("Flits in the buffers of a router, or input ports with a header that got no output; means over the "
           "shown cycles"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(12, 10, 12, 10);
    form->addRow(tr("Links"), m_automatic);
    form->addRow(tr("from"), m_from);
    form->addRow(tr("to"), m_to);
    form->addRow(QString(), m_log);
    form->addRow(tr("Routers"), m_routers);
    connect(m_automatic, &QCheckBox::toggled, this, &ColourEditor::apply);
    connect(m_log, &QCheckBox::toggled, this, &ColourEditor::apply);
    connect(m_routers, &QComboBox::currentIndexChanged, this, &ColourEditor::apply);
    for (QDoubleSpinBox* box : {m_from, m_to})
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            const QSignalBlocker quiet(m_automatic);
            m_automatic->setChecked(false);
            apply();
        });
    refresh();
}

void ColourEditor::refresh()
{
    const FlitMap::Colours& colours = m_map.colours();
    const MeshScale& scale = m_map.scale();
    const QSignalBlocker a(m_automatic), f(m_from), t(m_to), l(m_log), r(m_routers);
    m_automatic->setChecked(colours.automatic);
    m_from->setValue(100 * scale.bottom);
    m_to->setValue(100 * scale.top);
    m_log->setChecked(colours.log);
    m_routers->setCurrentIndex(m_routers->findData(int(colours.routers)));
}

void ColourEditor::apply()
{
    FlitMap::Colours colours = m_map.colours();
    colours.automatic = m_automatic->isChecked();
    colours.log = m_log->isChecked();
    colours.routers = static_cast<FlitMap::RouterFigure>(m_routers->currentData().toInt());
    const double from = std::min(m_from->value(), 100 - kLeast);
    colours.range = {colours.log, std::max(m_to->value(), from + kLeast) / 100, from / 100};
    m_map.setColours(colours);
    if (colours.automatic)
        refresh();
}

} // namespace nestloom::ui
