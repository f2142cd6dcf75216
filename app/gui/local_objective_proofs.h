// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/proof_job.h"
#include "ui/ports/objective_proofs.h"

namespace nestloom::app {

/// Proofs on this computer. Thread rule: lives on the GUI thread; the destructor waits for the proof at work.
class LocalObjectiveProofs final : public ui::ObjectiveProofs {
    Q_OBJECT
public:
    explicit LocalObjectiveProofs(QObject* parent = nullptr);

    quint64 request(const ui::ProofRequest& asked) override;
    void cancel() override { m_job.stop(); }

private:
    jobs::ProofJob m_job;
};

} // namespace nestloom::app
