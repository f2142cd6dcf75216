// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_objective_proofs.h"
#include "app/jobs/convergence_job.h"
#include "ui/ports/engine_comparer.h"

namespace nestloom::app {

/// Engines side by side on this computer. Thread rule: lives on the GUI thread; the destructor waits for the search at
/// work.
class LocalEngineComparer final : public ui::EngineComparer {
    Q_OBJECT
public:
    explicit LocalEngineComparer(QObject* parent = nullptr);

    quint64 request(const schedule::ConvergenceInputs& inputs) override { return m_job.request(inputs); }
    void cancel() override { m_job.stop(); }
    ui::ObjectiveProofs* proofs() override { return &m_proofs; }

private:
    jobs::ConvergenceJob m_job;
    LocalObjectiveProofs m_proofs;
};

} // namespace nestloom::app
