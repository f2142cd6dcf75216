// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/block_search.h"

#include "engine/base/rng.h"
#include "engine/memory/seam_finder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::memory {

namespace {

/// Of 0.5 to 2 times as much most place about as many.
constexpr double kNoise = 12;              // of the logarithm of the odds, at the mean
constexpr double kWindow = 0.03;           // of the events, on either side of where blocks are taken apart
constexpr double kTemperature = 2;         // blocks left over more that are taken one time in e
constexpr std::int64_t kPatience = 500;    // rounds without any gain
constexpr double kWideWindow = 0.3;        // after them
constexpr std::int64_t kAttempt = 400'000; // nodes; rather another one than a long one

/// A block that is not made again in this round.
struct Avoided {
    std::uint32_t first = 0, seam = 0, end = 0; // events
    std::int64_t size = 0;
    friend bool operator==(const Avoided&, const Avoided&) = default;
};

/// The likeliest block to join at an event.
struct Best {
    double odds = 0; // 0: none
    Block block;
};

class BlockSearch {
public:
    BlockSearch(const std::vector<Buffer>& buffers, std::int64_t nodes, std::uint64_t seed, std::stop_token stop)
        : m_forest(buffers), m_seams(m_forest), m_rng(seed), m_limit(nodes), m_stop(std::move(stop)),
          m_best(m_forest.lastEvent() + 1), m_avoided(m_forest.lastEvent() + 1)
    {
    }

    SweepSearchResult run()
    {
        grow();
        m_forest.keep();
        m_least = m_forest.loose();
        const bool hasSeams = !m_forest.joinedBlocks().empty(); // without any there will never be one
        for (std::int64_t round = 1; hasSeams && m_forest.loose() > 0 && !isOver(); ++round)
            ruinAndRecreate(round);
        SweepSearchResult result;
        result.nodes = m_nodes;
        if (m_forest.loose() == 0)
            result.offsets = m_forest.addresses();
        else if (m_stop.stop_requested())
            result.cause = StopCause::Cancelled;
        else if (hasSeams)
            result.cause = StopCause::WorkLimit;
        return result;
    }

private:
    bool isOver() const { return m_nodes >= m_limit || m_stop.stop_requested(); }

    void ruinAndRecreate(std::int64_t round)
    {
        const std::size_t before = m_forest.loose();
        const bool isStuck = round - m_lastGain > kPatience;
        ++m_nodes;
        ruin(isStuck);
        grow();
        if (isStuck || m_forest.loose() < m_least) {
            m_least = m_forest.loose();
            m_lastGain = round;
        }
        if (isStuck || isTaken(before))
            m_forest.keep();
        else
            m_forest.takeBack();
    }

    bool isTaken(std::size_t before)
    {
        const double more = double(m_forest.loose()) - double(before);
        return more <= 0 || m_rng.unit() < std::exp(-more / kTemperature);
    }

    /// Joins as long as there are seams.
    void grow()
    {
        for (;;) {
            for (const std::uint32_t event : m_forest.takeChanged())
                look(event);
            const auto best = std::max_element(m_best.begin(), m_best.end(),
                                               [](const Best& a, const Best& b) { return a.odds < b.odds; });
            if (best->odds == 0 || isOver())
                return;
            const auto isThere = [&](std::uint32_t part) { return m_forest.isOutermost(part); };
            if (std::all_of(best->block.parts.begin(), best->block.parts.end(), isThere))
                m_forest.join(best->block);
            else
                look(std::uint32_t(best - m_best.begin()));
        }
    }

    void look(std::uint32_t event)
    {
        ++m_nodes;
        Best& best = m_best[event];
        best.odds = 0;
        const Seam* chosen = nullptr;
        const std::vector<Avoided>& avoided = m_avoided[event];
        for (const Seam& seam : m_seams.at(event)) {
            const Avoided same{seam.first, seam.at, seam.end, seam.size};
            if (std::find(avoided.begin(), avoided.end(), same) != avoided.end())
                continue;
            const double odds = seam.odds * std::exp(m_noise * normal());
            if (odds > best.odds) {
                best.odds = odds;
                chosen = &seam;
            }
        }
        if (chosen)
            best.block = m_seams.blockOf(*chosen);
    }

    /// About so: a sum of four.
    double normal() { return std::sqrt(3.0) * (m_rng.unit() + m_rng.unit() + m_rng.unit() + m_rng.unit() - 2); }

    /// Takes blocks apart whose seams are near some event, and perhaps keeps some from coming again.
    void ruin(bool widely)
    {
        m_noise = kNoise * (0.3 + m_rng.unit());
        forgetAvoided();
        const double avoiding = widely || m_rng.below(2) == 0 ? m_rng.unit() : 0;
        const double window = kWindow * m_forest.lastEvent();
        if (widely)
            ruinAround(eventOfLoose(), 1 + std::uint32_t(kWideWindow * m_forest.lastEvent() * m_rng.unit()), 1,
                       avoiding);
        else if (m_rng.below(2) == 0)
            ruinAround(eventOfLoose(), std::uint32_t(m_rng.below(1 + std::uint64_t(window))), 0.2 + 0.8 * m_rng.unit(),
                       avoiding);
        else
            ruinAround(std::uint32_t(m_rng.below(m_forest.lastEvent())), std::max(1U, std::uint32_t(window)), 0.8,
                       avoiding);
    }

    void ruinAround(std::uint32_t event, std::uint32_t window, double share, double avoiding)
    {
        for (const std::uint32_t id : m_forest.joinedBlocks()) {
            const std::uint32_t seam = m_forest.block(id).seam;
            if (seam + window >= event && seam <= event + window && m_rng.unit() < share)
                ruinBlock(id, avoiding);
        }
    }

    void ruinBlock(std::uint32_t id, double avoiding)
    {
        if (!m_forest.block(id).isJoined)
            return;
        for (std::uint32_t at = id; at != Block::kNone; at = m_forest.block(at).whole)
            if (avoiding > 0 && m_rng.unit() < avoiding)
                avoid(m_forest.block(at));
        m_forest.split(id);
    }

    void avoid(const Block& block)
    {
        for (const std::uint32_t event : {block.seam, block.lastSeam}) {
            m_avoided[event].push_back({block.first, block.seam, block.end, block.size});
            m_avoidedAt.push_back(event);
        }
    }

    void forgetAvoided()
    {
        for (const std::uint32_t event : m_avoidedAt) {
            m_avoided[event].clear();
            m_forest.markChanged(event);
        }
        m_avoidedAt.clear();
    }

    /// Where a block that is left over begins or ends.
    std::uint32_t eventOfLoose()
    {
        std::vector<std::uint32_t> events;
        for (const std::uint32_t id : m_forest.looseBlocks())
            for (const std::uint32_t event : {m_forest.block(id).first, m_forest.block(id).end})
                if (event != 0 && event != m_forest.lastEvent())
                    events.push_back(event);
        return events[m_rng.below(events.size())];
    }

    BlockForest m_forest;
    SeamFinder m_seams;
    Rng m_rng;
    const std::int64_t m_limit;
    const std::stop_token m_stop;
    std::vector<Best> m_best;                    // by event
    std::vector<std::vector<Avoided>> m_avoided; // by event
    std::vector<std::uint32_t> m_avoidedAt;
    std::size_t m_least = 0;     // blocks left over, since the last wide ruin
    std::int64_t m_lastGain = 0; // round
    double m_noise = 0;
    std::int64_t m_nodes = 0;
};

} // namespace

SweepSearchResult searchBlocks(const std::vector<Buffer>& buffers, Bytes, std::int64_t nodes, const RunControl& control)
{
    Rng rng(control.seed);
    std::int64_t used = 0;
    for (;;) {
        SweepSearchResult result =
            BlockSearch(buffers, std::min(nodes - used, kAttempt), rng.next(), control.stop).run();
        result.nodes = used += result.nodes;
        if (result.offsets || result.cause != StopCause::WorkLimit || used >= nodes)
            return result;
    }
}

} // namespace nestloom::memory
