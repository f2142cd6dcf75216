// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace nestloom::bench {

/// The value below which a share of all values lies (nearest rank). 0 for no values.
inline double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(values.size()));
    return values[std::min(rank, values.size() - 1)];
}

/// "NAME: mean 1.2, median 1.0, 95 % below 3.1, at most 4.5 UNIT (100 values)"
inline void print(const char* name, const std::vector<double>& values, const char* unit)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    std::printf("%s: mean %.3g, median %.3g, 95 %% below %.3g, at most %.3g %s (%zu values)\n", name,
                sum / static_cast<double>(std::max<std::size_t>(1, values.size())), quantile(values, 0.5),
                quantile(values, 0.95), quantile(values, 1), unit, values.size());
}

} // namespace nestloom::bench
