// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/valley_search.h"

#include "engine/base/rng.h"
#include "engine/memory/sections.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kWall = std::numeric_limits<std::int64_t>::max(); // beside the first and the last section
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();
// what makes a buffer the next one, beside its taste, which is around 0
constexpr double kForDuration = 0.5, kForSize = 0.7; // times their logarithms
constexpr double kForWall = 1;                       // it begins or ends at a wall of the valley, or as high as one
constexpr double kForRoom = 50;     // times the share of the capacity by which the room of its steps is overdrawn
constexpr double kStep = 2;         // of a taste, at most 1.5 times this
constexpr std::uint64_t kMoved = 4; // tastes, at most
constexpr double kHeat = 0.0005;
constexpr double kSoftness = 0.03; // of the height that counts: sections less far below the highest count as well

/// Sections first..last of height `height`; everything beside them is higher.
struct Valley {
    std::size_t first = 0, last = 0;
    std::int64_t height = 0, left = kWall, right = kWall; // heights of it and of the walls
};

/// One packing, made from the lowest address up.
class Filling {
public:
    Filling(const Sections& sections, const std::vector<std::vector<std::size_t>>& beginning, Bytes capacity)
        : m_sections(sections), m_beginning(beginning), m_capacity(double(capacity.count)),
          m_height(sections.load.size(), 0), m_needed(sections.load), m_offset(sections.items.size(), 0),
          m_placed(sections.items.size(), 0)
    {
        for (std::size_t i = 0; i < sections.items.size(); ++i) {
            m_placed[i] = sections.items[i].size == 0 ? 1 : 0;
            m_left += m_placed[i] ? 0 : 1;
        }
    }

    void fill(const std::vector<double>& taste)
    {
        while (m_left > 0) {
            const Valley valley = lowest();
            const std::size_t next = choose(valley, taste);
            next == kNobody ? raise(valley) : place(next, valley.height);
        }
    }

    const std::vector<std::int64_t>& heights() const { return m_height; }
    const std::vector<std::int64_t>& offsets() const { return m_offset; }

private:
    Valley lowest() const
    {
        const auto first = std::size_t(std::min_element(m_height.begin(), m_height.end()) - m_height.begin());
        Valley valley{first, first, m_height[first]};
        while (valley.last + 1 < m_height.size() && m_height[valley.last + 1] == valley.height)
            ++valley.last;
        if (first > 0)
            valley.left = m_height[first - 1];
        if (valley.last + 1 < m_height.size())
            valley.right = m_height[valley.last + 1];
        return valley;
    }

    std::size_t choose(const Valley& valley, const std::vector<double>& taste) const
    {
        std::size_t best = kNobody;
        double most = 0;
        for (std::size_t s = valley.first; s <= valley.last; ++s)
            for (const std::size_t i : m_beginning[s])
                if (!m_placed[i] && m_sections.items[i].last <= valley.last)
                    if (const double worth = taste[i] + fitness(valley, m_sections.items[i]);
                        best == kNobody || worth > most) {
                        best = i;
                        most = worth;
                    }
        return best;
    }

    double fitness(const Valley& valley, const SectionItem& item) const
    {
        double steps = 0;
        std::int64_t needed = 0;
        for (std::size_t s = item.first; s <= item.last; ++s) {
            steps += double(m_sections.steps[s]);
            needed = std::max(needed, m_needed[s]);
        }
        const std::int64_t top = valley.height + item.size;
        int walls = 0;
        if (item.first == valley.first)
            walls += top == valley.left ? 2 : 1;
        if (item.last == valley.last)
            walls += top == valley.right ? 2 : 1;
        return kForDuration * std::log(steps) + kForSize * std::log(double(item.size) / m_capacity) + kForWall * walls
               + kForRoom * (double(needed) / m_capacity - 1);
    }

    void place(std::size_t i, std::int64_t offset)
    {
        const SectionItem& item = m_sections.items[i];
        m_offset[i] = offset;
        m_placed[i] = 1;
        --m_left;
        for (std::size_t s = item.first; s <= item.last; ++s)
            m_height[s] = offset + item.size;
    }

    /// No buffer comes here: what is left comes as high as the lower wall at least.
    void raise(const Valley& valley)
    {
        const std::int64_t wall = std::min(valley.left, valley.right);
        for (std::size_t s = valley.first; s <= valley.last; ++s) {
            m_needed[s] += wall - valley.height;
            m_height[s] = wall;
        }
    }

    const Sections& m_sections;
    const std::vector<std::vector<std::size_t>>& m_beginning; // items by their first section
    const double m_capacity;
    std::vector<std::int64_t> m_height, m_needed; // by section, B; needed: by all that is placed and is to come
    std::vector<std::int64_t> m_offset;
    std::vector<char> m_placed;
    std::size_t m_left = 0;
};

class ValleySearch {
public:
    ValleySearch(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control)
        : m_buffers(buffers), m_capacity(capacity), m_control(control), m_rng(control.seed),
          m_sections(sections(buffers)), m_beginning(m_sections.load.size()), m_taste(buffers.size(), 0)
    {
        for (std::size_t i = 0; i < buffers.size(); ++i)
            m_beginning[m_sections.items[i].first].push_back(i);
        for (const std::size_t steps : m_sections.steps)
            m_steps += double(steps);
    }

    SweepSearchResult run(std::int64_t nodes)
    {
        SweepSearchResult result;
        if (m_buffers.empty())
            return result;
        std::vector<std::int64_t> heights;
        double height = 0;
        for (std::int64_t i = 0; i < nodes && !fits(); ++i) {
            if (m_control.stop.stop_requested()) {
                result.cause = StopCause::Cancelled;
                break;
            }
            if (i > 0)
                changeTastes(heights);
            Filling filling(m_sections, m_beginning, m_capacity);
            filling.fill(m_taste);
            ++result.nodes;
            offer(filling);
            const double now = softHeight(filling.heights());
            const double heat = kHeat * (1 - double(i) / double(nodes)) * -std::log(1 - m_rng.unit());
            if (i == 0 || now <= height + heat) {
                height = now;
                heights = filling.heights();
            } else {
                takeBack();
            }
        }
        if (m_top >= 0)
            result.offsets.emplace();
        for (const std::int64_t offset : m_lowest)
            result.offsets->push_back({offset});
        if (!fits() && result.cause == StopCause::Completed)
            result.cause = StopCause::WorkLimit;
        return result;
    }

private:
    bool fits() const { return m_top >= 0 && m_top <= m_capacity.count; }

    void offer(const Filling& filling)
    {
        std::int64_t top = 0;
        for (std::size_t i = 0; i < m_buffers.size(); ++i)
            top = std::max(top, filling.offsets()[i] + m_buffers[i].size.count);
        if (m_top >= 0 && top >= m_top)
            return;
        m_top = top;
        m_lowest = filling.offsets();
    }

    /// In capacities: near the highest section's, and the less the fewer are as high.
    double softHeight(const std::vector<std::int64_t>& heights) const
    {
        double sum = 0;
        const double highest = double(*std::max_element(heights.begin(), heights.end()));
        for (std::size_t s = 0; s < heights.size(); ++s)
            sum += double(m_sections.steps[s]) / m_steps
                   * std::exp((double(heights[s]) - highest) / double(m_capacity.count) / kSoftness);
        return highest / double(m_capacity.count) + kSoftness * std::log(sum);
    }

    /// Of some buffers, half of them in use where the packing is highest.
    void changeTastes(const std::vector<std::int64_t>& heights)
    {
        m_changed.clear();
        const auto highest = std::size_t(std::max_element(heights.begin(), heights.end()) - heights.begin());
        std::vector<std::size_t> there;
        for (std::size_t i = 0; i < m_buffers.size(); ++i)
            if (m_sections.items[i].first <= highest && highest <= m_sections.items[i].last)
                there.push_back(i);
        for (std::uint64_t left = 1 + m_rng.below(kMoved); left > 0; --left) {
            const std::size_t i = m_rng.below(2) == 0 && !there.empty() ? there[m_rng.below(there.size())]
                                                                        : m_rng.below(m_buffers.size());
            m_changed.emplace_back(i, m_taste[i]);
            m_taste[i] += kStep * (m_rng.unit() + m_rng.unit() + m_rng.unit() - 1.5);
        }
    }

    void takeBack()
    {
        for (; !m_changed.empty(); m_changed.pop_back())
            m_taste[m_changed.back().first] = m_changed.back().second;
    }

    const std::vector<Buffer>& m_buffers;
    const Bytes m_capacity;
    const RunControl& m_control;
    Rng m_rng;
    const Sections m_sections;
    std::vector<std::vector<std::size_t>> m_beginning;
    double m_steps = 0; // of all sections
    std::vector<double> m_taste;
    std::vector<std::pair<std::size_t, double>> m_changed; // and what it was
    std::vector<std::int64_t> m_lowest;                    // offsets
    std::int64_t m_top = -1;
};

} // namespace

SweepSearchResult searchValleys(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                const RunControl& control)
{
    return ValleySearch(buffers, capacity, control).run(nodes);
}

} // namespace nestloom::memory
