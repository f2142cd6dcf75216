// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nestloom::noc {

/// Calls visit(place) for every set bit of an unsigned number, rising.
template <typename Mask, typename Visit>
void forEachBit(Mask mask, Visit visit)
{
    for (; mask != 0; mask &= mask - 1)
        visit(std::size_t(std::countr_zero(mask)));
}

/// The first set bit from `turn` on, wrapping round; the mask is not empty.
template <typename Mask>
std::size_t firstFrom(Mask mask, std::size_t turn)
{
    const Mask behind = Mask(mask >> turn << turn);
    return std::size_t(std::countr_zero(behind != 0 ? behind : mask));
}

/// The routers or endpoints that have something to do in this cycle or the next, as one bit each.
class ActiveSet {
public:
    explicit ActiveSet(std::size_t size) : m_words((size + 63) / 64, 0) {}

    void add(std::size_t item) { m_words[item / 64] |= bit(item); }
    void remove(std::size_t item) { m_words[item / 64] &= ~bit(item); }
    bool contains(std::size_t item) const { return (m_words[item / 64] & bit(item)) != 0; }
    bool empty() const
    {
        std::uint64_t any = 0;
        for (const std::uint64_t word : m_words)
            any |= word;
        return any == 0;
    }

    /// Calls visit(item) in ascending order. Items that a visit adds are visited in the same round if they are higher
    /// than the visited one, and stay for the next round if they are lower.
    template <typename Visit>
    void forEachRising(Visit visit)
    {
        for (std::size_t index = 0; index < m_words.size(); ++index) {
            std::uint64_t passed = 0; // the visited item and those below it
            while (const std::uint64_t left = m_words[index] & ~passed) {
                const int item = std::countr_zero(left);
                passed = left ^ (left - 1); // up to and including the lowest bit
                visit(index * 64 + std::size_t(item));
            }
        }
    }

    /// Calls visit(item) in ascending order. Items added meanwhile may be visited at once or in the next round.
    template <typename Visit>
    void forEach(Visit visit)
    {
        for (std::size_t index = 0; index < m_words.size(); ++index)
            for (std::uint64_t left = m_words[index]; left != 0; left &= left - 1)
                visit(index * 64 + std::size_t(std::countr_zero(left)));
    }

private:
    static constexpr std::uint64_t bit(std::size_t item) { return std::uint64_t(1) << (item % 64); }
    std::vector<std::uint64_t> m_words;
};

} // namespace nestloom::noc
