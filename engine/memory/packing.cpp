// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/packing.h"

#include "engine/base/cpu_clock.h"
#include "engine/base/rng.h"
#include "engine/memory/first_fit.h"
#include "engine/memory/hole_sweep.h"
#include "engine/memory/offset_search.h"
#include "engine/memory/skyline_search.h"
#include "engine/memory/sweep_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kDefaultRetries = 100'000;
constexpr std::int64_t kLooksPerRetry = 5'000;         // of many buffers there are fewer retries
constexpr std::size_t kSearchedBuffers = 1'000;          // each node of the searches looks at all of them
constexpr std::int64_t kRetriesPerFirstSweep = 20; // a node of the first one; it costs little and places much
constexpr std::int64_t kSweepNodesPerRetry = 1;
constexpr std::int64_t kHoleNodesPerRetry = 1;
constexpr std::int64_t kDefaultHoleNodes = 1'500'000;
constexpr std::int64_t kLowerNodes = 20'000; // of each search for a lower packing above the capacity
constexpr std::int64_t kAbove[] = {16, 12, 8, 6, 4, 3, 2, 1}; // percent of the capacity
constexpr std::size_t kProvenBuffers = 128; // of more, hardly ever all orders can be tried
constexpr std::int64_t kSkylineNodesPerRetry = 1;

Packing atOffsets(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, std::string method)
{
    Packing packing{offsets, {}, std::move(method)};
    for (std::size_t i = 0; i < buffers.size(); ++i)
        packing.top = std::max(packing.top, offsets[i] + buffers[i].size);
    return packing;
}

using Order = std::vector<std::size_t>;

/// Largest key first; equal ones as they were given; without those that have an offset of their own.
template <typename Key>
Order sorted(const std::vector<Buffer>& buffers, Key key)
{
    Order order;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (!buffers[i].offset)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(buffers[a]) > key(buffers[b]); });
    return order;
}

struct NamedOrder {
    const char* name;
    Order order;
};

std::array<NamedOrder, 4> firstOrders(const std::vector<Buffer>& buffers)
{
    const auto steps = [](const Buffer& b) { return static_cast<std::int64_t>(b.last - b.first + 1); };
    return {{{"size", sorted(buffers, [](const Buffer& b) { return b.size.count; })},
             {"area", sorted(buffers,
                             [&](const Buffer& b) {
                                 return static_cast<double>(b.size.count) * static_cast<double>(steps(b));
                             })},
             {"duration", sorted(buffers, [&](const Buffer& b) { return std::pair(steps(b), b.size.count); })},
             {"start", sorted(buffers, [](const Buffer& b) { return -static_cast<std::int64_t>(b.first); })}}};
}

/// Keeps the lowest packing that was met.
class Lowest {
public:
    bool offer(Packing packing)
    {
        if (m_best && m_best->top <= packing.top)
            return false;
        m_best = std::move(packing);
        return true;
    }
    Bytes top() const { return m_best->top; }
    std::optional<Packing> take() { return std::move(m_best); }

private:
    std::optional<Packing> m_best;
};

/// Conflict-driven search: see the header.
class Conflicts {
public:
    Conflicts(const std::vector<Buffer>& buffers, FirstFit& fit, Order order, const RunControl& control)
        : m_fit(fit), m_order(std::move(order)), m_at(buffers.size(), buffers.size()), m_control(control),
          m_rng(control.seed)
    {
        for (const std::size_t buffer : m_order)
            m_fit.remove(buffer);
        renumber(0, m_order.size());
    }

    /// Number of retries when all were placed; the order in which they were is in the FirstFit then.
    std::optional<std::int64_t> run(std::int64_t retries, StopCause& cause)
    {
        std::size_t next = 0;
        std::int64_t looks = 0; // at neighbours of what was placed
        for (std::int64_t retry = 0;; ++retry) {
            for (; next < m_order.size() && m_fit.place(m_order[next]); ++next)
                looks += std::int64_t(m_fit.meets(m_order[next]).size());
            if (next == m_order.size())
                return retry;
            const bool spent = retry >= retries || looks >= retries * kLooksPerRetry;
            if (spent || m_control.stop.stop_requested()) {
                cause = spent ? StopCause::WorkLimit : StopCause::Cancelled;
                return std::nullopt;
            }
            const std::size_t target = placeBefore(next);
            if (target == next) {
                cause = StopCause::WorkLimit; // larger than the capacity alone
                return std::nullopt;
            }
            for (std::size_t i = target; i <= next; ++i)
                m_fit.remove(m_order[i]);
            std::rotate(m_order.begin() + std::ptrdiff_t(target), m_order.begin() + std::ptrdiff_t(next),
                        m_order.begin() + std::ptrdiff_t(next) + 1);
            renumber(target, next + 1);
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
        for (const FirstFit::Meeting& meeting : m_fit.meets(m_order[failing]))
            if (m_at[meeting.other] < failing)
                m_candidates.push_back(m_at[meeting.other]);
        return m_candidates.empty() ? failing : m_candidates[m_rng.below(m_candidates.size())];
    }

    FirstFit& m_fit;
    Order m_order;
    std::vector<std::size_t> m_at; // position in the order; behind it for those that stay
    const RunControl& m_control;
    Rng m_rng;
    std::vector<std::size_t> m_candidates;
};

/// One call of pack(), the load being within the capacity.
class Pack {
public:
    Pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
        : m_buffers(buffers), m_capacity(capacity), m_control(control), m_fit(buffers, capacity.count),
          m_orders(firstOrders(buffers)), m_retries(control.workLimit >= 0 ? control.workLimit : kDefaultRetries),
          m_plain(buffers.size() <= kSearchedBuffers ? plain(buffers, capacity) : std::nullopt)
    {
    }

    SolveOutcome<Packing> run()
    {
        m_outcome.status = SolveStatus::Feasible;
        const bool found = firstFit() || sweep(m_retries / kRetriesPerFirstSweep) || everyOrder()
                           || (!m_proven && search());
        if (found) {
            m_outcome.status = SolveStatus::Optimal;
            m_outcome.cause = StopCause::Completed;
        } else {
            if (m_control.workLimit < 0)
                lower();
            if (m_proven)
                m_outcome.status = SolveStatus::Infeasible;
            m_outcome.cause = m_proven ? StopCause::Completed : m_control.stop.stop_requested() ? StopCause::Cancelled : StopCause::WorkLimit;
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

    bool search() { return conflicts() || holeSweep() || sweep(m_retries * kSweepNodesPerRetry) || skyline(); }

    /// Of few buffers: finds a packing, or proves that there is none, or neither.
    bool everyOrder()
    {
        if (!mayGoOn() || m_buffers.size() > kProvenBuffers)
            return false;
        const auto found = searchOffsets(m_plain->buffers, m_plain->capacity, m_retries, m_control);
        m_proven = found.proven && m_plain->exact;
        return take(found, "offsets");
    }

    bool conflicts()
    {
        if (m_control.stop.stop_requested())
            return false;
        Conflicts conflicts(m_buffers, m_fit, m_orders[0].order, m_control);
        const auto used = conflicts.run(m_retries, m_outcome.cause);
        if (used) {
            m_lowest.offer(atOffsets(m_buffers, m_fit.offsets(), "conflict " + std::to_string(*used)));
            m_outcome.stats.nodes += *used;
        }
        return used.has_value();
    }

    bool mayGoOn() const { return m_plain && !m_control.stop.stop_requested(); }

    bool sweep(std::int64_t nodes)
    {
        return mayGoOn() && take(searchSweep(m_plain->buffers, m_plain->capacity, nodes, m_control), "sweep");
    }

    bool holeSweep()
    {
        const std::int64_t nodes = m_control.workLimit >= 0 ? m_retries * kHoleNodesPerRetry : kDefaultHoleNodes;
        return mayGoOn() && take(searchHoleSweep(m_plain->buffers, m_plain->capacity, nodes, m_control), "holes");
    }

    bool skyline()
    {
        const std::int64_t nodes = m_retries * kSkylineNodesPerRetry;
        return mayGoOn() && take(searchSkyline(m_plain->buffers, m_plain->capacity, nodes, m_control), "skyline");
    }

    /// Looks for packings of little more than the capacity, as long as they are found.
    void lower()
    {
        for (const std::int64_t percent : kAbove) {
            const std::int64_t more = m_capacity.count / 100 * percent;
            if (!mayGoOn() || more == 0)
                return;
            if (m_lowest.top() <= m_capacity + Bytes{more})
                continue;
            const Bytes above = m_plain->capacity + Bytes{more};
            if (!take(searchHoleSweep(m_plain->buffers, above, kLowerNodes, m_control), "holes"))
                return;
        }
    }

    template <typename Found>
    bool take(const Found& found, const char* method)
    {
        m_outcome.stats.nodes += found.nodes;
        if (found.offsets)
            m_lowest.offer(atOffsets(m_buffers, *found.offsets, method + (" " + std::to_string(found.nodes))));
        return found.offsets.has_value();
    }

    const std::vector<Buffer>& m_buffers;
    const Bytes m_capacity;
    const RunControl& m_control;
    FirstFit m_fit;
    const std::array<NamedOrder, 4> m_orders;
    const std::int64_t m_retries;
    const std::optional<PlainBuffers> m_plain;
    bool m_proven = false; // that there is no packing
    Lowest m_lowest;
    SolveOutcome<Packing> m_outcome;
};

} // namespace

namespace {

/// What is wrong with the offsets that are decided: nothing can be placed around them then.
std::string findFixedConflict(const std::vector<Buffer>& buffers, Bytes capacity)
{
    std::vector<Buffer> fixed;
    std::vector<Bytes> offsets;
    std::vector<std::size_t> from;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].offset) {
            fixed.push_back(buffers[i]);
            offsets.push_back(*buffers[i].offset);
            from.push_back(i);
        }
    const std::string conflict = findConflict(fixed, offsets, capacity);
    if (conflict.empty() || fixed.size() == buffers.size())
        return conflict;
    return "of the buffers with given offsets, " + conflict + " (counted among these)";
}

} // namespace

Bytes load(const std::vector<Buffer>& buffers) { return peakLoad(buffers).load; }

SolveOutcome<Packing> pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
{
    const auto start = std::chrono::steady_clock::now();
    const auto cpu = threadCpuTime();
    SolveOutcome<Packing> outcome;
    const PeakLoad peak = peakLoad(buffers);
    outcome.stats.bound = static_cast<double>(peak.load.count);
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
    outcome.stats.bound = static_cast<double>(peak.load.count);
    outcome.stats.wall = std::chrono::steady_clock::now() - start;
    outcome.stats.cpu = threadCpuTime() - cpu;
    return outcome;
}

} // namespace nestloom::memory
