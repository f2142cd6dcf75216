// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/solver/cbc_backend.h"

#include <chrono>
#include <optional>

#include <ClpEventHandler.hpp>

namespace nestloom::solver {

/// Why the search must end, asked from deep inside CBC and CLP.
class StopSignal {
public:
    /// timeLimitMs: elapsed time from now; negative = none.
    StopSignal(SolveObserver& observer, std::int64_t timeLimitMs);

    /// True from the moment of a stop request or the time limit on. Looks at the clock only now and then.
    bool shouldStop();
    std::optional<StopCause> cause() const { return m_cause; }

    /// While one of these lives shouldStop() is false: the few pivots that turn an incumbent into a solution of
    /// the original model must not be cut short.
    class Mute {
    public:
        explicit Mute(StopSignal& signal) : m_signal(signal) { ++m_signal.m_mutes; }
        ~Mute() { --m_signal.m_mutes; }
        Mute(const Mute&) = delete;
        Mute& operator=(const Mute&) = delete;

    private:
        StopSignal& m_signal;
    };

private:
    SolveObserver& m_observer;
    std::optional<std::chrono::steady_clock::time_point> m_deadline;
    std::optional<StopCause> m_cause;
    int m_mutes = 0;
    unsigned m_calls = 0;
};

/// Stops CLP between two pivots. CBC's own events come up to 250 ms apart, these within 10 ms (measured on ResNet-50
/// models); in return CBC's final answer cannot be trusted after a stop, see IncumbentKeeper.
class PivotHandler final : public ClpEventHandler {
public:
    explicit PivotHandler(StopSignal& signal) : m_signal(&signal) {}
    int event(Event whichEvent) override
    {
        constexpr int kContinue = -1;
        constexpr int kStop = 0;
        return whichEvent == endOfIteration && m_signal->shouldStop() ? kStop : kContinue;
    }
    ClpEventHandler* clone() const override { return new PivotHandler(*this); }

private:
    StopSignal* m_signal;
};

} // namespace nestloom::solver
