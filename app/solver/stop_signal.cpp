// SPDX-License-Identifier: Apache-2.0
#include "app/solver/stop_signal.h"

namespace nestloom::solver {

StopSignal::StopSignal(SolveObserver& observer, std::int64_t timeLimitMs) : m_observer(observer)
{
    // A limit of years would overflow the clock and is none.
    constexpr std::int64_t kLongestMs = 1000LL * 3600 * 24 * 365;
    if (timeLimitMs >= 0 && timeLimitMs < kLongestMs)
        m_deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeLimitMs);
}

bool StopSignal::shouldStop()
{
    if (m_mutes > 0)
        return false;
    if (m_cause)
        return true;
    if (m_observer.stopRequested())
        m_cause = StopCause::Cancelled;
    else if (m_deadline && m_calls++ % 32 == 0 && std::chrono::steady_clock::now() >= *m_deadline)
        m_cause = StopCause::TimeLimit;
    return m_cause.has_value();
}

} // namespace nestloom::solver
