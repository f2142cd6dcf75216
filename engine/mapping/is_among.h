// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/loop_dimension.h"

#include <algorithm>
#include <vector>

namespace nestloom::mapping {

inline bool isAmong(workload::LoopDimension d, const std::vector<workload::LoopDimension>& list)
{
    return std::find(list.begin(), list.end(), d) != list.end();
}

} // namespace nestloom::mapping
