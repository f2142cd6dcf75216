// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "ui/style/words.h"

#include <QString>

#include <cstdint>
#include <optional>

/// Numbers to text, in one place. Two forms: short (SI prefix, three significant digits) for headlines, charts and
/// tables, exact (thousands separators) for tooltips and exports. Always with the unit, never "-0".
/// Not a number and "no value" both give kNoValue.
namespace nestloom::ui::format {

inline const QString kNoValue = QStringLiteral("-");

// Short form.
QString cycles(double count); // "12.4 Mcycle", "853 cycles"
QString cycles(Cycles count);
QString energy(Picojoules energy); // "31.2 mJ"
QString bytes(double count);       // "64 KiB", "1.9 MiB", "12 B"
QString bytes(Bytes count);
QString bandwidth(BytesPerCycle rate);                           // "20 B/cycle"
QString bandwidth(BytesPerSecond rate);                          // "12.8 GB/s"
QString bandwidth(Bandwidth bandwidth);                          // as it is stated
QString area(SquareMicrometres area);                            // "1.2 mm²", "350 µm²"
QString energyDelayProduct(double picojouleCycles, Hertz clock); // "0.387 mJ·s"
QString milliseconds(double ms);                                 // "0.42 ms", "87 ms", "1.3 s", "4 min 05 s"
QString si(double value, const QString& unit); // "1.02 TMAC/s"; no prefix below 1000, "m", "µ", ... below 1

// Exact form.
QString integer(std::int64_t count);             // "115,248"
QString exactCycles(Cycles count);               // "115,248 cycles"
QString exactCycles(double count);               // "115,248.5 cycles": proven bounds may be fractional
QString exactBytes(Bytes count);                 // "65,536 B"
QString exactBits(Bits count);                   // "12 bits"
QString exactEnergy(Picojoules energy);          // "31,204,113 pJ"; below a million pJ with two decimals
QString exactNumber(double value, int decimals); // "1,234.50"

// Ratios. Arguments are ratios (0.71), not percents.
QString percent(double ratio, int decimals = 1); // "71.0 %"
QString percent(std::optional<double> ratio, int decimals = 1);
QString signedPercent(double ratio, int decimals = 1); // "+0.4 %", "-8.2 %", "0.0 %"
QString percentChange(double value, double baseline);  // signedPercent(value / baseline - 1)
QString times(double ratio);                           // "2.21x"

} // namespace nestloom::ui::format
