// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/number_text.h"

#include <array>
#include <cmath>

namespace nestloom::report {

namespace {

/// Three significant digits, never in the form 1e+03.
std::string threeDigits(double value)
{
    const double size = std::fabs(value);
    const int digits = size >= 99.95 || value == 0 ? 0 : size >= 9.995 ? 1 : 2;
    return fixedNumber(value, digits);
}

} // namespace

std::string grouped(std::int64_t number)
{
    std::string text = std::to_string(number);
    const std::size_t first = text[0] == '-' ? 1 : 0;
    for (std::size_t i = text.size(); i > first + 3;) {
        i -= 3;
        text.insert(i, 1, ',');
    }
    return text;
}

std::string shortNumber(double value, std::string_view unit)
{
    struct Prefix {
        double factor;
        const char* text;
    };
    static constexpr std::array<Prefix, 9> kPrefixes{{{1e15, "P"},
                                                      {1e12, "T"},
                                                      {1e9, "G"},
                                                      {1e6, "M"},
                                                      {1e3, "k"},
                                                      {1, ""},
                                                      {1e-3, "m"},
                                                      {1e-6, "\u00b5"},
                                                      {1e-9, "n"}}};
    const double size = std::fabs(value);
    for (const Prefix& prefix : kPrefixes)
        if (size >= prefix.factor * 0.9995)
            return threeDigits(value / prefix.factor) + " " + prefix.text + std::string(unit);
    if (size > 0)
        return threeDigits(value * 1e12) + " p" + std::string(unit);
    return "0 " + std::string(unit);
}

std::string counted(std::int64_t count, std::string_view one)
{
    return grouped(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}
std::string exactCycles(Cycles cycles) { return counted(cycles.count, "cycle"); }
std::string shortCycles(double cycles)
{
    if (cycles >= 999.5)
        return shortNumber(cycles, "cycle");
    const std::string number = fixedNumber(cycles, 0);
    return number + (number == "1" ? " cycle" : " cycles");
}
std::string shortEnergy(Picojoules energy) { return shortNumber(energy.count * 1e-12, "J"); }
std::string shortEdp(double jouleSeconds) { return shortNumber(jouleSeconds, "J\u00b7s"); }
std::string shortEdp(double picojouleCycles, Hertz clock)
{
    return clock.count > 0 ? shortEdp(picojouleCycles * 1e-12 / clock.count) : "-";
}
std::string shortTime(double seconds) { return shortNumber(seconds, "s"); }
std::string percent(double fraction) { return fixedNumber(fraction * 100, 1) + " %"; }

std::string shortBytes(double bytes)
{
    if (bytes < 1024)
        return fixedNumber(bytes, 0) + " B";
    for (const char* unit : {"KiB", "MiB", "GiB"}) {
        bytes /= 1024;
        if (bytes < 1023.5)
            return threeDigits(bytes) + " " + unit;
    }
    return threeDigits(bytes / 1024) + " TiB";
}

} // namespace nestloom::report
