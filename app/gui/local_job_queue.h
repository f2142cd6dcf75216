// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/job_queue.h"

#include <functional>

namespace nestloom::jobs {
class JobRunner;
}

namespace nestloom::app {

/// The queue of the job runner.
class LocalJobQueue final : public ui::JobQueue {
    Q_OBJECT
public:
    using Retry = std::function<ui::JobId(ui::JobId)>;

    LocalJobQueue(jobs::JobRunner& runner, Retry retry, QObject* parent);

    std::vector<ui::JobId> waiting() const override;
    void move(ui::JobId job, int places) override;
    bool isHeld() const override;
    void setHeld(bool held) override;
    bool canRetry(ui::JobId job) const override;
    ui::JobId retry(ui::JobId job) override { return m_retry(job); }

private:
    jobs::JobRunner& m_runner;
    const Retry m_retry;
};

} // namespace nestloom::app
