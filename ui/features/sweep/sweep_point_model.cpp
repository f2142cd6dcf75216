// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_point_model.h"

#include "engine/hardware/energy_table.h"
#include "engine/schedule/standing.h"
#include "ui/style/format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::ui {

using explore::PointResult;
using explore::PointStatus;

void SweepPointModel::setInputs(const explore::SweepInputs& inputs)
{
    beginResetModel();
    m_inputs = inputs;
    m_points.clear();
    m_isOnFront.clear();
    m_measures = inputs.space.axes.empty() ? std::vector<Measure>() : measuresOf(inputs.space);
    m_columns = {{tr("Network"), Kind::Text, {}}};
    for (const Measure& measure : m_measures)
        m_columns.push_back({measure.title, Kind::Number, measure.toolTip, measure.exportUnit});
    m_columns.push_back({tr("Pareto"), Kind::Text,
                         tr("On the front of the Pareto view: no other point is at least as "
                            "good along both axes and better along one")});
    m_columns.push_back({tr("Status"), Kind::Text, {}});
    endResetModel();
}

void SweepPointModel::addPoints(const std::vector<PointResult>& points)
{
    if (points.empty())
        return;
    beginInsertRows({}, rows(), rows() + int(points.size()) - 1);
    m_points.insert(m_points.end(), points.begin(), points.end());
    m_isOnFront.resize(m_points.size());
    endInsertRows();
}

void SweepPointModel::setFront(const std::vector<int>& frontRows)
{
    std::vector<bool> isOnFront(m_points.size());
    for (const int row : frontRows)
        isOnFront[std::size_t(row)] = true;
    for (int row = 0; row < rows(); ++row) {
        if (isOnFront[std::size_t(row)] == m_isOnFront[std::size_t(row)])
            continue;
        m_isOnFront[std::size_t(row)] = isOnFront[std::size_t(row)];
        Q_EMIT dataChanged(index(row, frontColumn()), index(row, frontColumn()));
    }
}

double SweepPointModel::value(int row, const Measure& measure) const
{
    return valueOf(measure, m_inputs.space, m_points[std::size_t(row)]);
}

int SweepPointModel::count(PointStatus status) const
{
    return int(std::count_if(m_points.begin(), m_points.end(),
                             [status](const PointResult& point) { return point.status == status; }));
}

bool SweepPointModel::isUndecided(int row) const
{
    const auto& cost = m_points[std::size_t(row)].cost;
    return cost && explore::isUndecided(*cost, m_inputs.options.cosa.gap);
}

const Measure* SweepPointModel::measureAt(int column) const
{
    return column >= 1 && column < frontColumn() ? &m_measures[std::size_t(column - 1)] : nullptr;
}

QString SweepPointModel::text(int row, int column) const
{
    const PointResult& point = m_points[std::size_t(row)];
    if (column == 0)
        return QString::fromStdString(m_inputs.networks[point.network].name);
    if (const Measure* measure = measureAt(column)) {
        if (measure->kind == Measure::Kind::Gap && point.cost)
            return QString::fromStdString(schedule::standingText(point.cost->gap));
        return shortText(*measure, value(row, *measure));
    }
    if (column == frontColumn())
        return isOnFront(row) ? tr("yes") : QString();
    return point.reason.empty() ? statusText(point.status)
                                : tr("%1: %2").arg(statusText(point.status), QString::fromStdString(point.reason));
}

QVariant SweepPointModel::sortValue(int row, int column) const
{
    const Measure* measure = measureAt(column);
    if (!measure)
        return column == frontColumn() ? QVariant(isOnFront(row) ? 0 : 1) : QVariant(text(row, column));
    const double number = value(row, *measure);
    return std::isnan(number) ? std::numeric_limits<double>::infinity() : number; // points without a cost come last
}

QVariant SweepPointModel::exportValue(int row, int column) const
{
    const Measure* measure = measureAt(column);
    if (!measure)
        return text(row, column);
    const double number = value(row, *measure);
    return std::isnan(number) ? QVariant() : QVariant(number);
}

QString SweepPointModel::toolTip(int row, int column) const
{
    const Measure* measure = measureAt(column);
    return measure ? exactText(*measure, value(row, *measure)) : text(row, column);
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
    QStringList lines{tr("%1 on %2")
                          .arg(QString::fromStdString(m_inputs.networks[point.network].name),
                               QString::fromStdString(m_inputs.space.base.name))};
    for (const Measure& measure : m_measures)
        if (const double number = value(row, measure); !std::isnan(number))
            lines << tr("%1: %2").arg(measure.title, exactText(measure, number));
    if (point.cost && point.cost->lowerBoundCycles)
        lines << tr("Proven lower bound: %1").arg(format::exactCycles(*point.cost->lowerBoundCycles));
    if (isUndecided(row))
        lines
            << tr("Undecided: further than %1 from what is proven").arg(format::percent(m_inputs.options.cosa.gap, 2));
    if (point.status != PointStatus::Finished)
        lines << text(row, statusColumn());
    for (const std::string& caution : hardware::energyCautions(explore::point(m_inputs.space, point.point).accelerator))
        lines << tr("Caution: %1").arg(QString::fromStdString(caution));
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

} // namespace nestloom::ui
