// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/latest_task.h"

#include <utility>

namespace nestloom::jobs {

LatestTask::LatestTask() : m_thread([this](const std::stop_token& ending) { work(ending); }) {}

LatestTask::~LatestTask()
{
    m_thread.request_stop();
    stop();
}

void LatestTask::begin(Task task)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_atWork.request_stop();
        m_atWork = std::stop_source();
        m_waiting = std::move(task);
    }
    m_wake.notify_one();
}

void LatestTask::stop()
{
    const std::scoped_lock lock(m_mutex);
    m_atWork.request_stop();
    m_waiting.reset();
}

void LatestTask::work(const std::stop_token& ending)
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        if (!m_wake.wait(lock, ending, [this] { return m_waiting.has_value(); }))
            return;
        const Task task = *std::exchange(m_waiting, std::nullopt);
        const std::stop_token stop = m_atWork.get_token();
        lock.unlock();
        task(stop);
    }
}

} // namespace nestloom::jobs
