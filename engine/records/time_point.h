// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace nestloom::records {

using TimePoint = std::chrono::sys_time<std::chrono::milliseconds>;

} // namespace nestloom::records
