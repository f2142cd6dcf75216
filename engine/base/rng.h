// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace nestloom {

/// Seeded generator (SplitMix64, Steele et al. 2014): the same numbers on every platform,
/// which the distributions of <random> do not promise.
class Rng {
public:
    explicit Rng(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next();
    /// Uniform in [0, n); n must be positive. The bias is below n / 2^64.
    std::uint64_t below(std::uint64_t n);
    /// Uniform in [0, 1).
    double unit() { return double(next() >> 11) * 0x1.0p-53; }

    template <typename T>
    void shuffle(std::span<T> items)
    {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t m_state;
};

} // namespace nestloom
