// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lane_use_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

LaneUseModel::LaneUseModel(TimeFocus& focus, QObject* parent) : TableModel(parent), m_focus(focus)
{
    connect(&m_focus, &TimeFocus::rangeChanged, this, &LaneUseModel::refresh);
    connect(&m_focus, &TimeFocus::windowChanged, this, &LaneUseModel::refresh);
    setTrace(nullptr);
}

void LaneUseModel::setTrace(std::shared_ptr<const trace::TraceIndex> index)
{
    beginResetModel();
    m_index = std::move(index);
    m_columns = {{tr("Lane"), Kind::Text, {}},
                 {tr("Busy"), Kind::Number, tr("Share of the cycles in which the lane does something")},
                 {tr("Idle"), Kind::Number, tr("Cycles in which the lane does nothing"), tr("cycles")},
                 {tr("Events"), Kind::Number, tr("Events that are at least partly in the range")},
                 {tr("Moved"), Kind::Number, tr("Of events that are partly in the range their share"), tr("B")},
                 {tr("B/cycle"), Kind::Number, tr("Bytes moved for each cycle of the range")}};
    m_range = m_focus.rangeOrWindow();
    m_uses.clear();
    if (m_index) {
        for (const std::string& kind : m_index->trace().kinds)
            m_columns.push_back(
                {QString::fromStdString(kind), Kind::Number, tr("Share of the cycles in which the lane does this")});
        for (std::size_t lane = 0; lane < m_index->laneCount(); ++lane)
            m_uses.push_back(m_index->use(lane, m_range.from, m_range.to));
    }
    endResetModel();
}

void LaneUseModel::refresh()
{
    m_range = m_focus.rangeOrWindow();
    for (std::size_t lane = 0; lane < m_uses.size(); ++lane)
        m_uses[lane] = m_index->use(lane, m_range.from, m_range.to);
    if (!m_uses.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString LaneUseModel::rangeText() const
{
    const QString cycles = tr("cycles %1 to %2").arg(format::integer(m_range.from), format::integer(m_range.to));
    return m_focus.range() ? tr("%1, marked").arg(cycles) : tr("%1, in sight").arg(cycles);
}

double LaneUseModel::number(int row, int column) const
{
    const trace::Use& use = m_uses[std::size_t(row)];
    const double length = std::max<double>(1, double(m_range.length()));
    switch (column) {
    case Busy: return double(use.busy) / length;
    case Idle: return length - double(use.busy);
    case Events: return double(use.events);
    case Bytes: return double(use.bytes);
    case Rate: return double(use.bytes) / length;
    default: return double(use.cycles[std::size_t(column - FirstKind)]) / length;
    }
}

QString LaneUseModel::text(int row, int column) const
{
    if (column == Lane)
        return QString::fromStdString(m_index->trace().lanes[std::size_t(row)].name);
    const double value = number(row, column);
    switch (column) {
    case Idle:
    case Events: return format::integer(std::int64_t(value));
    case Bytes: return value > 0 ? format::bytes(value) : format::kNoValue;
    case Rate: return value > 0 ? format::exactNumber(value, 1) : format::kNoValue;
    default: return value > 0 || column == Busy ? format::percent(value) : format::kNoValue;
    }
}

QVariant LaneUseModel::sortValue(int row, int column) const
{
    return column == Lane ? QVariant(row) : QVariant(number(row, column));
}

QVariant LaneUseModel::exportValue(int row, int column) const
{
    return column == Lane ? QVariant(text(row, column)) : QVariant(number(row, column));
}

} // namespace nestloom::ui
