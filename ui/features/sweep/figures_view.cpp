// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/figures_view.h"

#include "engine/base/ranges.h"
#include "engine/explore/pareto.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/widgets/make_widgets.h"

#include <QElapsedTimer>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr int kRefreshMs = 400; // while a sweep runs
constexpr int kComputeMs = 10;  // figures of points, in a turn
constexpr std::size_t kFewestFigures = 2;

bool isShownFirst(const Measure& measure, FiguresView::Kind kind, bool byTime)
{
    using MeasureKind = Measure::Kind;
    switch (measure.kind) {
    case MeasureKind::Field: return kind == FiguresView::Parallel;
    case MeasureKind::Cycles: return !byTime;
    case MeasureKind::Latency: return byTime;
    case MeasureKind::Energy:
    case MeasureKind::OnChipBytes:
    case MeasureKind::Traffic:
    case MeasureKind::Area: return true;
    case MeasureKind::Utilization: return kind == FiguresView::Matrix;
    default: return false;
    }
}

} // namespace

FiguresView::FiguresView(ShownSweep& sweep, QWidget* parent)
    : QStackedWidget(parent), m_sweep(sweep), m_matrix(named(new FrontMatrix, "paretoMatrix")),
      m_parallel(named(new ParallelView, "paretoParallel")), m_menu(new QMenu(this))
{
    addWidget(m_matrix);
    addWidget(m_parallel);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kRefreshMs);
    connect(&m_soon, &QTimer::timeout, this, &FiguresView::refresh);
    connect(m_menu, &QMenu::aboutToShow, this, &FiguresView::fillMenu);
    connect(m_matrix, &FrontMatrix::pairChosen, this, [this](int x, int y) {
        const std::vector<std::size_t> shown = measuresOf(Matrix);
        Q_EMIT pairChosen(int(shown[std::size_t(x)]), int(shown[std::size_t(y)]));
    });
    m_parallel->setDescriber([this](int row) { return m_sweep.points().description(row); });
    connect(&m_sweep, &ShownSweep::chosenChanged, this, &FiguresView::refreshKept);
    connect(&m_sweep, &ShownSweep::currentChanged, m_parallel, &ParallelView::setCurrent);
    connect(m_parallel, &ParallelView::currentChanged, &m_sweep, &ShownSweep::setCurrent);
}

void FiguresView::showKind(Kind kind)
{
    m_isAsked = true;
    setCurrentIndex(kind);
    refresh();
}

void FiguresView::startOver()
{
    m_parallel->clearRanges();
    const std::vector<Measure>& measures = m_sweep.points().measures();
    const bool byTime = explore::sweepsClock(m_sweep.points().inputs().space); // fewer cycles may take longer
    for (const Kind kind : {Matrix, Parallel})
        m_chosen[kind] = collect(measures, [=](const Measure& measure) { return isShownFirst(measure, kind, byTime); });
    m_front.clear();
    refresh();
}

void FiguresView::setNetwork(int network)
{
    if (std::exchange(m_network, network) != network)
        refresh();
}

void FiguresView::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void FiguresView::choose(Kind kind, std::size_t measure, bool on)
{
    const auto shown = std::size_t(std::ranges::count(m_chosen[kind], true));
    if (m_chosen[kind][measure] == on || (!on && shown <= kFewestFigures)
        || (on && kind == Matrix && shown >= std::size_t(FrontMatrix::kMost)))
        return;
    m_chosen[kind][measure] = on;
    refresh();
}

void FiguresView::fillMenu()
{
    m_menu->clear();
    const auto kind = Kind(currentIndex());
    const std::vector<Measure>& measures = m_sweep.points().measures();
    const auto shown = std::size_t(std::ranges::count(m_chosen[kind], true));
    const bool isFull = kind == Matrix && shown >= std::size_t(FrontMatrix::kMost);
    for (std::size_t i = 0; i < measures.size(); ++i) {
        const bool on = m_chosen[kind][i];
        QAction* action = m_menu->addAction(measures[i].title);
        action->setCheckable(true);
        action->setChecked(on);
        action->setEnabled(on ? shown > kFewestFigures : !isFull);
        connect(action, &QAction::toggled, this, [this, kind, i](bool wanted) { choose(kind, i, wanted); });
    }
}

std::vector<std::size_t> FiguresView::measuresOf(Kind kind) const
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < m_chosen[kind].size(); ++i)
        if (m_chosen[kind][i])
            shown.push_back(i);
    if (kind == Matrix && shown.size() > std::size_t(FrontMatrix::kMost))
        shown.resize(std::size_t(FrontMatrix::kMost));
    return shown;
}

std::vector<FigureColumn> FiguresView::columns(Kind kind) const
{
    const SweepPointModel& model = m_sweep.points();
    std::vector<std::size_t> leftOut; // rows
    for (std::size_t row = 0; row < model.points().size(); ++row) {
        const explore::PointResult& point = model.points()[row];
        if (point.status != explore::PointStatus::Finished || (m_network >= 0 && m_network != int(point.network)))
            leftOut.push_back(row);
    }
    std::vector<FigureColumn> columns;
    for (const std::size_t i : measuresOf(kind)) {
        const Measure& measure = model.measures()[i];
        const bool isField = measure.kind == Measure::Kind::Field;
        columns.push_back(
            {measure.title, axisUnit(measure), isField ? std::nullopt : std::optional(measure.largerIsBetter()),
             [measure](double value) { return shortText(measure, value); }, measure.exportUnit, model.values(i)});
        for (const std::size_t row : leftOut)
            columns.back().values[row] = std::nan("");
    }
    return columns;
}

void FiguresView::refresh()
{
    m_soon.stop();
    if (!m_isAsked && !m_parallel->inRanges())
        return;
    QElapsedTimer spent;
    spent.start();
    for (const std::size_t measure : measuresOf(Kind(currentIndex()))) {
        if (spent.hasExpired(kComputeMs)) // the others in the next turn
            return QTimer::singleShot(0, this, &FiguresView::refresh);
        (void)m_sweep.points().values(measure);
    }
    if (currentIndex() == Parallel || m_parallel->inRanges()) {
        m_parallel->setAxes(columns(Parallel));
        m_parallel->setCurrent(m_sweep.current());
        m_parallel->setFront(m_front);
    }
    if (currentIndex() == Matrix && m_isAsked)
        m_matrix->setFigures(columns(Matrix), collect(m_sweep.points().points(), [](const explore::PointResult& point) {
                                 return int(point.network);
                             }));
    refreshKept();
}

void FiguresView::refreshKept()
{
    std::optional<std::vector<bool>> kept;
    if (const auto& chosen = m_sweep.chosen()) {
        kept.emplace(m_sweep.points().points().size(), false);
        for (const int row : *chosen)
            (*kept)[std::size_t(row)] = true;
    }
    m_parallel->setKept(kept);
    if (m_isAsked)
        m_matrix->setKept(kept);
}

void FiguresView::setFront(std::vector<int> rows)
{
    m_front = std::move(rows);
    const int known = m_parallel->axes().empty() ? 0 : int(m_parallel->axes()[0].values.size());
    if (std::ranges::all_of(m_front, [known](int row) { return row < known; })) // else with the next refresh
        m_parallel->setFront(m_front);
}

void FiguresView::setSource(const QString& name, const Provenance& from)
{
    m_matrix->setSource(name, from);
    m_parallel->setSource(name, from);
}

} // namespace nestloom::ui
