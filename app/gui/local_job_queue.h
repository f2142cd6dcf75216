// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job_runner.h"
#include "ui/ports/job_queue.h"

namespace nestloom::app {

/// The queue of the job runner.
class LocalJobQueue final : public ui::JobQueue {
    Q_OBJECT
public:
    LocalJobQueue(jobs::JobRunner& runner, QObject* parent) : ui::JobQueue(parent), m_runner(runner)
    {
        connect(&runner, &jobs::JobRunner::queueChanged, this, &ui::JobQueue::changed);
    }

    std::vector<ui::JobId> waiting() const override { return m_runner.waiting(); }
    void move(ui::JobId job, int places) override { m_runner.move(job, places); }
    bool isHeld() const override { return m_runner.isHeld(); }
    void setHeld(bool held) override { m_runner.setHeld(held); }
    bool canRetry(ui::JobId job) const override { return m_runner.canRetry(job); }
    ui::JobId retry(ui::JobId job) override
    {
        const auto inputs = m_runner.retryInputs(job);
        const ui::JobId again = m_runner.retry(job);
        if (again != 0)
            Q_EMIT retried(again, *inputs);
        return again;
    }

private:
    jobs::JobRunner& m_runner;
};

} // namespace nestloom::app
