// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace nestloom {

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
