// SPDX-License-Identifier: Apache-2.0
#include "engine/base/run_control.h"

#include <ctime>

namespace nestloom {

std::chrono::nanoseconds threadCpuTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace nestloom
