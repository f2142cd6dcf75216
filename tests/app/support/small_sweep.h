// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"
#include "tests/app/support/small_inputs.h"

namespace nestloom::testing {

/// `count` capacities of the buffer from 64 B on, 64 B apart.
inline explore::SweepInputs smallSweep(int count)
{
    const auto run = smallInputs();
    explore::SweepInputs inputs{{run.accelerator, {{"levels.Buffer.capacity", {}}}}, {run.network}, run.options};
    for (int i = 1; i <= count; ++i)
        inputs.space.axes[0].values.push_back(64.0 * i);
    inputs.options.threads = 1;
    return inputs;
}

} // namespace nestloom::testing
