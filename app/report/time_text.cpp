// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/time_text.h"

#include <array>
#include <ctime>

namespace nestloom::report {

std::string utcText(std::chrono::sys_time<std::chrono::milliseconds> time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
    return text.data();
}

} // namespace nestloom::report
