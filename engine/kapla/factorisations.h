// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/integers.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nestloom::kapla {

namespace detail {

template <std::size_t N>
void extendFactorisation(std::int64_t rest, std::size_t at, std::array<std::int64_t, N>& factors,
                         std::vector<std::array<std::int64_t, N>>& all)
{
    if (at + 1 == N) {
        factors[at] = rest;
        all.push_back(factors);
        return;
    }
    for (const std::int64_t divisor : divisors(rest)) {
        factors[at] = divisor;
        extendFactorisation(rest / divisor, at + 1, factors, all);
    }
}

} // namespace detail

/// All ways to write n >= 1 as a product of N ordered factors, in lexicographic order.
template <std::size_t N>
std::vector<std::array<std::int64_t, N>> factorisations(std::int64_t n)
{
    std::vector<std::array<std::int64_t, N>> all;
    std::array<std::int64_t, N> factors{};
    detail::extendFactorisation(n, 0, factors, all);
    return all;
}

} // namespace nestloom::kapla
