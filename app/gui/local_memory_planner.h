// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/memory_job.h"
#include "ui/ports/memory_planner.h"

namespace nestloom::app {

/// Memory plans on this computer. Thread rule: lives on the GUI thread; the destructor waits for the search at work.
class LocalMemoryPlanner final : public ui::MemoryPlanner {
    Q_OBJECT
public:
    /// `kept` outlives this.
    explicit LocalMemoryPlanner(ui::KeptPlans* kept = nullptr, QObject* parent = nullptr);

    ui::MemoryPlanId request(const schedule::cosma::PlanQuestion& question, bool withCurve) override
    {
        return m_job.request(question, withCurve);
    }
    void cancel() override { m_job.stop(); }
    ui::KeptPlans* keptPlans() override { return m_kept; }

private:
    ui::KeptPlans* m_kept;
    jobs::MemoryJob m_job;
};

} // namespace nestloom::app
