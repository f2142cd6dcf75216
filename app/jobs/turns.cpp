// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/turns.h"

#include <algorithm>

namespace nestloom::jobs {

void Turns::enqueue(JobId job)
{
    const std::scoped_lock lock(m_mutex);
    m_waiting.push_back(job);
}

bool Turns::mayBegin(JobId job) const
{
    return !m_isHeld && m_atWork < m_parallel && !m_waiting.empty() && m_waiting.front() == job;
}

bool Turns::wait(JobId job, const std::stop_token& stop)
{
    bool begins = false;
    {
        std::unique_lock lock(m_mutex);
        begins = m_changed.wait(lock, stop, [&] { return mayBegin(job); });
        std::erase(m_waiting, job);
        m_atWork += begins ? 1 : 0;
    }
    m_changed.notify_all(); // the next one may be able to begin as well
    return begins;
}

void Turns::giveUp()
{
    {
        const std::scoped_lock lock(m_mutex);
        --m_atWork;
    }
    m_changed.notify_all();
}

std::vector<Turns::JobId> Turns::waiting() const
{
    const std::scoped_lock lock(m_mutex);
    return m_waiting;
}

bool Turns::move(JobId job, int places)
{
    {
        const std::scoped_lock lock(m_mutex);
        const auto from = std::ranges::find(m_waiting, job);
        if (from == m_waiting.end())
            return false;
        const auto at = from - m_waiting.begin();
        const auto to = std::clamp<std::ptrdiff_t>(at + places, 0, std::ptrdiff_t(m_waiting.size()) - 1);
        if (to == at)
            return false;
        if (to < at)
            std::rotate(m_waiting.begin() + to, from, from + 1);
        else
            std::rotate(from, from + 1, m_waiting.begin() + to + 1);
    }
    m_changed.notify_all();
    return true;
}

bool Turns::isHeld() const
{
    const std::scoped_lock lock(m_mutex);
    return m_isHeld;
}

void Turns::setHeld(bool held)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isHeld = held;
    }
    m_changed.notify_all();
}

} // namespace nestloom::jobs
