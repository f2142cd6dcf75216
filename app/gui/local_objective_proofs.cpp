// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_objective_proofs.h"

namespace nestloom::app {

LocalObjectiveProofs::LocalObjectiveProofs(QObject* parent) : ui::ObjectiveProofs(parent)
{
    connect(&m_job, &jobs::ProofJob::changed, this, [this](const jobs::ProofState& state) {
        Q_EMIT changed({state.id, state.reports, state.done, state.ended, QString::fromStdString(state.problem)});
    });
}

quint64 LocalObjectiveProofs::request(const ui::ProofRequest& asked)
{
    return m_job.request({asked.accelerator, asked.network, asked.options, asked.results});
}

} // namespace nestloom::app
