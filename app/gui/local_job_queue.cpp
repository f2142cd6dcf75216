// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_job_queue.h"

#include "app/jobs/job_runner.h"

namespace nestloom::app {

LocalJobQueue::LocalJobQueue(jobs::JobRunner& runner, Retry retry, QObject* parent)
    : ui::JobQueue(parent), m_runner(runner), m_retry(std::move(retry))
{
    connect(&runner, &jobs::JobRunner::queueChanged, this, &ui::JobQueue::changed);
}

std::vector<ui::JobId> LocalJobQueue::waiting() const { return m_runner.waiting(); }
void LocalJobQueue::move(ui::JobId job, int places) { m_runner.move(job, places); }
bool LocalJobQueue::isHeld() const { return m_runner.isHeld(); }
void LocalJobQueue::setHeld(bool held) { m_runner.setHeld(held); }
bool LocalJobQueue::canRetry(ui::JobId job) const { return m_runner.canRetry(job); }

} // namespace nestloom::app
