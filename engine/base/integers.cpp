// SPDX-License-Identifier: Apache-2.0
#include "engine/base/integers.h"

#include <algorithm>

namespace nestloom {

std::vector<PrimeFactor> primeFactors(std::int64_t n)
{
    std::vector<PrimeFactor> result;
    for (std::int64_t p = 2; p * p <= n; ++p) {
        int multiplicity = 0;
        for (; n % p == 0; n /= p)
            ++multiplicity;
        if (multiplicity > 0)
            result.push_back({p, multiplicity});
    }
    if (n > 1)
        result.push_back({n, 1});
    return result;
}

std::vector<std::int64_t> divisors(std::int64_t n)
{
    std::vector<std::int64_t> result;
    for (std::int64_t d = 1; d * d <= n; ++d) {
        if (n % d != 0)
            continue;
        result.push_back(d);
        if (d != n / d)
            result.push_back(n / d);
    }
    std::ranges::sort(result);
    return result;
}

} // namespace nestloom
