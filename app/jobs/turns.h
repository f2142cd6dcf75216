// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/job.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <vector>

namespace nestloom::jobs {

/// Lets a few jobs work at a time, the others in the order of a queue that can be changed and held. Thread rule: any
/// thread may call anything.
class Turns {
public:
    using JobId = records::JobId;

    explicit Turns(int parallel) : m_parallel(parallel) {}

    void enqueue(JobId job);
    /// Waits until the job may begin; false when it was stopped before. Ends with giveUp().
    bool wait(JobId job, const std::stop_token& stop);
    void giveUp();

    std::vector<JobId> waiting() const; // the next first
    bool move(JobId job, int places);   // negative = towards the front; false when nothing changes
    bool isHeld() const;
    void setHeld(bool held); // while held nobody begins

private:
    bool mayBegin(JobId job) const;

    const int m_parallel;
    mutable std::mutex m_mutex; // guards the rest
    std::condition_variable_any m_changed;
    std::vector<JobId> m_waiting;
    int m_atWork = 0;
    bool m_isHeld = false;
};

} // namespace nestloom::jobs
