// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace nestloom {

/// CPU time used by the calling thread so far.
std::chrono::nanoseconds threadCpuTime();

} // namespace nestloom
