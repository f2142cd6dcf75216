// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulated_candidates.h"

#include "engine/mapping/constraints.h"
#include "engine/simulation/simulation_question.h"
#include "ui/ports/edited_runs.h"
#include "ui/style/format.h"
#include "ui/workbench/edited_run.h"
#include "ui/workbench/mapping_draft.h"
#include "ui/workbench/workbench.h"

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

CandidateKeeper::CandidateKeeper(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench)
{
    EditedRuns* edited = workbench.session().editedRuns();
    if (edited == nullptr)
        return;
    connect(edited, &EditedRuns::kept, this, [this](quint64 id, RunId run, const QString& why) {
        if (id != m_keeping)
            return;
        m_keeping = 0;
        if (!why.isEmpty())
            Q_EMIT problem(why);
        else
            m_workbench.openRun(run);
    });
}

QString CandidateKeeper::whyNot() const
{
    const ShownRun& run = m_workbench.run();
    const auto layer = m_workbench.selection().layer();
    if (m_workbench.session().editedRuns() == nullptr)
        return tr("Runs are not stored.");
    if (m_keeping != 0)
        return tr("A mapping is being stored already.");
    if (!layer || *layer >= run.layers().size())
        return tr("No layer is selected.");
    return whyNotKeepFrom(run);
}

void CandidateKeeper::keep(const simulation::Candidate& candidate)
{
    if (const QString reason = whyNot(); !reason.isEmpty())
        return Q_EMIT problem(tr("The mapping cannot be kept as a run. %1").arg(reason));
    const ShownRun& run = m_workbench.run();
    const std::size_t layer = *m_workbench.selection().layer();
    MappingDraft draft(mapping::withConstraints(run.acceleratorOf(layer), run.options().constraints),
                       run.network().layers[layer], run.layers()[layer],
                       run.options()); // judges it
    draft.change(candidate.mapping, tr("simulated mapping"));
    if (!draft.isValid() || !draft.cost())
        return Q_EMIT problem(tr("The mapping cannot be kept as a run. %1").arg(draft.reason()));
    const QString name = QString::fromStdString(draft.layer().name), origin = QString::fromStdString(candidate.origin);
    const QString cycles =
        candidate.simulated ? tr(", %1 cycles when simulated").arg(candidate.simulated->count) : QString();
    EditedRun kept{run.storedRequest(), layersWith(run, draft.result()),
                   run.storedRun() != 0
                       ? tr("run %1 with another mapping of %2: %3%4").arg(run.storedRun()).arg(name, origin, cycles)
                       : tr("another mapping of %1: %2%3").arg(name, origin, cycles),
                   QStringLiteral("simulated")};
    m_keeping = m_workbench.session().editedRuns()->keep(kept);
}

} // namespace nestloom::ui
