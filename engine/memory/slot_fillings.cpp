// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/slot_fillings.h"

#include <bit>
#include <utility>

namespace nestloom::memory {

namespace {

constexpr std::size_t kTabled = 14; // sizes, of which every set is kept
constexpr int kMostLooks = 2'000;   // at sets, for one question

std::uint64_t withoutLowest(std::uint64_t mask) { return mask & (mask - 1); }

} // namespace

/// One question.
class SlotFilling {
public:
    using Way = std::vector<std::uint64_t>;

    SlotFilling(const SlotFillings& fillings, const std::vector<std::int64_t>& slots, bool everything, std::size_t most)
        : m_fillings(fillings), m_slots(slots), m_everything(everything), m_most(most)
    {
    }

    std::optional<std::vector<Way>> run(std::uint64_t left)
    {
        fill(left);
        if (m_looks < 0)
            return std::nullopt;
        return std::move(m_ways);
    }

private:
    bool isOver() const { return m_looks < 0 || m_ways.size() >= m_most; }

    /// The next slot, with sets of those `left`.
    void fill(std::uint64_t left)
    {
        const std::size_t slot = m_way.size();
        if (isOver() || --m_looks < 0)
            return;
        if (slot == m_slots.size()) {
            if (!m_everything || left == 0)
                m_ways.push_back(m_way);
        } else if (m_everything && slot + 1 == m_slots.size()) {
            m_way.push_back(left);
            m_ways.push_back(m_way);
            m_way.pop_back();
        } else if (m_fillings.m_all) {
            fillFromTable(left, m_slots[slot]);
        } else {
            addSets(left, left, m_slots[slot], 0);
        }
    }

    void take(std::uint64_t left, std::uint64_t set)
    {
        m_way.push_back(set);
        fill(left & ~set);
        m_way.pop_back();
    }

    void fillFromTable(std::uint64_t left, std::int64_t size)
    {
        const auto sets = m_fillings.m_sets.find(size);
        if (sets == m_fillings.m_sets.end())
            return;
        for (const std::uint64_t set : sets->second) {
            if (isOver() || --m_looks < 0)
                return;
            if ((set & left) == set)
                take(left, set);
        }
    }

    /// Adds sizes of `candidates` to a set that needs `size` more.
    void addSets(std::uint64_t left, std::uint64_t candidates, std::int64_t size, std::uint64_t set)
    {
        if (size == 0) {
            take(left, set);
            return;
        }
        if (isOver() || --m_looks < 0)
            return;
        std::int64_t sum = 0;
        for (std::uint64_t rest = candidates; rest != 0; rest = withoutLowest(rest))
            sum += m_fillings.m_sizes[std::size_t(std::countr_zero(rest))];
        for (std::uint64_t rest = candidates; rest != 0 && sum >= size && !isOver(); rest = withoutLowest(rest)) {
            const std::int64_t one = m_fillings.m_sizes[std::size_t(std::countr_zero(rest))];
            if (one <= size)
                addSets(left, withoutLowest(rest), size - one, set | (rest & -rest));
            sum -= one;
        }
    }

    const SlotFillings& m_fillings;
    const std::vector<std::int64_t>& m_slots;
    const bool m_everything;
    const std::size_t m_most;
    int m_looks = kMostLooks;
    Way m_way;
    std::vector<Way> m_ways;
};

SlotFillings::SlotFillings(std::vector<std::int64_t> sizes)
    : m_sizes(std::move(sizes)), m_all(m_sizes.size() <= kTabled)
{
    if (!m_all)
        return;
    std::vector<std::int64_t> sums(std::size_t{1} << m_sizes.size());
    for (std::uint64_t set = 1; set < sums.size(); ++set) {
        sums[set] = sums[withoutLowest(set)] + m_sizes[std::size_t(std::countr_zero(set))];
        m_sets[sums[set]].push_back(set);
    }
}

std::optional<std::vector<std::vector<std::uint64_t>>> SlotFillings::ways(const std::vector<std::int64_t>& slots,
                                                                          std::uint64_t left, bool everything,
                                                                          std::size_t most) const
{
    return SlotFilling(*this, slots, everything, most).run(left);
}

} // namespace nestloom::memory
