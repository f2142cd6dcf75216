// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace nestloom::report {

/// "2026-11-21 09:41:07"
std::string utcText(std::chrono::sys_time<std::chrono::milliseconds> time);

} // namespace nestloom::report
