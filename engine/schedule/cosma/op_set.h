// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nestloom::schedule::cosma {

/// A set of operators as bits. All sets that meet have the same number of words.
class OpSet {
public:
    OpSet() = default;
    explicit OpSet(std::size_t operators) : m_words((operators + 63) / 64) {}

    bool contains(std::size_t op) const { return (m_words[op / 64] >> (op % 64) & 1) != 0; }
    void insert(std::size_t op) { m_words[op / 64] |= std::uint64_t{1} << (op % 64); }

    OpSet& operator|=(const OpSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }

    bool intersects(const OpSet& other) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if ((m_words[i] & other.m_words[i]) != 0)
                return true;
        return false;
    }

    /// Calls `visit` for each operator that is in this set and not in `other`, in ascending order.
    template <typename Visit>
    void forEachExcept(const OpSet& other, Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            for (std::uint64_t left = m_words[i] & ~other.m_words[i]; left != 0; left &= left - 1)
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }

    std::size_t words() const { return m_words.size(); }
    friend bool operator==(const OpSet&, const OpSet&) = default;

private:
    std::vector<std::uint64_t> m_words;
};

} // namespace nestloom::schedule::cosma
