// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/pareto_page.h"

#include "engine/explore/sensitivity.h"
#include "ui/features/sweep/effects_panel.h"
#include "ui/features/sweep/figures_view.h"
#include "ui/features/sweep/overlay_bar.h"
#include "ui/features/sweep/overlay_sweeps.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/parts/model_badge.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/workbench.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

using Side = ParetoView::Side;

} // namespace

ParetoPage::ParetoPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sweep(sweep), m_others(new OverlaySweeps(sweep, this)),
      m_content(workbench.session(), sweep, *m_others), m_view(new ParetoView),
      m_panel(new SweepPointPanel(workbench, sweep)), m_narrowSoon(new QTimer(this)), m_effectsSoon(new QTimer(this))
{
    setObjectName(QStringLiteral("paretoPage"));
    m_view->setObjectName(QStringLiteral("paretoView"));
    m_view->setEmptyText(tr("No sweep is shown"),
                         tr("Choose fields and values on the Sweep page and start, or add a stored one above."));
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    m_figures = new FiguresView(sweep, card);
    m_figures->hide();
    card->setLayout(columnOf({{m_view, 1}, {m_figures, 1}}, -1, {2, 2, 2, 2}));
    m_effectsPanel = new EffectsPanel(this);
    m_effectsPanel->hide();
    auto* below = named(new QSplitter(Qt::Horizontal, this), "paretoBelow");
    below->setChildrenCollapsible(false);
    below->setHandleWidth(10);
    below->addWidget(m_panel);
    below->addWidget(m_effectsPanel);
    below->setStretchFactor(0, 1);
    below->setSizes({740, 360}); // the list needs less than the table
    auto* splitter = named(new QSplitter(Qt::Vertical, this), "paretoSplitter");
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(card);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({340, 150});
    m_effects = named(new ElidedLabel(this), "paretoEffects");
    m_effects->setRole(QPalette::PlaceholderText);
    m_otherBar = new OverlayBar(*m_others, [this](const SweepPointModel& other) { return m_content.whyNot(other); });
    m_models = named(new ElidedLabel(this), "paretoModels");
    m_models->setRole(QPalette::WindowText);
    m_models->hide();
    setLayout(columnOf({makeBar(), makeSecondBar(), m_models, {splitter, 1}}, 8, {12, 10, 12, 12}));
    connectView();
    connect(&m_sweep, &ShownSweep::replaced, this, &ParetoPage::startOver);
    connect(&m_sweep, &ShownSweep::pointsAdded, this, &ParetoPage::addPoints);
    connect(&m_sweep, &ShownSweep::stateChanged, this, &ParetoPage::refreshTitle);
    connect(&m_sweep, &ShownSweep::currentChanged, this, [this](int row) {
        if (row >= 0)
            m_view->setCurrent(m_content.pointOf(row));
        else if (m_content.rowOf(m_view->current()) >= 0) // a selected run stays
            m_view->setCurrent(-1);
    });
    connect(&m_sweep, &ShownSweep::chosenChanged, this, [this] {
        if (m_sweep.chosen())
            return;
        m_view->clearLasso();
        m_view->setLimit(Side::X, std::nullopt);
        m_view->setLimit(Side::Y, std::nullopt);
        m_figures->parallel()->clearRanges();
    });
    connect(m_others, &OverlaySweeps::changed, this, &ParetoPage::showOthers);
    startOver();
}

QWidget* ParetoPage::makeBar()
{
    m_title = named(new QLabel(this), "paretoTitle");
    m_title->setFont(strongFont(font()));
    m_networkLabel = new QLabel(tr("Network"), this);
    m_network = named(new QComboBox(this), "paretoNetwork", tr("Network"));
    auto* colourLabel = new QLabel(tr("Colour"), this);
    m_colour = named(new QComboBox(this), "paretoColour", tr("Colour"));
    m_colour->setSizeAdjustPolicy(QComboBox::AdjustToContents); // its entries come with each sweep
    for (QLabel* label : {m_networkLabel, colourLabel})
        label->setProperty("muted", true);
    m_runs = new QCheckBox(tr("Stored runs"), this);
    m_runs->setToolTip(
        tr("Shows finished runs of the same networks beside the points, as rings. The list of runs knows "
           "their cycles, energy and utilisation."));
    m_lassoMode = new QToolButton(this);
    m_lassoMode->setText(tr("Lasso"));
    m_lassoMode->setCheckable(true);
    m_lassoMode->setToolTip(tr("Draw around points to filter the table (Shift+drag does the same)"));
    auto* fit = toolButton(tr("Fit"), tr("Show all points (F)"));
    m_figuresOf = badgeOf(records::CostModel::Own);
    connect(m_network, &QComboBox::activated, this, &ParetoPage::rebuild);
    connect(m_colour, &QComboBox::activated, this, [this] {
        m_chosenColour = m_colour->currentText();
        rebuild();
    });
    connect(m_runs, &QCheckBox::toggled, this, &ParetoPage::rebuild);
    m_ofChart = {colourLabel, m_colour, m_runs, m_lassoMode, fit};
    connect(m_lassoMode, &QToolButton::toggled, m_view, &ParetoView::setLassoMode);
    connect(fit, &QToolButton::clicked, m_view, &ParetoView::fit);
    return new FoldingRow({{rowOf({m_title, m_figuresOf, LinePart::room()}, 8), 1},
                           rowOf({m_networkLabel, m_network, colourLabel, m_colour, m_runs, m_lassoMode, fit}, 8)},
                          8, this);
}

/// How the points are shown, which sweeps stand beside, and where the difference comes from.
QWidget* ParetoPage::makeSecondBar()
{
    m_kinds = new QButtonGroup(this);
    auto* kinds = rowOf({}, 0);
    const auto addKind = [&](int id, const QString& text, const QString& toolTip) {
        QToolButton* button = toolButton(text, toolTip);
        button->setCheckable(true);
        m_kinds->addButton(button, id);
        kinds->addWidget(button);
    };
    addKind(kChart, tr("Chart"), tr("Two figures: fronts, knee, limits"));
    addKind(FiguresView::Matrix, tr("Matrix"), tr("A small front of every two of up to five figures"));
    addKind(FiguresView::Parallel, tr("Parallel"), tr("Figures and swept fields as axes beside each other"));
    m_kinds->button(kChart)->setChecked(true);
    m_axesButton = toolButton(tr("Axes"), tr("Which figures are shown"), "paretoAxes");
    m_axesButton->setPopupMode(QToolButton::InstantPopup);
    m_axesButton->setMenu(m_figures->menu());
    m_axesButton->hide();
    auto* effects = toolButton(tr("Effects"), tr("List what makes the difference: fields and pairs that interact"),
                               "paretoEffectsButton");
    effects->setCheckable(true);
    connect(m_kinds, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            showKind(id);
    });
    connect(effects, &QToolButton::toggled, m_effectsPanel, &QWidget::setVisible);
    return new FoldingRow({{rowOf({kinds, m_axesButton, m_otherBar}, 10)}, {rowOf({{m_effects, 1}, effects}, 10), 1}},
                          10, this);
}

void ParetoPage::showKind(int id)
{
    const bool isChart = id == kChart;
    m_kinds->button(id)->setChecked(true);
    m_view->setVisible(isChart);
    m_figures->setVisible(!isChart);
    m_axesButton->setVisible(!isChart);
    for (QWidget* widget : m_ofChart)
        widget->setEnabled(isChart);
    if (isChart)
        m_figures->showNone();
    else
        m_figures->showKind(FiguresView::Kind(id));
    refreshTitle();
}

void ParetoPage::connectView()
{
    connect(m_figures, &FiguresView::pairChosen, this, [this](int x, int y) {
        m_axes = {x, y};
        m_chosen = {figureTitle(x), figureTitle(y)};
        rebuild();
        showKind(kChart);
    });
    connect(m_figures->parallel(), &ParallelView::activated, this,
            [this](int row) { m_panel->openAsRun(m_sweep.points(), row); });
    connect(m_figures->parallel(), &ParallelView::rangesChanged, this, &ParetoPage::takeRanges);
    m_view->setDescriber([this](int point) { return m_content.description(point); });
    m_view->setNames({tr("from"), tr("point"), tr("swept values")},
                     [this](int point) { return m_content.names(point); });
    connect(m_view, &ParetoView::axisChosen, this, &ParetoPage::chooseAxis);
    connect(m_view, &ParetoView::currentChanged, this,
            [this](int point) { m_sweep.setCurrent(std::max(-1, m_content.rowOf(point))); });
    connect(m_view, &ParetoView::activated, this, [this](int point) {
        const ParetoContent::Origin from = m_content.origin(point);
        if (from.sweep)
            m_panel->openAsRun(*from.sweep, from.row);
        else
            m_workbench.openRun(from.run);
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

void ParetoPage::startOver()
{
    m_view->setPoints({}); // the rows that they are of are gone
    m_shownAxes = {-1, -1};
    listChoices();
    if (m_sweep.isEmpty()) {
        refreshTitle();
        return;
    }
    m_view->setEmptyText(tr("No points yet"), tr("They appear here as they finish."));
    m_figures->startOver();
    const std::vector<Measure>& measures = m_sweep.points().measures();
    const explore::SweepInputs& inputs = m_sweep.points().inputs();
    const auto indexFor = [&](explore::Objective objective) {
        return int(std::ranges::find(measures, objective, objectiveOf) - measures.begin());
    };
    const std::vector<explore::Objective> pictured = explore::picturedObjectives(inputs);
    m_axes = {indexFor(pictured[1]), indexFor(pictured[0])};
    for (const Side side : {Side::X, Side::Y}) // as the user had them, where this sweep has such figures
        if (const auto found = std::ranges::find(measures, m_chosen[side], &Measure::title); found != measures.end())
            m_axes[side] = int(found - measures.begin());
    rebuild();
    takeRestored();
}

void ParetoPage::listChoices()
{
    QStringList titles;
    m_colour->clear();
    m_colour->addItem(tr("none"), ParetoContent::kByNothing);
    m_colour->addItem(tr("front"), ParetoContent::kByFront);
    const std::vector<Measure>& measures = m_sweep.points().measures();
    for (std::size_t i = 0; i < measures.size(); ++i) {
        titles << measures[i].title;
        if (measures[i].kind == Measure::Kind::Field)
            m_colour->addItem(measures[i].title, int(i));
    }
    chooseColour();
    if (const int chosen = m_colour->findText(m_chosenColour); chosen >= 0)
        m_colour->setCurrentIndex(chosen);
    m_view->setChoices(titles);
    m_network->clear();
    m_network->addItem(tr("all"), ParetoContent::kAll);
    const auto& networks = m_sweep.points().inputs().networks;
    for (std::size_t i = 0; i < networks.size(); ++i)
        m_network->addItem(qt(networks[i].name), int(i));
    m_network->setVisible(networks.size() > 1);
    m_networkLabel->setVisible(networks.size() > 1);
}

/// Of one sweep that of the field that changes fastest; several fronts have colours of their own.
void ParetoPage::chooseColour()
{
    const bool apart = !m_others->all().empty() || m_sweep.points().inputs().networks.size() > 1;
    m_colour->setCurrentIndex(apart ? m_colour->findData(ParetoContent::kByFront) : m_colour->count() - 1);
}

void ParetoPage::showOthers()
{
    chooseColour();
    rebuild();
}

QString ParetoPage::figureTitle(int measure) const
{
    const std::vector<Measure>& measures = m_sweep.points().measures();
    return std::size_t(measure) < measures.size() ? measures[std::size_t(measure)].title : QString();
}

void ParetoPage::chooseAxis(Side side, int choice)
{
    m_axes[side] = choice;
    m_chosen[side] = figureTitle(choice);
    rebuild();
}

namespace {
const std::array<QString, 2> kSides{QStringLiteral("x"), QStringLiteral("y")}; // in the keys of a state
} // namespace

QVariantMap ParetoPage::viewState() const
{
    if (!m_restored.isEmpty()) // no sweep was shown yet
        return m_restored;
    QVariantList others;
    for (const OverlaySweeps::Sweep& other : m_others->all())
        others << qlonglong(other.id);
    QVariantMap state{{QStringLiteral("colour"), m_chosenColour},
                      {QStringLiteral("kind"), m_kinds->checkedId()},
                      {QStringLiteral("runs"), m_runs->isChecked()},
                      {QStringLiteral("sweep"), qlonglong(m_sweep.id())},
                      {QStringLiteral("others"), others}};
    for (const Side side : {Side::X, Side::Y}) {
        state[kSides[side]] = m_chosen[side];
        state[QStringLiteral("log ") + kSides[side]] = m_view->isLog(side);
        if (const auto limit = m_view->limit(side))
            state[QStringLiteral("limit ") + kSides[side]] = *limit;
    }
    return state;
}

void ParetoPage::restoreView(const QVariantMap& state)
{
    m_restored = state;
    m_chosen = {state[kSides[Side::X]].toString(), state[kSides[Side::Y]].toString()};
    m_chosenColour = state[QStringLiteral("colour")].toString();
    if (!m_sweep.isEmpty())
        startOver();
}

/// Limits and sweeps beside it belong to one sweep, the rest to all.
void ParetoPage::takeRestored()
{
    const QVariantMap state = std::exchange(m_restored, {});
    if (state.isEmpty())
        return;
    for (const Side side : {Side::X, Side::Y})
        m_view->setLog(side, state[QStringLiteral("log ") + kSides[side]].toBool());
    m_runs->setChecked(state[QStringLiteral("runs")].toBool());
    if (state[QStringLiteral("sweep")].toLongLong() == m_sweep.id() && m_sweep.id() != 0) {
        for (const Side side : {Side::X, Side::Y})
            if (const auto limit = state.constFind(QStringLiteral("limit ") + kSides[side]); limit != state.constEnd())
                m_view->setLimit(side, limit->toDouble());
        for (const QVariant& other : state[QStringLiteral("others")].toList())
            m_others->add(other.toLongLong());
    }
    if (const int kind = state.value(QStringLiteral("kind"), kChart).toInt(); m_kinds->button(kind) != nullptr)
        showKind(kind);
}

explore::FrontSearch ParetoPage::shownFront() const
{
    explore::FrontSearch front;
    const std::vector<Measure>& measures = m_sweep.points().measures();
    for (const Side side : {Side::Y, Side::X}) {
        const auto figure = std::size_t(m_axes[side]) < measures.size()
                                ? objectiveOf(measures[std::size_t(m_axes[side])])
                                : std::nullopt;
        if (!figure)
            return {};
        front.objectives.push_back(*figure);
        if (const auto limit = m_view->limit(side))
            front.limits.push_back({*figure, *limit});
    }
    return front;
}

void ParetoPage::rebuild()
{
    if (m_sweep.isEmpty())
        return;
    std::vector<ParetoPoint> points = m_content.points(
        {m_axes, m_network->currentData().toInt(), m_colour->currentData().toInt(), m_runs->isChecked()});
    std::array<std::optional<double>, 2> limits; // of axes that stay as they are
    for (const Side side : {Side::X, Side::Y}) {
        limits[side] = m_shownAxes[side] == m_axes[side] ? m_view->limit(side) : std::nullopt;
        const Measure shown = m_content.measure(side);
        m_view->setAxis(side, m_axes[side],
                        {axisUnit(shown), shown.largerIsBetter(), [shown](double v) { return shortText(shown, v); },
                         shown.exportUnit});
    }
    m_shownAxes = m_axes;
    showLegend();
    m_view->setPoints(std::move(points));
    for (const Side side : {Side::X, Side::Y})
        m_view->setLimit(side, limits[side]);
    m_figures->setNetwork(m_network->currentData().toInt());
    takeRanges();
    takeNarrowed();
    m_otherBar->refresh();
    const QString models = m_content.modelSentence();
    m_models->setText(tr("\u26a0 %1").arg(models));
    m_models->setVisible(!models.isEmpty());
    refreshTitle();
    m_view->setCurrent(m_sweep.current() < 0 ? -1 : m_content.pointOf(m_sweep.current()));
}

void ParetoPage::addPoints()
{
    const std::vector<ParetoPoint> points = m_content.newPoints();
    showLegend();
    m_view->addPoints(points);
    m_figures->refreshSoon();
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
    const QString number = sweepName(m_sweep.id(), m_sweep.points().inputs());
    const std::size_t done = m_sweep.points().points().size();
    m_view->setSource(number, m_content.provenance());
    m_figures->setSource(number, m_content.provenance());
    m_title->setText(m_sweep.isComplete()
                         ? tr("%1, %2").arg(number, counted(qint64(done), tr("1 point"), tr("%1 points")))
                         : tr("%1, %2 of %3 points").arg(number).arg(done).arg(m_sweep.total()));
}

/// Which field the figure of the vertical axis comes from, once all points are there.
void ParetoPage::tellEffects()
{
    const SweepPointModel& model = m_sweep.points();
    const int network = std::max(0, m_network->currentData().toInt());
    const auto figure = m_sweep.isEmpty() ? std::nullopt : objectiveOf(m_content.measure(Side::Y));
    const auto found = figure && !m_sweep.isRunning() && model.inputs().space.axes.size() > 1
                           ? explore::sensitivity(model.inputs(), model.points(), std::size_t(network), *figure)
                           : std::nullopt;
    const QString of =
        !figure ? QString()
                : tr("%1 of %2")
                      .arg(m_content.measure(Side::Y).title, qt(model.inputs().networks[std::size_t(network)].name));
    m_effectsPanel->show(of, model.inputs().space, found);
    // The line of the label stays where it is: the button at its end would jump.
    m_effects->setText(found ? tr("Differences of %1 come from: %2").arg(of, m_effectsPanel->summary()) : QString());
}

void ParetoPage::markFront()
{
    const std::vector<int> rows = rowsOf(m_view->front());
    m_sweep.points().setFront(rows, tr("%1 and %2").arg(figureTitle(m_axes[0]), figureTitle(m_axes[1])));
    m_figures->setFront(rows);
}

/// Of the points of the shown sweep among these.
std::vector<int> ParetoPage::rowsOf(const std::vector<int>& points) const
{
    std::vector<int> rows;
    for (const int point : points)
        if (const int row = m_content.rowOf(point); row >= 0 && row < m_sweep.points().rowCount()) // of this sweep yet
            rows.push_back(row);
    return rows;
}

/// The chart dims what the ranges of the parallel axes leave out.
void ParetoPage::takeRanges()
{
    const auto rows = m_figures->parallel()->inRanges();
    std::optional<std::vector<bool>> kept;
    if (rows) {
        kept.emplace(std::size_t(m_content.pointOf(0)), true); // runs and other sweeps
        kept->insert(kept->end(), rows->begin(), rows->end());
    }
    m_view->keepOnly(kept);
    showLegend();
}

/// What narrows the front and is set elsewhere is told.
void ParetoPage::showLegend()
{
    ParetoLegend legend = m_content.legend();
    if (const auto rows = m_figures->parallel()->inRanges())
        legend.notes << tr("%1 of %2 in the ranges of Parallel").arg(std::ranges::count(*rows, true)).arg(rows->size());
    m_view->setLegend(legend);
}

/// The table lists what the lasso caught and limits and ranges allow.
void ParetoPage::takeNarrowed()
{
    if (!m_view->isNarrowed()) {
        if (m_sweep.chosen())
            m_sweep.setChosen(std::nullopt);
        return;
    }
    m_sweep.setChosen(rowsOf(m_view->caught()));
}

} // namespace nestloom::ui
