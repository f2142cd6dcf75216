// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace nestloom::jobs {

/// Lets a change through at most every 50 ms, so that no one drowns in progress.
/// Thread rule: one thread at a time.
class ProgressThrottle {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kInterval{50};

    bool passes(Clock::time_point now = Clock::now())
    {
        if (m_last && now - *m_last < kInterval)
            return false;
        m_last = now;
        return true;
    }

private:
    std::optional<Clock::time_point> m_last;
};

} // namespace nestloom::jobs
