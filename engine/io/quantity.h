// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"

#include <string>
#include <string_view>

namespace nestloom::io {

/// Numbers with units, as people write them in YAML and in the window's fields. A missing or unknown unit is an
/// InvalidInput error whose message names the units that would do.
Result<Bytes> parseBytes(std::string_view text); // "64 KiB", "3 kB", "192 B"; negative and fractional bytes are refused
/// As parseBytes, but "2.3 MiB" is 2411724 B, as a part of a byte holds nothing, and digits may be grouped:
/// "2,411,724 B".
Result<Bytes> parseRoom(std::string_view text);
Result<Bits> parseBits(std::string_view text);              // "8 bit", "64 B"
Result<Bandwidth> parseBandwidth(std::string_view text);    // "10 B/cycle", "25.6 GB/s": each stays what it is
Result<Picojoules> parseEnergy(std::string_view text);      // "0.25 pJ", "1.2 nJ"
Result<Watts> parsePower(std::string_view text);            // "5.7 uW", "1 mW"
Result<Hertz> parseFrequency(std::string_view text);        // "1 GHz"
Result<double> parseTime(std::string_view text);            // "7 ms", "1.5 us", in seconds
Result<SquareMicrometres> parseArea(std::string_view text); // "350 um2", "0.2 mm2"

/// Exact text with a unit that parses back to the same value: "64 KiB", "100 kB", "10 B/cycle", "25.6 GB/s", "0.25 pJ",
/// "500 MHz".
std::string text(Bytes bytes);
std::string text(Bits bits);
std::string text(BytesPerCycle rate);
std::string text(BytesPerSecond rate);
std::string text(Bandwidth bandwidth);
std::string text(Picojoules energy);
std::string text(Watts power);
std::string text(Hertz frequency);
std::string text(SquareMicrometres area);

} // namespace nestloom::io
