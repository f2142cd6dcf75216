// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/packing.h"

#include "engine/base/rng.h"
#include "engine/memory/first_fit.h"
#include "engine/memory/offset_search.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nestloom::memory {

namespace {

/// First fit, repaired by its conflicts: the buffer that did not fit is moved in the order before one of those in its
/// way, and the rest is placed again. For networks with more buffers than OffsetSearch takes (AmoebaNet-D, NASNet-A and
/// DenseNet-121 with parameters need it at their least sizes, PNASNet-5 without them), and for gaps and given offsets.
/// What `fit` has placed does not matter.
/// Returns  offsets and the number of retries when all were placed.
/// Stop     after `retries`, fewer of many buffers; the same seed gives the same answer.
struct ConflictSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    std::int64_t retries = 0;
    StopCause cause = StopCause::Completed;
};

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

ConflictSearchResult searchConflicts(FirstFit& fit, PackingOrder order, std::int64_t retries, const RunControl& control)
{
    return Conflicts(fit, std::move(order), control).run(retries);
}

constexpr std::int64_t kDefaultRetries = 100'000;
constexpr std::int64_t kRetriesOfMany = 25'000;  // in each of four orders, when nothing else is tried
constexpr std::size_t kSearchedBuffers = 1'000;  // each placement of OffsetSearch looks at all of them
constexpr std::int64_t kPlacementsPerRetry = 10; // they take about as long
/// Placements at the capacity, then of each attempt to come nearer to it. Only without a workLimit.
struct Round {
    std::int64_t placements = 0, perAttempt = 0;
};
constexpr Round kRounds[] = {{0, 100'000}, {1'000'000, 100'000}, {2'000'000, 400'000}, {2'000'000, 400'000}};
constexpr std::int64_t kLowerRetries = 5'000;
constexpr std::int64_t kPrecision = 500; // of the capacity: attempts nearer to each other than this part are not made

Packing atOffsets(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, std::string method)
{
    Bytes top{};
    for (std::size_t i = 0; i < buffers.size(); ++i)
        top = std::max(top, offsets[i] + buffers[i].size);
    return {offsets, top, std::move(method)};
}

/// Keeps the lowest packing that was met.
class Lowest {
public:
    void offer(Packing packing)
    {
        if (!m_best || packing.top < m_best->top)
            m_best = std::move(packing);
    }
    Bytes top() const { return m_best->top; }
    std::optional<Packing> take() { return std::move(m_best); }

private:
    std::optional<Packing> m_best;
};

/// One call of pack(), the load being within the capacity.
class Pack {
public:
    Pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
        : m_buffers(buffers), m_capacity(capacity), m_control(control), m_fit(buffers, capacity.count),
          m_orders(packingOrders(buffers)), m_retries(control.workLimit >= 0               ? control.workLimit
                                                      : buffers.size() <= kSearchedBuffers ? kDefaultRetries
                                                                                           : kRetriesOfMany),
          m_plain(buffers.size() <= kSearchedBuffers ? plain(buffers, capacity) : std::nullopt)
    {
    }

    SolveOutcome<Packing> run()
    {
        m_outcome.status = SolveStatus::Feasible;
        m_outcome.cause = StopCause::WorkLimit;
        const bool found = firstFit() || everyOrder(m_retries * kPlacementsPerRetry) || (!m_proven && searches());
        if (found || m_proven) {
            m_outcome.status = found ? SolveStatus::Optimal : SolveStatus::Infeasible;
            m_outcome.cause = StopCause::Completed;
        } else if (m_control.stop.stop_requested()) {
            m_outcome.cause = StopCause::Cancelled;
        }
        m_outcome.solution = m_lowest.take();
        if (m_proven)
            m_outcome.reason = "no packing within " + std::to_string(m_capacity.count)
                               + " B exists, as every order of the buffers shows; the lowest that was met needs "
                               + std::to_string(m_outcome.solution->top.count) + " B";
        return std::move(m_outcome);
    }

private:
    bool firstFit()
    {
        for (const NamedOrder& named : m_orders) {
            for (const std::size_t buffer : named.order)
                m_fit.remove(buffer);
            bool all = true;
            for (const std::size_t buffer : named.order)
                all = m_fit.place(buffer) && all;
            m_lowest.offer(atOffsets(m_buffers, m_fit.offsets(), named.name));
            if (all)
                return true;
        }
        return false;
    }

    bool searches()
    {
        if (m_control.workLimit >= 0)
            return conflicts(0);
        return m_plain ? rounds() : otherOrders();
    }

    /// Between the searches at the capacity the lowest packing is lowered, so that the answer is a low one whenever the
    /// search is stopped.
    bool rounds()
    {
        for (const Round& next : kRounds) {
            if (everyOrder(next.placements))
                return true;
            if (m_proven)
                return false;
            if (lowerByOffsets(next.perAttempt) || (&next == kRounds && conflicts(0)))
                return true;
        }
        return false;
    }

    /// Finds a packing, or proves that there is none, or neither.
    bool everyOrder(std::int64_t placements)
    {
        if (!m_plain || m_control.stop.stop_requested())
            return false;
        if (!m_offsets)
            m_offsets.emplace(m_plain->buffers, m_plain->capacity, m_control.seed);
        const auto found = m_offsets->run(placements, m_control);
        m_proven = found.proven && m_plain->exact;
        return take(found, "offsets");
    }

    bool conflicts(std::size_t order)
    {
        if (m_control.stop.stop_requested())
            return false;
        const auto found = searchConflicts(m_fit, m_orders[order].order, m_retries, m_control);
        if (found.offsets) {
            m_lowest.offer(atOffsets(m_buffers, *found.offsets, "conflict " + std::to_string(found.retries)));
            m_outcome.stats.nodes += found.retries;
        }
        return found.offsets.has_value();
    }

    /// For buffers that no other search takes.
    bool otherOrders()
    {
        for (std::size_t order = 0; order < m_orders.size(); ++order)
            if (conflicts(order))
                return true;
        if (m_buffers.size() <= kSearchedBuffers)
            lower([&](Bytes most) {
                FirstFit fit(m_buffers, most.count);
                const auto found = searchConflicts(fit, m_orders[0].order, kLowerRetries, m_control);
                if (found.offsets)
                    m_lowest.offer(atOffsets(m_buffers, *found.offsets, "conflict " + std::to_string(found.retries)));
                return found.offsets.has_value();
            });
        return false;
    }

    bool lowerByOffsets(std::int64_t placements)
    {
        lower([&](Bytes most) {
            const auto found = OffsetSearch(m_plain->buffers, most, m_control.seed).run(placements, m_control);
            take(found, "offsets");
            return found.offsets.has_value();
        });
        return m_lowest.top() <= m_capacity;
    }

    /// Tries capacities in the middle between what was found and what was not.
    template <typename Try>
    void lower(Try findsWithin)
    {
        const Bytes precision{m_capacity.count / kPrecision + 1};
        Bytes notFound = m_capacity;
        while (m_lowest.top() - notFound > precision && !m_control.stop.stop_requested()) {
            const Bytes middle{notFound.count + (m_lowest.top() - notFound).count / 2};
            if (!findsWithin(middle))
                notFound = middle;
        }
    }

    /// True when it fits.
    template <typename Found>
    bool take(const Found& found, const char* method)
    {
        m_outcome.stats.nodes += found.nodes;
        if (!found.offsets)
            return false;
        Packing packing = atOffsets(m_buffers, *found.offsets, method + (" " + std::to_string(found.nodes)));
        const bool fits = packing.top <= m_capacity;
        m_lowest.offer(std::move(packing));
        return fits;
    }

    const std::vector<Buffer>& m_buffers;
    const Bytes m_capacity;
    const RunControl& m_control;
    FirstFit m_fit;
    const std::array<NamedOrder, 4> m_orders;
    const std::int64_t m_retries;
    const std::optional<PlainBuffers> m_plain;
    std::optional<OffsetSearch> m_offsets;
    bool m_proven = false; // that there is no packing
    Lowest m_lowest;
    SolveOutcome<Packing> m_outcome;
};

} // namespace

SolveOutcome<Packing> pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
{
    const auto start = std::chrono::steady_clock::now();
    const auto cpu = threadCpuTime();
    SolveOutcome<Packing> outcome;
    const PeakLoad peak = peakLoad(buffers);
    outcome.stats.bound = double(peak.load.count);
    if (peak.load > capacity) {
        outcome.status = SolveStatus::Infeasible;
        outcome.reason = "the buffers in use at step " + std::to_string(peak.step) + " need "
                         + std::to_string(peak.load.count) + " B, the capacity is " + std::to_string(capacity.count)
                         + " B (" + std::to_string((peak.load - capacity).count) + " B too little)";
        return outcome;
    }
    if (std::string reason = findFixedConflict(buffers, capacity); !reason.empty()) {
        outcome.status = SolveStatus::Infeasible;
        outcome.reason = std::move(reason);
        return outcome;
    }
    outcome = Pack(buffers, capacity, control).run();
    outcome.stats.bound = double(peak.load.count);
    outcome.stats.wall = std::chrono::steady_clock::now() - start;
    outcome.stats.cpu = threadCpuTime() - cpu;
    return outcome;
}

} // namespace nestloom::memory
