// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nestloom {

/// a * b, or nothing when it does not fit 64 bits.
inline std::optional<std::int64_t> checkedProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// a / b rounded up, for a >= 0 and b > 0.
constexpr std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

struct PrimeFactor {
    std::int64_t prime = 2;
    int multiplicity = 1;
    friend bool operator==(const PrimeFactor&, const PrimeFactor&) = default;
};

/// Prime factors of n >= 1, ascending; empty for 1.
std::vector<PrimeFactor> primeFactors(std::int64_t n);

/// Divisors of n >= 1, ascending.
std::vector<std::int64_t> divisors(std::int64_t n);

} // namespace nestloom
