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

void LatestTask::begin(Task task, Failed failed)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_atWork.request_stop();
        m_atWork = std::stop_source();
        m_waiting = Waiting{std::move(task), std::move(failed)};
    }
    m_wake.notify_one();
}

bool LatestTask::stop()
{
    const std::scoped_lock lock(m_mutex);
    m_atWork.request_stop();
    return std::exchange(m_waiting, std::nullopt).has_value();
}

void LatestTask::work(const std::stop_token& ending)
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        if (!m_wake.wait(lock, ending, [this] { return m_waiting.has_value(); }))
            return;
        const Waiting next = *std::exchange(m_waiting, std::nullopt);
        const std::stop_token stop = m_atWork.get_token();
        lock.unlock();
        try {
            next.task(stop);
        } catch (...) {
            next.failed(thrownError());
        }
    }
}

} // namespace nestloom::jobs
