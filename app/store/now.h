// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run.h"

#include <algorithm>

namespace nestloom::store {

/// A stored time; what no calendar has is brought back to one.
inline records::TimePoint storedTime(std::int64_t milliseconds)
{
    constexpr std::int64_t kYear10000 = 253'402'300'800'000;
    return records::TimePoint(std::chrono::milliseconds(std::clamp<std::int64_t>(milliseconds, 0, kYear10000 - 1)));
}

inline records::TimePoint now()
{
    return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

} // namespace nestloom::store
