// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/hole_choices.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace nestloom::memory {

namespace {

using Positions = std::vector<std::uint32_t>;

constexpr std::size_t kNearest = 6; // of the sets of one kind that are a little too large
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kHolesOfThree = 24; // of more holes no three are tried that are not neighbours

double logSubsets(std::size_t of, std::size_t taken)
{
    return std::lgamma(double(of) + 1) - std::lgamma(double(taken) + 1) - std::lgamma(double(of - taken) + 1);
}

class Choices {
public:
    Choices(const std::vector<Hole>& holes, const std::vector<std::int64_t>& arriving, std::int64_t capacity)
        : m_holes(holes), m_arriving(arriving), m_capacity(double(capacity)), m_bySize(holes.size()),
          m_inOrder(holes.size()),
          m_fresh(std::size_t(std::count_if(holes.begin(), holes.end(), [](const Hole& h) { return h.fresh; })))
    {
        std::iota(m_inOrder.begin(), m_inOrder.end(), 0U);
        std::iota(m_bySize.begin(), m_bySize.end(), 0U);
        std::stable_sort(m_bySize.begin(), m_bySize.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return holes[a].size < holes[b].size; });
    }

    std::vector<HoleChoice> run()
    {
        Positions all(m_arriving.size());
        std::iota(all.begin(), all.end(), 0U);
        takeFresh(all);
        takeMost(all);
        if (all.size() > 1)
            takeMost({0});
        for (std::size_t count = 1; count <= (m_holes.size() > kHolesOfThree ? 2 : 3); ++count)
            takeFew({}, m_bySize, count, {0});
        takeNeighbours();
        takeStretches(m_inOrder, std::log(double(m_holes.size())));
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const HoleChoice& a, const HoleChoice& b) { return a.chance < b.chance; });
        return std::move(m_found);
    }

private:
    /// `ways` is the logarithm of the number of sets among which these were found; without it of all of this many.
    void offer(Positions holes, const Positions& arriving, std::optional<double> ways = {})
    {
        std::int64_t rest = -needed(arriving);
        bool fresh = true;
        for (const std::uint32_t i : holes) {
            rest += m_holes[i].size;
            fresh = fresh && m_holes[i].fresh;
        }
        if (rest < 0)
            return;
        std::sort(holes.begin(), holes.end());
        if (!m_known.emplace(holes, arriving.size()).second)
            return;
        if (!ways)
            ways = logSubsets(fresh ? m_fresh : m_holes.size(), holes.size())
                   + logSubsets(m_arriving.size(), arriving.size());
        m_found.push_back({std::move(holes), arriving, rest, *ways + std::log(double(rest + 1) / m_capacity)});
    }

    std::int64_t needed(const Positions& arriving) const
    {
        std::int64_t sum = 0;
        for (const std::uint32_t i : arriving)
            sum += m_arriving[i];
        return sum;
    }

    /// All fresh holes, with a few more when they are too small.
    void takeFresh(const Positions& arriving)
    {
        Positions fresh, others;
        std::int64_t room = 0;
        for (const std::uint32_t i : m_bySize)
            if (m_holes[i].fresh) {
                fresh.push_back(i);
                room += m_holes[i].size;
            } else {
                others.push_back(i);
            }
        if (fresh.empty())
            return;
        offer(fresh, arriving);
        for (std::size_t count = 1; count <= 3 && room < needed(arriving); ++count)
            takeFew(fresh, others, count, arriving);
    }

    /// All holes but a few.
    void takeMost(const Positions& arriving)
    {
        std::int64_t surplus = -needed(arriving);
        for (const Hole& hole : m_holes)
            surplus += hole.size;
        const auto without = [&](std::uint32_t a, std::uint32_t b) {
            Positions holes;
            for (std::uint32_t i = 0; i < m_holes.size(); ++i)
                if (i != a && i != b)
                    holes.push_back(i);
            offer(std::move(holes), arriving);
        };
        if (surplus < 0 || m_holes.size() < 4)
            return;
        without(kNone, kNone);
        std::size_t offered = 0;
        for (std::size_t i = m_bySize.size(); i-- > 0 && offered < kNearest;)
            if (m_holes[m_bySize[i]].size <= surplus) {
                without(m_bySize[i], kNone);
                ++offered;
                const std::int64_t left = surplus - m_holes[m_bySize[i]].size;
                for (std::size_t k = i; k-- > 0;)
                    if (m_holes[m_bySize[k]].size <= left) {
                        without(m_bySize[i], m_bySize[k]);
                        break;
                    }
            }
    }

    /// `count` of `holes` besides those of `base`: of just the size that is needed, or of little more.
    void takeFew(const Positions& base, const Positions& holes, std::size_t count, const Positions& arriving)
    {
        m_near.clear();
        std::int64_t missing = needed(arriving);
        for (const std::uint32_t i : base)
            missing -= m_holes[i].size;
        Positions taken;
        combine(holes, count, 0, missing, taken);
        std::stable_sort(m_near.begin(), m_near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t inexact = 0;
        for (auto& [rest, set] : m_near) {
            if (rest > 0 && ++inexact > kNearest)
                break;
            const double ways = logSubsets(holes.size(), set.size()) + logSubsets(m_arriving.size(), arriving.size());
            set.insert(set.end(), base.begin(), base.end());
            offer(std::move(set), arriving, base.empty() ? std::optional<double>() : ways);
        }
    }

    /// Sets without which nothing is too much: each hole is needed.
    void combine(const Positions& holes, std::size_t count, std::size_t from, std::int64_t missing, Positions& taken)
    {
        if (taken.size() + 1 == count) {
            const auto enough =
                std::lower_bound(holes.begin() + std::ptrdiff_t(from), holes.end(), missing,
                                 [&](std::uint32_t i, std::int64_t size) { return m_holes[i].size < size; });
            std::size_t offered = 0;
            for (auto it = enough; it != holes.end() && offered < kNearest; ++it, ++offered) {
                taken.push_back(*it);
                m_near.emplace_back(m_holes[*it].size - missing, taken);
                taken.pop_back();
            }
            return;
        }
        for (std::size_t i = from; i < holes.size() && m_holes[holes[i]].size < missing; ++i) {
            taken.push_back(holes[i]);
            combine(holes, count, i + 1, missing - m_holes[holes[i]].size, taken);
            taken.pop_back();
        }
    }

    /// Holes of one parent: the fewest largest ones of those in any order, stretches of those in a row.
    void takeNeighbours()
    {
        std::map<std::int32_t, Positions> byParent;
        for (std::uint32_t i = 0; i < m_holes.size(); ++i)
            byParent[m_holes[i].leaf.parent].push_back(i);
        for (auto& [parent, holes] : byParent)
            if (!m_holes[holes.front()].leaf.inRow)
                takeLargest(holes);
    }

    void takeLargest(Positions& holes)
    {
        const double ways = std::log(double(m_holes.size()));
        const auto larger = [&](std::uint32_t a, std::uint32_t b) { return m_holes[a].size > m_holes[b].size; };
        std::stable_sort(holes.begin(), holes.end(), larger);
        std::int64_t missing = m_arriving[0];
        for (std::size_t i = 0; i < holes.size(); ++i)
            if ((missing -= m_holes[holes[i]].size) <= 0) {
                offer(Positions(holes.begin(), holes.begin() + std::ptrdiff_t(i) + 1), {0}, ways);
                break;
            }
        offer(holes, {0}, ways);
    }

    /// Holes one after the other, in the order of the tree: as few as are needed from each on.
    void takeStretches(const Positions& holes, double ways)
    {
        for (std::size_t begin = 0; begin < holes.size(); ++begin) {
            std::int64_t missing = m_arriving[0];
            for (std::size_t i = begin; i < holes.size(); ++i)
                if ((missing -= m_holes[holes[i]].size) <= 0) {
                    offer(Positions(holes.begin() + std::ptrdiff_t(begin), holes.begin() + std::ptrdiff_t(i) + 1), {0},
                          ways);
                    break;
                }
        }
    }

    const std::vector<Hole>& m_holes;
    const std::vector<std::int64_t>& m_arriving;
    const double m_capacity;
    Positions m_bySize, m_inOrder;
    const std::size_t m_fresh;
    std::vector<std::pair<std::int64_t, Positions>> m_near;
    std::set<std::pair<Positions, std::size_t>> m_known;
    std::vector<HoleChoice> m_found;
};

} // namespace

std::vector<HoleChoice> holeChoices(const std::vector<Hole>& holes, const std::vector<std::int64_t>& arriving,
                                    std::int64_t capacity)
{
    return Choices(holes, arriving, capacity).run();
}

} // namespace nestloom::memory
