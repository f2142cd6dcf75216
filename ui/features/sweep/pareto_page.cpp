// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/pareto_page.h"

#include "engine/base/ranges.h"
#include "engine/explore/sensitivity.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/words/run_words.h"
#include "ui/workbench/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace nestloom::ui {

namespace {

using Kind = Measure::Kind;
using Side = ParetoView::Side;

int indexOf(const std::vector<Measure>& measures, Kind kind)
{
    const auto found = std::ranges::find_if(measures, [kind](const Measure& m) { return m.kind == kind; });
    return found == measures.end() ? 0 : int(found - measures.begin());
}

} // namespace

ParetoPage::ParetoPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sweep(sweep), m_view(new ParetoView),
      m_panel(new SweepPointPanel(workbench, sweep)), m_narrowSoon(new QTimer(this)), m_effectsSoon(new QTimer(this))
{
    setObjectName(QStringLiteral("paretoPage"));
    m_view->setObjectName(QStringLiteral("paretoView"));
    m_view->setEmptyText(tr("No sweep is shown"),
                         tr("Choose fields and values on the Sweep page and start, or open a stored sweep there."));
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    card->setLayout(columnOf({m_view}, -1, {2, 2, 2, 2}));
    auto* splitter = named(new QSplitter(Qt::Vertical, this), "paretoSplitter");
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(card);
    splitter->addWidget(m_panel);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({340, 150});
    m_effects = named(new ElidedLabel(this), "paretoEffects");
    m_effects->setRole(QPalette::PlaceholderText);
    setLayout(columnOf({makeBar(), m_effects, {splitter, 1}}, 8, {12, 10, 12, 12}));
    connectView();
    connect(&m_sweep, &ShownSweep::replaced, this, &ParetoPage::startOver);
    connect(&m_sweep, &ShownSweep::pointsAdded, this, &ParetoPage::addPoints);
    connect(&m_sweep, &ShownSweep::stateChanged, this, &ParetoPage::refreshTitle);
    connect(&m_sweep, &ShownSweep::currentChanged, this, [this](int row) {
        if (row >= 0)
            m_view->setCurrent(row + int(m_runIds.size()));
        else if (rowOf(m_view->current()) >= 0) // a selected run stays
            m_view->setCurrent(-1);
    });
    connect(&m_sweep, &ShownSweep::chosenChanged, this, [this] {
        if (m_sweep.chosen())
            return;
        m_view->clearLasso();
        m_view->setLimit(Side::X, std::nullopt);
        m_view->setLimit(Side::Y, std::nullopt);
    });
    startOver();
}

QWidget* ParetoPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_title = named(new QLabel(bar), "paretoTitle");
    m_title->setFont(strongFont(font()));
    m_networkLabel = new QLabel(tr("Network"), bar);
    m_network = named(new QComboBox(bar), "paretoNetwork", tr("Network"));
    auto* colourLabel = new QLabel(tr("Colour"), bar);
    m_colour = named(new QComboBox(bar), "paretoColour", tr("Colour"));
    m_colour->setSizeAdjustPolicy(QComboBox::AdjustToContents); // its entries come with each sweep
    for (QLabel* label : {m_networkLabel, colourLabel})
        label->setProperty("muted", true);
    m_runs = new QCheckBox(tr("Stored runs"), bar);
    m_runs->setToolTip(
        tr("Shows finished runs of the same networks beside the points, as rings. The list of runs knows "
           "their cycles, energy and utilisation."));
    m_lassoMode = new QToolButton(bar);
    m_lassoMode->setText(tr("Lasso"));
    m_lassoMode->setCheckable(true);
    m_lassoMode->setToolTip(tr("Draw around points to filter the table (Shift+drag does the same)"));
    auto* fit = toolButton(tr("Fit"), tr("Show all points (F)"));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_figuresOf = badgeOf(records::CostModel::Own));
    layout->addStretch(1);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_networkLabel), static_cast<QWidget*>(m_network), static_cast<QWidget*>(colourLabel),
          static_cast<QWidget*>(m_colour), static_cast<QWidget*>(m_runs), static_cast<QWidget*>(m_lassoMode),
          static_cast<QWidget*>(fit)})
        layout->addWidget(widget);
    connect(m_network, &QComboBox::activated, this, &ParetoPage::rebuild);
    connect(m_colour, &QComboBox::activated, this, &ParetoPage::rebuild);
    connect(m_runs, &QCheckBox::toggled, this, &ParetoPage::rebuild);
    connect(m_lassoMode, &QToolButton::toggled, m_view, &ParetoView::setLassoMode);
    connect(fit, &QToolButton::clicked, m_view, &ParetoView::fit);
    return bar;
}

void ParetoPage::connectView()
{
    m_view->setDescriber([this](int point) { return description(point); });
    connect(m_view, &ParetoView::axisChosen, this, &ParetoPage::chooseAxis);
    connect(m_view, &ParetoView::currentChanged, this,
            [this](int point) { m_sweep.setCurrent(std::max(-1, rowOf(point))); });
    connect(m_view, &ParetoView::activated, this, [this](int point) {
        if (const int row = rowOf(point); row >= 0)
            m_panel->openAsRun(row);
        else
            m_workbench.openRun(m_runIds[std::size_t(point)]);
    });
    connect(m_view, &ParetoView::frontChanged, this, &ParetoPage::markFront);
    connect(m_view, &ParetoView::lassoChanged, this, &ParetoPage::takeNarrowed);
    m_narrowSoon->setSingleShot(true);
    m_narrowSoon->setInterval(100); // a limit is dragged: the table follows when it rests
    connect(m_view, &ParetoView::limitsChanged, m_narrowSoon, qOverload<>(&QTimer::start));
    connect(m_narrowSoon, &QTimer::timeout, this, &ParetoPage::takeNarrowed);
    m_effectsSoon->setSingleShot(true);
    m_effectsSoon->setInterval(0); // once for many changes, in a turn of its own
    connect(m_effectsSoon, &QTimer::timeout, this, &ParetoPage::tellEffects);
}

const Measure& ParetoPage::measure(Side side) const { return m_sweep.points().measures()[std::size_t(m_choice[side])]; }

void ParetoPage::startOver()
{
    listChoices();
    if (m_sweep.isEmpty()) {
        refreshTitle();
        return;
    }
    m_view->setEmptyText(tr("No points yet"), tr("They appear here as they finish."));
    const std::vector<Measure>& measures = m_sweep.points().measures();
    const bool isOfPlans = m_sweep.points().inputs().memory.has_value();
    m_choice = {indexOf(measures, Kind::OnChipBytes), indexOf(measures, isOfPlans ? Kind::Traffic : Kind::Cycles)};
    // A sweep that does not touch the memory has one value there.
    const bool sweepsMemory = std::ranges::any_of(
        measures, [](const Measure& m) { return m.kind == Kind::Field && m.fieldKind == explore::FieldKind::Bytes; });
    if (!sweepsMemory && !isOfPlans)
        m_choice[Side::X] = indexOf(measures, Kind::Energy);
    rebuild();
}

void ParetoPage::listChoices()
{
    QStringList titles;
    m_colour->clear();
    m_colour->addItem(tr("none"), kByNothing);
    const std::vector<Measure>& measures = m_sweep.points().measures();
    for (std::size_t i = 0; i < measures.size(); ++i) {
        titles << measures[i].title;
        if (measures[i].kind == Kind::Field)
            m_colour->addItem(measures[i].title, int(i));
    }
    m_colour->setCurrentIndex(m_colour->count() - 1); // the field that changes fastest
    m_view->setChoices(titles);
    m_network->clear();
    m_network->addItem(tr("all"), -1);
    const auto& networks = m_sweep.points().inputs().networks;
    for (std::size_t i = 0; i < networks.size(); ++i)
        m_network->addItem(qt(networks[i].name), int(i));
    m_network->setVisible(networks.size() > 1);
    m_networkLabel->setVisible(networks.size() > 1);
}

void ParetoPage::chooseAxis(Side side, int choice)
{
    m_choice[side] = choice;
    rebuild();
}

void ParetoPage::rebuild()
{
    if (m_sweep.isEmpty())
        return;
    m_sweep.setChosen(std::nullopt);
    for (const Side side : {Side::X, Side::Y}) {
        const Measure shown = measure(side);
        m_view->setAxis(side, m_choice[side],
                        {axisUnit(shown), shown.largerIsBetter(), [shown](double v) { return shortText(shown, v); },
                         shown.exportUnit});
    }
    refreshLegend();
    std::vector<ParetoPoint> points = runPoints();
    for (int row = 0; row < int(m_sweep.points().points().size()); ++row)
        points.push_back(pointOf(row));
    m_view->setPoints(std::move(points));
    refreshTitle();
    m_view->setCurrent(m_sweep.current() < 0 ? -1 : m_sweep.current() + int(m_runIds.size()));
}

void ParetoPage::addPoints()
{
    std::vector<ParetoPoint> points;
    for (std::size_t i = m_view->points().size() - m_runIds.size(); i < m_sweep.points().points().size(); ++i)
        points.push_back(pointOf(int(i)));
    refreshLegend();
    m_view->addPoints(points);
    refreshTitle();
}

void ParetoPage::refreshTitle()
{
    m_effectsSoon->start();
    m_figuresOf->setVisible(!m_sweep.isEmpty());
    if (m_sweep.isEmpty()) {
        m_title->setText(tr("No sweep"));
        return;
    }
    m_figuresOf->show(records::modelOf(m_sweep.points().inputs().engine()));
    const QString name = qt(m_sweep.points().inputs().space.base.name);
    const QString number =
        m_sweep.id() > 0 ? tr("Sweep %1 of %2").arg(m_sweep.id()).arg(name) : tr("Sweep of %1").arg(name);
    const std::size_t done = m_sweep.points().points().size();
    m_view->setSource(number, provenance());
    m_title->setText(m_sweep.isComplete()
                         ? tr("%1, %2").arg(number, counted(qint64(done), tr("1 point"), tr("%1 points")))
                         : tr("%1, %2 of %3 points").arg(number).arg(done).arg(m_sweep.total()));
}

/// Which field the figure of the vertical axis comes from, once all points are there.
void ParetoPage::tellEffects()
{
    const SweepPointModel& model = m_sweep.points();
    const int network = std::max(0, m_network->currentData().toInt());
    const auto figure = m_sweep.isEmpty() ? std::nullopt : objectiveOf(measure(Side::Y));
    const auto found = figure && !m_sweep.isRunning() && model.inputs().space.axes.size() > 1
                           ? explore::sensitivity(model.inputs(), model.points(), std::size_t(network), *figure)
                           : std::nullopt;
    m_effects->setVisible(found.has_value());
    if (!found)
        return;
    std::vector<std::size_t> order(found->shares.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return found->shares[i]; });
    QStringList parts;
    for (const std::size_t i : order)
        parts << tr("%1 %2").arg(fieldTitle(model.inputs().space.axes[i].path), format::percent(found->shares[i]));
    parts << tr("several fields together %1").arg(format::percent(found->together));
    m_effects->setText(tr("%1 of %2, up to %3 times apart: %4")
                           .arg(measure(Side::Y).title, qt(model.inputs().networks[std::size_t(network)].name),
                                QString::number(found->spread, 'f', 2), parts.join(QStringLiteral(", "))));
}

void ParetoPage::markFront()
{
    const std::vector<int> rows = collect(m_view->front(), [&](const int point) { return rowOf(point); });
    m_sweep.points().setFront(rows);
}

/// The table lists what the lasso caught and the limits allow.
void ParetoPage::takeNarrowed()
{
    if (!m_view->isNarrowed()) {
        if (m_sweep.chosen())
            m_sweep.setChosen(std::nullopt);
        return;
    }
    std::vector<int> rows = collect(m_view->caught(), [&](const int point) { return rowOf(point); });
    m_sweep.setChosen(std::move(rows));
}

namespace {

using explore::PointStatus;
using Kind = Measure::Kind;
using Side = ParetoView::Side;

QString counted(int count, const QString& what) { return QStringLiteral("%1 %2").arg(count).arg(what); }

} // namespace

ParetoPoint ParetoPage::pointOf(int row) const
{
    const SweepPointModel& model = m_sweep.points();
    const explore::PointResult& result = model.points()[std::size_t(row)];
    ParetoPoint point;
    point.series = int(result.network);
    const int network = m_network->currentData().toInt();
    if (result.status != PointStatus::Finished || (network >= 0 && network != point.series))
        return point; // without a place
    point.x = model.value(row, std::size_t(m_choice[Side::X]));
    point.y = model.value(row, std::size_t(m_choice[Side::Y]));
    point.isUndecided = model.isUndecided(row);
    if (const int by = m_colour->currentData().toInt(); by != kByNothing) {
        const double value = model.value(row, std::size_t(by));
        point.colour =
            int(std::lower_bound(m_colourValues.begin(), m_colourValues.end(), value) - m_colourValues.begin());
    }
    return point;
}

ParetoPoint ParetoPage::pointOf(const RunSummary& run) const
{
    const auto figure = [&run](Kind kind) {
        switch (kind) {
        case Kind::Cycles: return double(run.totals->cycles.count);
        case Kind::Energy: return run.totals->energy.count;
        case Kind::Utilization: return run.totals->utilization;
        case Kind::Traffic: return double(run.memory->traffic.count);
        case Kind::OnChipBytes: return run.memory ? double(run.memory->scratchpad.count) : std::nan("");
        default: return std::nan("");
        }
    };
    ParetoPoint point;
    point.isRun = true;
    const auto& networks = m_sweep.points().inputs().networks;
    for (std::size_t i = 0; i < networks.size(); ++i)
        if (networks[i].name == run.networkName)
            point.series = int(i);
    point.x = figure(measure(Side::X).kind);
    point.y = figure(measure(Side::Y).kind);
    return point;
}

std::vector<ParetoPoint> ParetoPage::runPoints()
{
    m_runIds.clear();
    std::vector<ParetoPoint> points;
    if (!m_runs->isChecked())
        return points;
    std::set<std::string> networks;
    for (const workload::Network& network : m_sweep.points().inputs().networks)
        networks.insert(network.name);
    const std::string only =
        m_network->currentData().toInt() < 0 ? std::string() : m_network->currentText().toStdString();
    for (const RunSummary& run : m_workbench.session().runs()) {
        if (!run.isWhole() || !networks.contains(run.networkName) || (!only.empty() && run.networkName != only))
            continue;
        if (run.model() != records::modelOf(m_sweep.points().inputs().engine()))
            continue; // its figures say other things
        m_runIds.push_back(run.id);
        points.push_back(pointOf(run));
    }
    return points;
}

void ParetoPage::refreshLegend()
{
    const SweepPointModel& model = m_sweep.points();
    ParetoLegend legend;
    for (const workload::Network& network : model.inputs().networks)
        legend.series << qt(network.name);
    m_colourValues.clear();
    if (const int by = m_colour->currentData().toInt(); by != kByNothing) {
        const Measure& measure = model.measures()[std::size_t(by)];
        legend.colourTitle = measure.title;
        m_colourValues = model.inputs().space.axes[measure.axis].values;
        std::ranges::sort(m_colourValues);
        for (const double value : m_colourValues)
            legend.colours << shortText(measure, value);
    }
    for (const PointStatus status : {PointStatus::Infeasible, PointStatus::Refused, PointStatus::Failed})
        if (const int count = model.count(status); count > 0)
            legend.notes << counted(count, statusText(status));
    m_view->setLegend(legend);
}

Provenance ParetoPage::provenance() const
{
    const explore::SweepInputs& inputs = m_sweep.points().inputs();
    QStringList networks;
    for (const workload::Network& network : inputs.networks)
        networks << qt(network.name);
    Provenance from;
    from.accelerator = qt(inputs.space.base.name);
    from.network = networks.join(QStringLiteral(", "));
    from.engine =
        qt(inputs.engine()) + QStringLiteral(", ")
        + (inputs.nodes || inputs.memory ? qt(inputs.objective()) : objectiveTitle(inputs.options.cosa.objective));
    from.seed = QString::number(inputs.seed());
    from.version = QStringLiteral(NESTLOOM_VERSION);
    for (const SweepSummary& stored : m_sweep.sweeps().stored())
        if (stored.id == m_sweep.id())
            from.version = qt(stored.engineVersion);
    return from;
}

QString ParetoPage::description(int point) const
{
    if (const int row = rowOf(point); row >= 0)
        return m_sweep.points().description(row);
    const RunId id = m_runIds[std::size_t(point)];
    for (const RunSummary& run : m_workbench.session().runs())
        if (run.id == id)
            return tr("Run %1: %2 on %3\n%4\n%5")
                .arg(id)
                .arg(qt(run.networkName), qt(run.acceleratorName),
                     run.memory ? tr("%1 off chip").arg(format::exactBytes(run.memory->traffic))
                                : format::exactCycles(run.totals->cycles),
                     run.memory ? tr("%1 of scratchpad").arg(format::exactBytes(run.memory->scratchpad))
                                : format::exactEnergy(run.totals->energy));
    return {};
}

} // namespace nestloom::ui
