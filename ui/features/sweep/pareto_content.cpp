// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/pareto_content.h"

#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/overlay_sweeps.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nestloom::ui {

using explore::PointStatus;
using Side = ParetoView::Side;

ParetoContent::ParetoContent(const Session& session, const ShownSweep& shown, const OverlaySweeps& others)
    : m_session(session), m_shown(shown), m_others(others)
{
}

const Measure& ParetoContent::measure(Side side) const
{
    return m_shown.points().measures()[std::size_t(m_choice.axes[side])];
}

std::vector<ParetoPoint> ParetoContent::points(const Choice& choice)
{
    m_choice = choice;
    m_colourValues.clear();
    if (choice.colour >= 0) {
        const Measure& by = m_shown.points().measures()[std::size_t(choice.colour)];
        m_colourValues = m_shown.points().inputs().space.axes[by.axis].values;
        std::ranges::sort(m_colourValues);
    }
    std::vector<ParetoPoint> points;
    addRuns(points);
    addOthers(points);
    m_before = int(points.size());
    m_rows = 0;
    std::vector<ParetoPoint> own = newPoints();
    if (points.empty())
        return own;
    points.insert(points.end(), own.begin(), own.end());
    return points;
}

std::vector<ParetoPoint> ParetoContent::newPoints()
{
    std::vector<ParetoPoint> points;
    const SweepPointModel& model = m_shown.points();
    const std::array axes{std::size_t(m_choice.axes[0]), std::size_t(m_choice.axes[1])};
    points.reserve(std::size_t(model.rowCount() - m_rows));
    for (const std::size_t axis : axes)
        (void)model.values(axis); // all at once
    for (; m_rows < model.rowCount(); ++m_rows) {
        ParetoPoint point = pointOf(model, m_rows, axes);
        if (m_choice.network >= 0 && m_choice.network != point.series)
            point.x = point.y = std::nan("");
        if (m_choice.colour >= 0) {
            const double value = model.value(m_rows, std::size_t(m_choice.colour));
            point.colour = int(std::ranges::lower_bound(m_colourValues, value) - m_colourValues.begin());
        }
        points.push_back(point);
    }
    return points;
}

ParetoPoint ParetoContent::pointOf(const SweepPointModel& sweep, int row, const std::array<std::size_t, 2>& axes) const
{
    const explore::PointResult& result = sweep.points()[std::size_t(row)];
    ParetoPoint point;
    point.series = int(result.network);
    if (result.status != PointStatus::Finished)
        return point; // without a place
    point.x = sweep.value(row, axes[0]);
    point.y = sweep.value(row, axes[1]);
    point.isUndecided = sweep.isUndecided(row);
    return point;
}

ParetoPoint ParetoContent::pointOf(const RunSummary& run) const
{
    using Kind = Measure::Kind;
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
    const auto& networks = m_shown.points().inputs().networks;
    for (std::size_t i = 0; i < networks.size(); ++i)
        if (networks[i].name == run.networkName)
            point.series = int(i);
    point.x = figure(measure(Side::X).kind);
    point.y = figure(measure(Side::Y).kind);
    return point;
}

void ParetoContent::addRuns(std::vector<ParetoPoint>& points)
{
    m_runs.clear();
    if (!m_choice.withRuns)
        return;
    const explore::SweepInputs& inputs = m_shown.points().inputs();
    std::set<std::string> networks;
    for (std::size_t i = 0; i < inputs.networks.size(); ++i)
        if (m_choice.network < 0 || m_choice.network == int(i))
            networks.insert(inputs.networks[i].name);
    for (const RunSummary& run : m_session.runs()) {
        if (!run.isWhole() || !networks.contains(run.networkName))
            continue;
        if (run.model() != records::modelOf(inputs.engine()))
            continue; // its figures say other things
        m_runs.push_back(run.id);
        points.push_back(pointOf(run));
    }
}

void ParetoContent::addOthers(std::vector<ParetoPoint>& points)
{
    m_parts.clear();
    int series = int(m_shown.points().inputs().networks.size());
    for (const OverlaySweeps::Sweep& other : m_others.all()) {
        if (!other.points || !whyNot(*other.points).isEmpty())
            continue;
        const SweepPointModel& model = *other.points;
        Part part{&model, {}, series, int(points.size())};
        for (const Side side : {Side::X, Side::Y})
            part.axes[side] = *sameMeasure(model.measures(), measure(side));
        for (const std::size_t axis : part.axes)
            (void)model.values(axis);
        for (int row = 0; row < model.rowCount(); ++row) {
            points.push_back(pointOf(model, row, part.axes));
            points.back().series += series;
        }
        series += int(model.inputs().networks.size());
        m_parts.push_back(part);
    }
}

QString ParetoContent::whyNot(const SweepPointModel& other) const
{
    if (m_shown.isEmpty())
        return Words::tr("no sweep is shown");
    for (const Side side : {Side::X, Side::Y})
        if (const Measure& wanted = measure(side); !sameMeasure(other.measures(), wanted))
            return wanted.kind == Measure::Kind::Field ? Words::tr("%1 is not swept there").arg(wanted.title)
                                                       : Words::tr("its points have no %1").arg(wanted.title);
    const explore::SweepInputs &shown = m_shown.points().inputs(), &inputs = other.inputs();
    const bool differ = explore::sweepsClock(inputs.space) || explore::sweepsClock(shown.space)
                        || inputs.space.base.clock != shown.space.base.clock;
    if (differ && (measure(Side::X).kind == Measure::Kind::Cycles || measure(Side::Y).kind == Measure::Kind::Cycles))
        return Words::tr("clocks differ: compare by Time");
    return {};
}

QStringList ParetoContent::names(int point) const
{
    const Origin from = origin(point);
    if (from.sweep == nullptr)
        return {Words::tr("run %1").arg(from.run), {}, {}};
    SweepId id = m_shown.id();
    for (const OverlaySweeps::Sweep& other : m_others.all())
        if (other.points.get() == from.sweep)
            id = other.id;
    const explore::DesignSpace& space = from.sweep->inputs().space;
    const std::size_t number = from.sweep->points()[std::size_t(from.row)].point;
    const std::vector<double> values = explore::point(space, number).values;
    QStringList swept;
    for (std::size_t i = 0; i < values.size(); ++i)
        swept << QStringLiteral("%1 = %2").arg(qt(space.axes[i].path),
                                               exactFieldText(kindOf(space, space.axes[i]), values[i]));
    return {Words::tr("sweep %1").arg(id), QString::number(number), swept.join(QStringLiteral("; "))};
}

QString ParetoContent::modelSentence() const
{
    QStringList parts;
    std::set<records::CostModel> models;
    const auto add = [&](SweepId id, const explore::SweepInputs& inputs) {
        const records::CostModel model = records::modelOf(inputs.engine());
        if (models.insert(model).second)
            parts << Words::tr("sweep %1 %2").arg(id).arg(modelName(model));
    };
    add(m_shown.id(), m_shown.points().inputs());
    for (const OverlaySweeps::Sweep& other : m_others.all())
        if (other.points)
            add(other.id, other.points->inputs());
    QStringList sentences;
    if (models.size() > 1)
        sentences << Words::tr("Models differ (%1): how far apart their fronts are says nothing.")
                         .arg(parts.join(QStringLiteral(", ")));
    if (!m_shown.isEmpty() && !m_shown.isRunning() && !m_shown.isComplete())
        sentences << Words::tr(
                         "%1 of %2 points are solved: where a front was asked for, those of other figures may lack "
                         "points.")
                         .arg(m_shown.points().points().size())
                         .arg(m_shown.total());
    return sentences.join(QLatin1Char(' '));
}

ParetoLegend ParetoContent::legend() const
{
    const SweepPointModel& model = m_shown.points();
    ParetoLegend legend;
    const auto addSeries = [&legend](SweepId id, const explore::SweepInputs& inputs) {
        const QString group =
            Words::tr("%1\n%2\nmodel: %3")
                .arg(sweepName(id, inputs), methodText(inputs), modelName(records::modelOf(inputs.engine())));
        for (const workload::Network& network : inputs.networks) {
            legend.series << qt(network.name);
            legend.groups << group;
        }
    };
    addSeries(m_shown.id(), model.inputs());
    for (const Part& part : m_parts)
        for (const OverlaySweeps::Sweep& other : m_others.all())
            if (other.points.get() == part.sweep)
                addSeries(other.id, part.sweep->inputs());
    legend.byFront = m_choice.colour == kByFront;
    if (m_choice.colour >= 0) {
        const Measure& by = model.measures()[std::size_t(m_choice.colour)];
        legend.colourTitle = by.title;
        for (const double value : m_colourValues)
            legend.colours << shortText(by, value);
    }
    for (const PointStatus status : {PointStatus::Infeasible, PointStatus::Refused, PointStatus::Failed})
        if (const int count = model.count(status); count > 0)
            legend.notes << QStringLiteral("%1 %2").arg(count).arg(statusText(status));
    return legend;
}

Provenance ParetoContent::provenance() const
{
    const explore::SweepInputs& inputs = m_shown.points().inputs();
    QStringList networks;
    for (const workload::Network& network : inputs.networks)
        networks << qt(network.name);
    Provenance from;
    from.accelerator = qt(inputs.acceleratorTitle());
    from.network = networks.join(QStringLiteral(", "));
    from.engine = methodText(inputs);
    from.seed = QString::number(inputs.seed());
    from.version = QStringLiteral(NESTLOOM_VERSION);
    for (const SweepSummary& stored : m_shown.sweeps().stored())
        if (stored.id == m_shown.id())
            from.version = qt(stored.engineVersion);
    return from;
}

ParetoContent::Origin ParetoContent::origin(int point) const
{
    if (point < 0)
        return {};
    if (const int row = rowOf(point); row >= 0)
        return {0, &m_shown.points(), row};
    if (point < int(m_runs.size()))
        return {m_runs[std::size_t(point)], nullptr, -1};
    const auto after = std::ranges::find_if(m_parts, [point](const Part& part) { return part.begin > point; });
    const Part& part = *(after - 1);
    return {0, part.sweep, point - part.begin};
}

QString ParetoContent::description(int point) const
{
    const Origin from = origin(point);
    if (from.sweep)
        return from.sweep->description(from.row)
               + Words::tr("\n%1, model %2")
                     .arg(methodText(from.sweep->inputs()), modelName(records::modelOf(from.sweep->inputs().engine())));
    for (const RunSummary& run : m_session.runs())
        if (run.id == from.run)
            return Words::tr("Run %1: %2 on %3\n%4\n%5")
                .arg(run.id)
                .arg(qt(run.networkName), qt(run.acceleratorName),
                     run.memory ? Words::tr("%1 off chip").arg(format::exactBytes(run.memory->traffic))
                                : format::exactCycles(run.totals->cycles),
                     run.memory ? Words::tr("%1 of scratchpad").arg(format::exactBytes(run.memory->scratchpad))
                                : format::exactEnergy(run.totals->energy));
    return {};
}

} // namespace nestloom::ui
