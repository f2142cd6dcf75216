// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/shown_sweep.h"

#include "engine/hardware/energy_table.h"
#include "engine/schedule/standing.h"
#include "ui/style/format.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace nestloom::ui {

using explore::PointResult;
using explore::PointStatus;

void SweepPointModel::setInputs(const explore::SweepInputs& inputs)
{
    beginResetModel();
    m_inputs = inputs;
    m_points.clear();
    m_isOnFront.clear();
    m_counts = {};
    m_measures = inputs.space.axes.empty() ? std::vector<Measure>() : measuresOf(inputs);
    m_values.assign(m_measures.size(), {});
    m_columns = {{tr("Network"), Kind::Text, {}}};
    for (const Measure& measure : m_measures)
        m_columns.push_back({measure.title, Kind::Number, measure.toolTip, measure.exportUnit});
    m_columns.push_back({tr("Pareto"), Kind::Text, {}});
    m_columns.push_back({tr("Status"), Kind::Text, {}});
    endResetModel();
}

void SweepPointModel::addPoints(const std::vector<PointResult>& points)
{
    if (points.empty())
        return;
    beginInsertRows({}, rows(), rows() + int(points.size()) - 1);
    m_points.insert(m_points.end(), points.begin(), points.end());
    for (const PointResult& point : points)
        ++m_counts[std::size_t(point.status)];
    m_isOnFront.resize(m_points.size());
    endInsertRows();
}

void SweepPointModel::setFront(const std::vector<int>& frontRows, const QString& figures)
{
    const QString tip = tr("On the front in %1, the axes of the page Pareto: no other point is at least as good in "
                           "both and better in one")
                            .arg(figures);
    if (!m_columns.empty() && std::exchange(m_columns[std::size_t(frontColumn())].toolTip, tip) != tip)
        Q_EMIT headerDataChanged(Qt::Horizontal, frontColumn(), frontColumn());
    std::vector<bool> isOnFront(m_points.size());
    for (const int row : frontRows)
        isOnFront[std::size_t(row)] = true;
    if (std::exchange(m_isOnFront, isOnFront) == isOnFront)
        return;
    Q_EMIT dataChanged(index(0, frontColumn()), index(rows() - 1, frontColumn()));
}

bool SweepPointModel::isUndecided(int row) const
{
    return explore::isUndecided(m_points[std::size_t(row)], m_inputs.options.cosa.gap);
}

const std::vector<double>& SweepPointModel::values(std::size_t measure) const
{
    std::vector<double>& values = m_values[measure];
    if (values.empty())
        values.reserve(m_points.size());
    while (values.size() < m_points.size())
        values.push_back(valueOf(m_measures[measure], m_inputs.space, m_points[values.size()]));
    return values;
}

double SweepPointModel::value(int row, std::size_t measure) const
{
    const std::vector<double>& known = m_values[measure];
    return std::size_t(row) < known.size() ? known[std::size_t(row)]
                                           : valueOf(m_measures[measure], m_inputs.space, m_points[std::size_t(row)]);
}

std::optional<std::size_t> SweepPointModel::measureAt(int column) const
{
    return column >= 1 && column < frontColumn() ? std::optional(std::size_t(column - 1)) : std::nullopt;
}

QString SweepPointModel::text(int row, int column) const
{
    const PointResult& point = m_points[std::size_t(row)];
    if (column == 0)
        return qt(m_inputs.networks[point.network].name);
    if (const auto at = measureAt(column)) {
        const Measure& measure = m_measures[*at];
        if (measure.kind == Measure::Kind::Gap && point.status == PointStatus::Finished)
            return qt(schedule::standingText(explore::gapOf(point)));
        return shortText(measure, value(row, *at));
    }
    if (column == frontColumn())
        return isOnFront(row) ? tr("yes") : QString();
    return point.reason.empty() ? statusText(point.status)
                                : tr("%1: %2").arg(statusText(point.status), qt(point.reason));
}

std::vector<double> SweepPointModel::sortKeys(int column) const
{
    if (const auto measure = measureAt(column))
        return values(*measure);
    std::vector<double> keys;
    if (column == frontColumn()) {
        for (const bool isBest : m_isOnFront)
            keys.push_back(isBest ? 0 : 1);
        return keys;
    }
    using Text = std::pair<PointStatus, std::string_view>; // few different ones
    const auto textOf = [&](const PointResult& point) {
        return column == 0 ? Text(PointStatus::Finished, m_inputs.networks[point.network].name)
                           : Text(point.status, point.reason);
    };
    std::map<Text, double> ranks;
    for (const PointResult& point : m_points)
        ranks[textOf(point)] = 0;
    double next = 0;
    for (auto& [text, rank] : ranks)
        rank = next++;
    for (const PointResult& point : m_points)
        keys.push_back(ranks[textOf(point)]);
    return keys;
}

QVariant SweepPointModel::exportValue(int row, int column) const
{
    const auto measure = measureAt(column);
    if (!measure)
        return text(row, column);
    const double number = value(row, *measure);
    return std::isnan(number) ? QVariant() : QVariant(number);
}

QString SweepPointModel::toolTip(int row, int column) const
{
    const auto measure = measureAt(column);
    return measure ? exactText(m_measures[*measure], value(row, *measure)) : text(row, column);
}

QVariant SweepPointModel::other(int row, int column, int role) const
{
    const PointStatus status = m_points[std::size_t(row)].status;
    const bool isStatus = column == statusColumn();
    if (isStatus && (status == PointStatus::Failed || status == PointStatus::Infeasible))
        return warningDecoration(role);
    return status == PointStatus::Finished ? QVariant() : mutedDecoration(role);
}

QString SweepPointModel::description(int row) const
{
    const PointResult& point = m_points[std::size_t(row)];
    QStringList lines{tr("%1 on %2").arg(qt(m_inputs.networks[point.network].name), qt(m_inputs.acceleratorTitle()))};
    for (std::size_t i = 0; i < m_measures.size(); ++i)
        if (const double number = value(row, i); !std::isnan(number))
            lines << tr("%1: %2").arg(m_measures[i].title, exactText(m_measures[i], number));
    if (point.cost && point.cost->lowerBoundCycles)
        lines << tr("Proven lower bound: %1").arg(format::exactCycles(*point.cost->lowerBoundCycles));
    if (point.plan)
        lines << tr("Proven lower bound: %1").arg(format::exactBytes(point.plan->bound));
    if (isUndecided(row))
        lines
            << tr("Undecided: further than %1 from what is proven").arg(format::percent(m_inputs.options.cosa.gap, 2));
    if (point.status != PointStatus::Finished)
        lines << text(row, statusColumn());
    if (m_inputs.memory)
        return lines.join(QLatin1Char('\n')); // a plan has no energy
    for (const std::string& caution : hardware::energyCautions(explore::point(m_inputs.space, point.point).accelerator))
        lines << tr("Caution: %1").arg(qt(caution));
    return lines.join(QLatin1Char('\n'));
}

QString statusText(PointStatus status)
{
    switch (status) {
    case PointStatus::Finished: return SweepPointModel::tr("finished");
    case PointStatus::Infeasible: return SweepPointModel::tr("infeasible");
    case PointStatus::Refused: return SweepPointModel::tr("refused");
    case PointStatus::Failed: return SweepPointModel::tr("failed");
    case PointStatus::Cancelled: return SweepPointModel::tr("cancelled");
    }
    return {};
}

ShownSweep::ShownSweep(Sweeps& sweeps, QObject* parent) : QObject(parent), m_sweeps(sweeps)
{
    connect(&sweeps, &Sweeps::pointsFinished, this, &ShownSweep::takePoints);
    connect(&sweeps, &Sweeps::changed, this, &ShownSweep::takeState);
    connect(&sweeps, &Sweeps::finished, this, &ShownSweep::takeState);
    connect(&sweeps, &Sweeps::loaded, this, [this](const SweepRecord& record) {
        if (m_awaited == 0)
            return;
        if (record.summary.id != m_awaited) // somebody else's: the port answers the newest request only
            return m_sweeps.load(m_awaited);
        m_awaited = 0;
        show(record.summary.id, 0, record.inputs, record.results);
    });
}

bool ShownSweep::start(const explore::SweepInputs& inputs, const std::optional<explore::FrontSearch>& front)
{
    const JobId job = m_sweeps.start(inputs, front);
    if (job == 0)
        return false;
    m_awaited = 0;
    m_live = {inputs, {}, {}};
    m_live.state.job = job;
    m_live.state.total = explore::resultCount(inputs);
    show(0, job, inputs, {});
    return true;
}

void ShownSweep::cancel()
{
    if (isAnyRunning())
        m_sweeps.cancel(m_live.state.job);
}

void ShownSweep::open(SweepId sweep)
{
    const bool isLive = isAnyRunning() && sweep == m_live.state.sweep;
    m_awaited = isLive ? 0 : sweep;
    if (isLive)
        show(sweep, m_live.state.job, m_live.inputs, m_live.points);
    else
        m_sweeps.load(sweep);
}

void ShownSweep::show(SweepId id, JobId job, const explore::SweepInputs& inputs,
                      const std::vector<explore::PointResult>& points)
{
    m_id = id;
    m_shownJob = job;
    m_current = -1;
    m_chosen.reset();
    m_points.setInputs(inputs);
    m_points.addPoints(points);
    Q_EMIT replaced();
    Q_EMIT stateChanged();
}

void ShownSweep::remove()
{
    m_sweeps.remove(m_id);
    show(0, 0, {}, {});
}

void ShownSweep::takePoints(JobId job, const std::vector<explore::PointResult>& points)
{
    if (job != m_live.state.job)
        return;
    m_live.points.insert(m_live.points.end(), points.begin(), points.end());
    if (job != m_shownJob)
        return;
    m_points.addPoints(points);
    Q_EMIT pointsAdded();
}

void ShownSweep::takeState(const SweepState& state)
{
    if (state.job != m_live.state.job)
        return;
    m_live.state = state;
    if (m_shownJob == state.job)
        m_id = state.sweep;
    Q_EMIT stateChanged();
}

void ShownSweep::setCurrent(int row)
{
    if (std::exchange(m_current, row) != row)
        Q_EMIT currentChanged(row);
}

void ShownSweep::setChosen(std::optional<std::vector<int>> rows)
{
    if (m_chosen == rows)
        return;
    m_chosen = std::move(rows);
    Q_EMIT chosenChanged();
}

JobState jobState(const SweepState& state)
{
    JobState job;
    job.kind = JobState::Kind::Sweep;
    job.id = state.job;
    job.run = state.sweep;
    job.title = state.title.toStdString();
    job.layersDone = int(state.done);
    job.layerCount = int(state.total);
    job.fraction = state.total > 0 ? double(state.done) / double(state.total) : 0;
    if (state.left)
        job.phase = ShownSweep::tr("%1 left").arg(format::milliseconds(double(state.left->count()))).toStdString();
    job.elapsed = state.elapsed;
    job.end = state.end;
    job.message = state.message.toStdString();
    return job;
}

} // namespace nestloom::ui
