// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/packing.h"

#include "engine/base/cpu_clock.h"
#include "engine/memory/block_search.h"
#include "engine/memory/conflict_search.h"
#include "engine/memory/hole_sweep.h"
#include "engine/memory/offset_search.h"
#include "engine/memory/order_annealing.h"
#include "engine/memory/sections.h"
#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_search.h"
#include "engine/memory/valley_search.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kDefaultRetries = 100'000;
constexpr std::int64_t kRetriesOfMany = 25'000;    // in each of four orders, when nothing else is tried
constexpr std::size_t kSearchedBuffers = 1'000;    // each node of the searches looks at all of them
constexpr std::int64_t kPlacementsPerRetry = 10;   // they take about as long
constexpr std::int64_t kRetriesPerFirstSweep = 20; // a node of the first ones; they cost little and place much
constexpr std::int64_t kRetriesPerFirstRoughSweep = 5;
/// When there is no workLimit: placements of OffsetSearch, and nodes of each of the others.
struct Round {
    std::int64_t placements = 0, nodes = 0;
};
constexpr Round kRounds[] = {{1'000'000, 100'000}, {2'000'000, 400'000}, {2'000'000, 400'000}};
constexpr std::int64_t kBlocks = 3'000'000;                  // of the block search, when there is no room
constexpr std::int64_t kFullRounds[] = {300'000, 1'500'000}; // of the sweep after them
constexpr std::int64_t kValleys = 500;
constexpr std::int64_t kFirstAnnealed = 2'000'000'000, kAnnealed = 4'000'000'000; // heights set: about 1 ns each
constexpr std::int64_t kLowerRetries = 5'000, kLowerPlacements = 300'000;
constexpr std::int64_t kAbove[] = {64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1}; // percent of the capacity

Packing atOffsets(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, std::string method)
{
    return {offsets, topOf(buffers, offsets), std::move(method)};
}

bool leavesNoRoom(const PlainBuffers& plain)
{
    const std::vector<std::int64_t> load = sections(plain.buffers).load;
    return std::all_of(load.begin(), load.end(), [&](std::int64_t bytes) { return bytes == plain.capacity.count; });
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
    const std::vector<Bytes>& offsets() const { return m_best->offsets; }
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
          m_plain(buffers.size() <= kSearchedBuffers ? plain(buffers, capacity) : std::nullopt),
          m_full(m_plain && leavesNoRoom(*m_plain))
    {
    }

    SolveOutcome<Packing> run()
    {
        m_outcome.status = SolveStatus::Feasible;
        m_outcome.cause = StopCause::WorkLimit;
        const bool found = firstFit() || quickSearches() || (!m_proven && longSearches());
        if (!found && !m_plain && m_control.workLimit < 0)
            lower();
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

    /// What places most in little time.
    bool quickSearches()
    {
        return sweep(m_retries / kRetriesPerFirstSweep) || blocks(m_retries)
               || everyOrder(m_retries * kPlacementsPerRetry)
               || (!m_proven
                   && (roughSweep(m_retries / kRetriesPerFirstRoughSweep) || valleys() || lowerByOffsets()
                       || conflicts(0, m_retries)));
    }

    bool longSearches()
    {
        if (m_control.workLimit >= 0)
            return round(m_retries);
        if (m_full)
            return anneal(kFirstAnnealed) || fullRounds();
        for (const Round& next : kRounds) {
            if (everyOrder(next.placements))
                return true;
            if (m_proven)
                return false;
            if (round(next.nodes) || anneal(kAnnealed))
                return true;
        }
        return !m_plain && otherOrders();
    }

    /// Without any room only sums that match help; annealing lowers what those searches leave that look for them.
    bool fullRounds()
    {
        if (blocks(kBlocks))
            return true;
        for (const std::int64_t nodes : kFullRounds)
            if (sweep(nodes) || anneal(kFirstAnnealed))
                return true;
        return anneal(kAnnealed);
    }

    bool round(std::int64_t nodes) { return roughSweep(nodes) || holeSweep(nodes) || sweep(nodes); }

    /// Finds a packing, or proves that there is none, or neither.
    bool everyOrder(std::int64_t placements)
    {
        if (!mayGoOn())
            return false;
        if (!m_offsets)
            m_offsets.emplace(m_plain->buffers, m_plain->capacity, m_control.seed);
        const auto found = m_offsets->run(placements, m_control);
        m_proven = found.proven && m_plain->exact;
        return take(found, "offsets");
    }

    bool conflicts(std::size_t order, std::int64_t retries)
    {
        if (m_control.stop.stop_requested())
            return false;
        const auto found = searchConflicts(m_fit, m_orders[order].order, retries, m_control);
        if (found.offsets) {
            m_lowest.offer(atOffsets(m_buffers, *found.offsets, "conflict " + std::to_string(found.retries)));
            m_outcome.stats.nodes += found.retries;
        }
        return found.offsets.has_value();
    }

    /// Conflicts again, for buffers that no other search takes.
    bool otherOrders()
    {
        for (std::size_t order = 1; order < m_orders.size(); ++order)
            if (conflicts(order, m_retries))
                return true;
        return false;
    }

    bool mayGoOn() const { return m_plain && !m_control.stop.stop_requested(); }

    bool sweep(std::int64_t nodes)
    {
        return mayGoOn() && take(searchSweep(m_plain->buffers, m_plain->capacity, nodes, m_control), "sweep");
    }

    bool blocks(std::int64_t nodes)
    {
        return m_full && mayGoOn()
               && take(searchBlocks(m_plain->buffers, m_plain->capacity, nodes, m_control), "blocks");
    }

    bool roughSweep(std::int64_t nodes)
    {
        return mayGoOn() && take(searchRoughSweep(m_plain->buffers, m_plain->capacity, nodes, m_control), "rough");
    }

    bool holeSweep(std::int64_t nodes)
    {
        return mayGoOn() && take(searchHoleSweep(m_plain->buffers, m_plain->capacity, nodes, m_control), "holes");
    }

    /// So that the answer is low already when the search is stopped soon.
    bool valleys()
    {
        return m_control.workLimit < 0 && mayGoOn()
               && take(searchValleys(m_plain->buffers, m_plain->capacity, kValleys, m_control), "valleys");
    }

    /// The same, for buffers of which some take most of the memory: what is below these is hard to change later.
    bool lowerByOffsets()
    {
        if (m_control.workLimit < 0 && mayGoOn())
            stepDown([&](Bytes most) {
                const auto found =
                    OffsetSearch(m_plain->buffers, most, m_control.seed).run(kLowerPlacements, m_control);
                take(found, "offsets");
                return found.offsets.has_value();
            });
        return m_lowest.top() <= m_capacity;
    }

    /// Goes on from the lowest packing that was met, until about half of so many heights of sections are set.
    bool anneal(std::int64_t heights)
    {
        if (!mayGoOn())
            return false;
        std::int64_t each = 1;
        for (const SectionItem& item : sections(m_plain->buffers).items)
            each += std::int64_t(item.last - item.first + 1);
        return take(annealOrder(m_plain->buffers, m_plain->capacity, m_lowest.offsets(), heights / each, m_control),
                    "order");
    }

    /// Looks for a packing of as little more than the capacity as possible, of buffers that no other search takes.
    void lower()
    {
        if (m_buffers.size() <= kSearchedBuffers)
            stepDown([&](Bytes most) {
                FirstFit fit(m_buffers, most.count);
                const auto found = searchConflicts(fit, m_orders[0].order, kLowerRetries, m_control);
                if (found.offsets)
                    m_lowest.offer(atOffsets(m_buffers, *found.offsets, "conflict " + std::to_string(found.retries)));
                return found.offsets.has_value();
            });
    }

    /// Tries larger capacities below the lowest packing so far, the largest first, until nothing is found.
    template <typename Try>
    void stepDown(Try findsWithin)
    {
        for (const std::int64_t percent : kAbove) {
            const Bytes most{m_capacity.count + m_capacity.count / 100 * percent};
            if (m_control.stop.stop_requested())
                return;
            if (most > m_capacity && most < m_lowest.top() && !findsWithin(most))
                return;
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
    const bool m_full; // at every step
    std::optional<OffsetSearch> m_offsets;
    bool m_proven = false; // that there is no packing
    Lowest m_lowest;
    SolveOutcome<Packing> m_outcome;
};

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
