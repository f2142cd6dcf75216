// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace nestloom::schedule::cosa {

inline constexpr double kMaxLog = 64; // no log2 of a number of a mapping is larger

inline double log2Of(std::int64_t n) { return std::log2(static_cast<double>(n)); }

} // namespace nestloom::schedule::cosa
