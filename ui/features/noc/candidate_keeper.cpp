// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/candidate_keeper.h"

#include "engine/mapping/constraints.h"
#include "engine/simulation/simulation_question.h"
#include "ui/ports/edited_runs.h"
#include "ui/workbench/edited_run.h"
#include "ui/workbench/mapping_draft.h"
#include "ui/workbench/workbench.h"

namespace nestloom::ui {

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
