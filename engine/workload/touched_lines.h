// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace nestloom::workload {

/// Distinct rows (or columns) of inputs that all outputs together touch; those that a stride skips do not count.
/// Pixel p and tap r touch row p * stride + r * dilation. With s = stride / gcd and d = dilation / gcd, pixel p + d and
/// tap r touch the row of pixel p and tap r + s: such pairs form chains, one for each row, so rows = pixels * taps -
/// pairs.
inline std::int64_t touchedLines(std::int64_t pixels, std::int64_t stride, std::int64_t taps, std::int64_t dilation)
{
    const std::int64_t common = std::gcd(stride, dilation);
    return pixels * taps
           - std::max<std::int64_t>(0, pixels - dilation / common) * std::max<std::int64_t>(0, taps - stride / common);
}

} // namespace nestloom::workload
