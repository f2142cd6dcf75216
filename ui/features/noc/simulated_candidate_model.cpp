// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulated_candidate_model.h"

#include "ui/style/format.h"

#include <QFont>

#include <limits>

namespace nestloom::ui {

SimulatedCandidateModel::SimulatedCandidateModel(ShownSimulation& shown, QObject* parent)
    : TableModel(parent), m_shown(shown)
{
    connect(&m_shown, &ShownSimulation::candidatesChanged, this, &SimulatedCandidateModel::refresh);
    refresh();
}

const std::vector<TableModel::Column>& SimulatedCandidateModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Mapping"), Kind::Text, tr("Where the mapping comes from")},
        {tr("Simulated"), Kind::Number, tr("Simulated latency"), tr("cycles")},
        {tr("Against shown"), Kind::Number, tr("Simulated latency against that of the run's own mapping"), tr("ratio")},
        {tr("Cost model"), Kind::Number, tr("Latency by the analytical cost model"), tr("cycles")},
    };
    return table;
}

void SimulatedCandidateModel::refresh()
{
    beginResetModel();
    m_rows = m_shown.candidates();
    endResetModel();
}

QString SimulatedCandidateModel::origin(int row) const
{
    QString text = QString::fromStdString(m_rows[std::size_t(row)].origin);
    if (m_shown.bestCandidate() == std::size_t(row))
        text = tr("%1 (best)").arg(text);
    return text;
}

QString SimulatedCandidateModel::text(int row, int column) const
{
    const simulation::Candidate& candidate = m_rows[std::size_t(row)];
    const auto& own = m_rows.front().simulated;
    switch (column) {
    case Mapping: return origin(row);
    case Simulated: return candidate.simulated ? format::cycles(*candidate.simulated) : tr("far behind");
    case Against:
        return candidate.simulated && own
                   ? format::percentChange(double(candidate.simulated->count), double(own->count))
                   : format::kNoValue;
    default: return format::cycles(candidate.analytical);
    }
}

QVariant SimulatedCandidateModel::exportValue(int row, int column) const
{
    const simulation::Candidate& candidate = m_rows[std::size_t(row)];
    const auto& own = m_rows.front().simulated;
    switch (column) {
    case Mapping: return origin(row);
    case Simulated: return candidate.simulated ? QVariant(qlonglong(candidate.simulated->count)) : QVariant();
    case Against:
        return candidate.simulated && own ? QVariant(double(candidate.simulated->count) / double(own->count))
                                          : QVariant();
    default: return qlonglong(candidate.analytical.count);
    }
}

QVariant SimulatedCandidateModel::sortValue(int row, int column) const
{
    const QVariant value = exportValue(row, column);
    return value.isValid() ? value : QVariant(std::numeric_limits<double>::max()); // what was stopped is last
}

QString SimulatedCandidateModel::toolTip(int row, int column) const
{
    const simulation::Candidate& candidate = m_rows[std::size_t(row)];
    if (column == Simulated)
        return candidate.simulated ? format::exactCycles(*candidate.simulated)
                                   : tr("stopped: slower than three times the best one");
    return column == Analytical ? format::exactCycles(candidate.analytical) : text(row, column);
}

QVariant SimulatedCandidateModel::other(int row, int, int role) const
{
    if (role != Qt::FontRole || m_shown.bestCandidate() != std::size_t(row))
        return {};
    QFont font;
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace nestloom::ui
