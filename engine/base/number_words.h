// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

#include <cstdint>
#include <string>
#include <string_view>

// Numbers for people, in one place: window, command line and reports. Two forms: short (SI prefix, three significant
// digits) for headlines, charts and tables, exact (thousands separators) for tooltips and exports. Always with the
// unit, never "-0"; not a number is kNoNumber. UTF-8.
namespace nestloom {

inline constexpr const char* kNoNumber = "-";

// Short form.
std::string shortNumber(double value, std::string_view unit); // "1.02 TMAC/s"; "m", "\u00b5", ... below 1
std::string shortCycles(double count);                        // "12.4 Mcycle", "853 cycles"
std::string shortEnergy(Picojoules energy);                   // "31.2 mJ"
std::string shortEdp(double jouleSeconds);                    // "387 µJ·s"
std::string shortEdp(double picojouleCycles, Hertz clock);
std::string shortBytes(double count);                  // "64 KiB" exactly, "1.90 MiB", "12 B"
std::string shortArea(SquareMicrometres area);         // "1.23 mm²", "350 µm²"
std::string shortTime(double seconds);                 // "12.4 ms": of the machine that is modelled
std::string duration(double milliseconds);             // "0.42 ms", "87 ms", "1.3 s", "4 min 05 s": of us who wait
std::string bandwidthText(Bandwidth bandwidth);        // "20 B/cycle", "12.8 GB/s": as it is stated
std::string times(double ratio);                       // "2.21x"
std::string widthsText(const PerTensor<Bits>& widths); // "8 bit", or "8/8/24 bit" of weights, inputs and outputs

// Exact form.
std::string grouped(std::int64_t number);                      // "112,896"
std::string groupedNumber(double value, int decimals);         // "1,234.50"
std::string counted(std::int64_t count, std::string_view one); // "1 layer", "1,024 layers": with an "s" for all but one
std::string exactCycles(Cycles cycles);                        // "112,896 cycles"
std::string exactCycleBound(double cycles);                    // "115,248.5 cycles": proven bounds may be fractional
std::string exactEnergy(Picojoules energy);                    // "31,204,113 pJ"; below a million pJ with two decimals

// Ratios. Arguments are ratios (0.71), not percents.
std::string percent(double ratio, int decimals = 1);       // "71.0 %"
std::string signedPercent(double ratio, int decimals = 1); // "+0.4 %", "-8.2 %", "0.0 %"

} // namespace nestloom
