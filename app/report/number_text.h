// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace nestloom::report {

/// Numbers for people, always with their unit; the command line and the reports write them in the same way.
std::string grouped(std::int64_t number);                      // "112,896"
std::string counted(std::int64_t count, std::string_view one); // "1 layer", "1,024 layers": with an "s" for all but one
std::string exactCycles(Cycles cycles);                        // "112,896 cycles"
std::string shortCycles(double cycles);                        // "12.4 Mcycle": three significant digits
std::string shortEnergy(Picojoules energy);                    // "31.2 mJ"
std::string shortEdp(double jouleSeconds);                     // "387 µJ·s"
std::string shortEdp(double picojouleCycles, Hertz clock);
std::string shortBytes(double bytes);                         // "64.0 KiB", "192 B"
std::string shortTime(double seconds);                        // "12.4 ms"
std::string percent(double fraction);                         // "61.3 %"; one digit after the point
std::string shortNumber(double value, std::string_view unit); // SI prefix k, M, G, ... or m, u, n, p
using nestloom::fixedNumber;

} // namespace nestloom::report
