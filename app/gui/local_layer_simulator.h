// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/candidates_job.h"
#include "app/jobs/simulation_job.h"
#include "ui/ports/layer_simulator.h"

namespace nestloom::app {

/// Simulations on this computer. Thread rule: lives on the GUI thread; the destructor waits for the simulation at work.
class LocalLayerSimulator final : public ui::LayerSimulator {
    Q_OBJECT
public:
    explicit LocalLayerSimulator(QObject* parent = nullptr);

    ui::SimulationId simulate(const simulation::Question& question) override { return m_job.request(question); }
    void cancel() override { m_job.stop(); }
    ui::SimulationId simulateBest(const simulation::Question& question, int count) override
    {
        return m_candidates.request(question, count);
    }
    void cancelBest() override { m_candidates.stop(); }
    QByteArray traceJson(const trace::Trace& trace) const override;

private:
    jobs::SimulationJob m_job;
    jobs::CandidatesJob m_candidates;
};

} // namespace nestloom::app
