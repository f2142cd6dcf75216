// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/job_queue.h"

#include <algorithm>

namespace nestloom::ui {

/// A queue that does what it is told; the test says who waits.
class FakeJobQueue : public JobQueue {
public:
    using JobQueue::JobQueue;

    std::vector<JobId> waiting() const override { return jobs; }
    void move(JobId job, int places) override
    {
        moves.emplace_back(job, places);
        const auto from = std::find(jobs.begin(), jobs.end(), job);
        if (from == jobs.end())
            return;
        const auto to = std::clamp<std::ptrdiff_t>(from - jobs.begin() + places, 0, std::ptrdiff_t(jobs.size()) - 1);
        jobs.erase(from);
        jobs.insert(jobs.begin() + to, job);
        Q_EMIT changed();
    }
    bool isHeld() const override { return held; }
    void setHeld(bool hold) override
    {
        held = hold;
        Q_EMIT changed();
    }
    bool canRetry(JobId job) const override { return std::find(ended.begin(), ended.end(), job) != ended.end(); }
    JobId retry(JobId job) override
    {
        std::erase(ended, job);
        retried.push_back(job);
        return 1000 + job;
    }
    void setWaiting(std::vector<JobId> ids)
    {
        jobs = std::move(ids);
        Q_EMIT changed();
    }

    std::vector<JobId> jobs;
    std::vector<JobId> ended; // did not finish
    std::vector<JobId> retried;
    std::vector<std::pair<JobId, int>> moves;
    bool held = false;
};

} // namespace nestloom::ui
