// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_record.h"

namespace nestloom::store {

inline TimePoint now()
{
    return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

} // namespace nestloom::store
