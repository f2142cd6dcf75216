// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number_words.h"

#include "engine/base/ranges.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom {

namespace {

constexpr int kSignificantDigits = 3;

/// Thousands separators before the point of a number in decimal form.
std::string withSeparators(std::string text)
{
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    std::size_t at = std::min(text.find('.'), text.size());
    for (; at > first + 3; text.insert(at, 1, ','))
        at -= 3;
    return text;
}

/// Decimals that leave three significant digits of a magnitude in [0.01, 1000).
int decimalsFor(double magnitude)
{
    int decimals = 0;
    while (decimals <= kSignificantDigits
           && std::round(magnitude * std::pow(10.0, decimals)) < std::pow(10.0, kSignificantDigits - 1))
        ++decimals;
    return decimals;
}

std::string threeDigits(double value)
{
    if (value == 0)
        return "0";
    const double magnitude = std::abs(value);
    if (magnitude < 1e6)
        return groupedNumber(value, decimalsFor(magnitude));
    std::array<char, 64> text{}; // beyond the largest prefix
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific,
                                   kSignificantDigits - 1);
    return {text.data(), end.ptr};
}

/// With the prefix that brings |value| into [1, 1000) after rounding to three digits, no smaller than `lowest`
/// thousands.
std::string withPrefix(double value, std::string_view unit, int lowest)
{
    static constexpr int kSmallest = -8;
    static constexpr std::array<const char*, 15> kPrefixes{"y", "z", "a", "f", "p", "n", "\u00b5", "m",
                                                           "",  "k", "M", "G", "T", "P", "E"};
    static constexpr int kLargest = int(kPrefixes.size()) + kSmallest - 1;
    if (!std::isfinite(value))
        return kNoNumber;
    int exponent = 0;
    for (; exponent < kLargest && std::abs(value) >= 999.5; ++exponent)
        value /= 1000;
    for (; value != 0 && exponent > lowest && std::abs(value) < 0.9995; --exponent)
        value *= 1000;
    return threeDigits(value) + " " + kPrefixes[std::size_t(exponent - kSmallest)] + std::string(unit);
}

std::string withCycles(const std::string& number, bool isOne) { return number + (isOne ? " cycle" : " cycles"); }

} // namespace

std::string shortNumber(double value, std::string_view unit) { return withPrefix(value, unit, -8); }

std::string shortCycles(double count)
{
    if (!std::isfinite(count) || std::abs(count) >= 999.5)
        return withPrefix(count, "cycle", 0);
    const std::string number = count == std::round(count) ? groupedNumber(count, 0) : threeDigits(count);
    return withCycles(number, number == "1");
}

std::string shortEnergy(Picojoules energy)
{
    return energy.count == 0 ? "0 pJ" : withPrefix(energy.count * 1e-12, "J", -4);
}

std::string shortEdp(double jouleSeconds) { return shortNumber(jouleSeconds, "J\u00b7s"); }

std::string shortEdp(double picojouleCycles, Hertz clock)
{
    return clock.count > 0 ? shortEdp(picojouleCycles * 1e-12 / clock.count) : kNoNumber;
}

std::string shortBytes(double count)
{
    static constexpr std::array<const char*, 7> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (!std::isfinite(count))
        return kNoNumber;
    std::size_t unit = 0;
    for (; unit + 1 < kUnits.size() && std::abs(count) >= 1023.5; ++unit)
        count /= 1024;
    // A whole number of units is exact and says so by having no decimals.
    const bool isExact = count == std::round(count);
    return (isExact ? groupedNumber(count, 0) : threeDigits(count)) + " " + kUnits[unit];
}

std::string shortArea(SquareMicrometres area)
{
    if (!std::isfinite(area.count))
        return kNoNumber;
    return std::abs(area.count) < 1e4 ? threeDigits(area.count) + " \u00b5m\u00b2"
                                      : threeDigits(area.count / 1e6) + " mm\u00b2";
}

std::string shortTime(double seconds) { return shortNumber(seconds, "s"); }

std::string duration(double milliseconds)
{
    const double size = std::abs(milliseconds);
    if (!std::isfinite(milliseconds))
        return kNoNumber;
    if (size < 999.5)
        return groupedNumber(milliseconds, size == 0 || size >= 9.95 ? 0 : size >= 1 ? 1 : 2) + " ms";
    if (size < 99'950)
        return groupedNumber(milliseconds / 1000, 1) + " s";
    const std::int64_t seconds = std::llround(milliseconds / 1000);
    const std::string rest = std::to_string(std::abs(seconds % 60));
    return grouped(seconds / 60) + " min " + (rest.size() < 2 ? "0" : "") + rest + " s";
}

std::string bandwidthText(Bandwidth bandwidth)
{
    if (bandwidth.perSecond || !std::isfinite(bandwidth.count))
        return shortNumber(bandwidth.count, "B/s");
    const std::string number = generalNumber(bandwidth.count);
    return (number.find('e') == std::string::npos ? withSeparators(number) : number) + " B/cycle";
}

std::string times(double ratio) { return std::isfinite(ratio) ? threeDigits(ratio) + "x" : kNoNumber; }

std::string grouped(std::int64_t number) { return withSeparators(std::to_string(number)); }

std::string groupedNumber(double value, int decimals)
{
    if (!std::isfinite(value))
        return kNoNumber;
    const std::string text = withSeparators(fixedNumber(value, decimals));
    // Rounding may turn -0.04 into "-0.0".
    const bool isZero = text.find_first_of("123456789") == std::string::npos;
    return isZero && text.starts_with('-') ? text.substr(1) : text;
}

std::string counted(std::int64_t count, std::string_view one)
{
    return grouped(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::string widthsText(const PerTensor<Bits>& widths)
{
    const auto& [weights, inputs, outputs] = widths.values;
    const bool areEqual = weights == inputs && weights == outputs;
    const auto count = [](Bits width) { return std::to_string(width.count); };
    return (areEqual ? count(weights) : joinText(widths.values, "/", count)) + " bit";
}

std::string exactCycles(Cycles cycles) { return counted(cycles.count, "cycle"); }

std::string exactCycleBound(double count)
{
    if (!std::isfinite(count))
        return kNoNumber;
    const bool isWhole = std::abs(count - std::round(count)) < 0.05;
    return withCycles(groupedNumber(count, isWhole ? 0 : 1), count == 1);
}

std::string exactEnergy(Picojoules energy)
{
    return std::isfinite(energy.count) ? groupedNumber(energy.count, std::abs(energy.count) < 1e6 ? 2 : 0) + " pJ"
                                       : kNoNumber;
}

std::string percent(double ratio, int decimals)
{
    return std::isfinite(ratio) ? groupedNumber(ratio * 100, decimals) + " %" : kNoNumber;
}

std::string signedPercent(double ratio, int decimals)
{
    const std::string text = percent(ratio, decimals);
    return ratio > 0 && std::isfinite(ratio) && text != percent(0, decimals) ? "+" + text : text;
}

} // namespace nestloom
