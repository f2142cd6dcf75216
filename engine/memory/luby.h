// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nestloom::memory {

/// 1 1 2 1 1 2 4 1 1 2 ... for i = 1, 2, ...: within a constant factor of the best restarts for any search (Luby et al.
/// 1993).
constexpr std::int64_t luby(std::int64_t i)
{
    std::int64_t size = 1;
    while (2 * size - 1 < i)
        size *= 2;
    return 2 * size - 1 == i ? size : luby(i - size + 1);
}

} // namespace nestloom::memory
