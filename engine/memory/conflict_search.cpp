// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/conflict_search.h"

#include "engine/base/rng.h"

#include <algorithm>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kLooksPerRetry = 5'000; // of many buffers there are fewer retries

class Conflicts {
public:
    Conflicts(FirstFit& fit, PackingOrder order, const RunControl& control)
        : m_fit(fit), m_order(std::move(order)), m_at(fit.size(), fit.size()), m_control(control), m_rng(control.seed)
    {
        for (const std::size_t buffer : m_order)
            m_fit.remove(buffer);
        renumber(0, m_order.size());
    }

    ConflictSearchResult run(std::int64_t retries)
    {
        ConflictSearchResult result;
        std::size_t next = 0;
        std::int64_t looks = 0; // at neighbours of what was placed
        for (;; ++result.retries) {
            for (; next < m_order.size() && m_fit.place(m_order[next]); ++next)
                looks += std::int64_t(m_fit.meetings(m_order[next]));
            if (next == m_order.size()) {
                result.offsets = m_fit.offsets();
                return result;
            }
            const bool spent = result.retries >= retries || looks >= retries * kLooksPerRetry;
            const std::size_t target = placeBefore(next);
            if (spent || target == next || m_control.stop.stop_requested()) { // target: too large even alone
                result.cause = m_control.stop.stop_requested() ? StopCause::Cancelled : StopCause::WorkLimit;
                return result;
            }
            move(next, target);
            next = target;
        }
    }

private:
    void renumber(std::size_t from, std::size_t to)
    {
        for (std::size_t i = from; i < to; ++i)
            m_at[m_order[i]] = i;
    }

    /// Position of a random buffer that was placed before the failing one and is in use at a common step.
    std::size_t placeBefore(std::size_t failing)
    {
        m_candidates.clear();
        m_fit.forEachMeeting(m_order[failing], [&](std::size_t other) {
            if (m_at[other] < failing)
                m_candidates.push_back(m_at[other]);
        });
        return m_candidates.empty() ? failing : m_candidates[m_rng.below(m_candidates.size())];
    }

    /// Nothing from `target` on is placed any more.
    void move(std::size_t from, std::size_t target)
    {
        for (std::size_t i = target; i <= from; ++i)
            m_fit.remove(m_order[i]);
        const auto begin = m_order.begin();
        std::rotate(begin + std::ptrdiff_t(target), begin + std::ptrdiff_t(from), begin + std::ptrdiff_t(from) + 1);
        renumber(target, from + 1);
    }

    FirstFit& m_fit;
    PackingOrder m_order;
    std::vector<std::size_t> m_at; // position in the order; behind it for those that stay
    const RunControl& m_control;
    Rng m_rng;
    std::vector<std::size_t> m_candidates;
};

} // namespace

ConflictSearchResult searchConflicts(FirstFit& fit, PackingOrder order, std::int64_t retries, const RunControl& control)
{
    return Conflicts(fit, std::move(order), control).run(retries);
}

} // namespace nestloom::memory
