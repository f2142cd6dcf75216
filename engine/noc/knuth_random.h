// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nestloom::noc {

/// The lagged Fibonacci generators of D. E. Knuth (The Art of Computer Programming, volume 2, 3rd edition, section 3.6,
/// in the version of 2002): of each 1009 numbers the first 100 are used. BookSim draws from them, so that equal seeds
/// make equal packets here and there. One generator gives whole numbers, another one fractions; they do not depend on
/// each other.
class KnuthRandom {
public:
    explicit KnuthRandom(std::uint32_t seed); // the lower 30 bits count
    std::uint32_t next();                     // below 2^30
    double unit();                            // 0 .. 1, without 1

private:
    static constexpr std::size_t kLong = 100, kShort = 37; // lags
    template <typename Number>
    struct Sequence {
        std::array<Number, kLong> state{}, ready{};
        std::size_t used = kLong; // of `ready`
    };
    Sequence<std::uint32_t> m_integers;
    Sequence<double> m_fractions;
};

} // namespace nestloom::noc
