// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/unit_loops.h"

namespace nestloom::kapla {

double UnitLoops::accessOnce(Level level, TensorRole role) const
{
    std::int64_t times = 1;
    for (const Loop loop : kLoops)
        if (indexes(kind, role, loop))
            times *= trips[index(loop)];
    return access[index(level)][role] * double(times);
}

} // namespace nestloom::kapla
