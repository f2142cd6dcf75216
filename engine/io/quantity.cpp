// SPDX-License-Identifier: Apache-2.0
#include "engine/io/quantity.h"

#include "engine/base/integers.h"
#include "engine/base/text.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <regex>
#include <span>

namespace nestloom::io {

namespace {

struct Unit {
    std::string_view symbol;
    double scale = 1;
};

constexpr std::array<Unit, 9> kByteUnits{{{"B", 1},
                                          {"KiB", 1024},
                                          {"MiB", 1048576},
                                          {"GiB", 1073741824},
                                          {"TiB", 1099511627776},
                                          {"kB", 1e3},
                                          {"MB", 1e6},
                                          {"GB", 1e9},
                                          {"TB", 1e12}}};
constexpr std::array<Unit, 3> kBitUnits{{{"bit", 1}, {"bits", 1}, {"B", 8}}};
constexpr std::array<Unit, 3> kPerCycleUnits{{{"B/cycle", 1}, {"KiB/cycle", 1024}, {"bit/cycle", 0.125}}};
constexpr std::array<Unit, 8> kPerSecondUnits{{{"B/s", 1},
                                               {"kB/s", 1e3},
                                               {"MB/s", 1e6},
                                               {"GB/s", 1e9},
                                               {"TB/s", 1e12},
                                               {"KiB/s", 1024},
                                               {"MiB/s", 1048576},
                                               {"GiB/s", 1073741824}}};
constexpr std::array<Unit, 6> kEnergyUnits{
    {{"pJ", 1}, {"fJ", 1e-3}, {"nJ", 1e3}, {"uJ", 1e6}, {"\u00b5J", 1e6}, {"mJ", 1e9}}};
constexpr std::array<Unit, 6> kPowerUnits{
    {{"W", 1}, {"mW", 1e-3}, {"uW", 1e-6}, {"\u00b5W", 1e-6}, {"nW", 1e-9}, {"pW", 1e-12}}};
constexpr std::array<Unit, 5> kTimeUnits{{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"\u00b5s", 1e-6}, {"ns", 1e-9}}};
constexpr std::array<Unit, 3> kAreaUnits{{{"um2", 1}, {"\u00b5m2", 1}, {"mm2", 1e6}}};
constexpr std::array<Unit, 4> kFrequencyUnits{{{"GHz", 1e9}, {"MHz", 1e6}, {"kHz", 1e3}, {"Hz", 1}}};

Error refuseQuantity(std::string_view text, const std::string& why)
{
    return {ErrorCode::InvalidInput, inQuotes(text) + " " + why, ""};
}

struct Parts {
    double number = 0;
    std::optional<std::int64_t> whole; // when written without point or exponent
    std::string_view unit;
};

/// "64 KiB" -> 64 and "KiB"; the space may be missing.
Result<Parts> split(std::string_view text, std::string_view example)
{
    const std::string_view body = trimmed(text);
    const char* end = body.data() + body.size();
    Parts parts;
    const auto real = std::from_chars(body.data(), end, parts.number);
    if (real.ec != std::errc{} || !std::isfinite(parts.number))
        return refuseQuantity(text, "is not a number with a unit; write it like " + std::string(example));
    std::int64_t whole = 0;
    const auto integer = std::from_chars(body.data(), end, whole);
    if (integer.ec == std::errc{} && integer.ptr == real.ptr)
        parts.whole = whole;
    parts.unit = trimmed({real.ptr, std::size_t(end - real.ptr)});
    return parts;
}

std::string listed(std::span<const Unit> units)
{
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i)
        text += (i == 0 ? "" : i + 1 == units.size() ? " or " : ", ") + std::string(units[i].symbol);
    return text;
}

Error wrongUnit(std::string_view text, std::string_view unit, const std::string& wouldDo)
{
    if (unit.empty())
        return refuseQuantity(text, "has no unit; use " + wouldDo);
    if (unit == "KB")
        return refuseQuantity(text, "has an ambiguous unit; use KiB for 1024 B or kB for 1000 B");
    return refuseQuantity(text, "has an unknown unit " + inQuotes(unit) + "; use " + wouldDo);
}

std::optional<double> scaleOf(std::span<const Unit> units, std::string_view symbol)
{
    for (const Unit& unit : units)
        if (unit.symbol == symbol)
            return unit.scale;
    return std::nullopt;
}

/// number * scale for one table of units.
Result<double> parseScaled(std::string_view text, std::span<const Unit> units, std::string_view example)
{
    TRY(const auto parts, split(text, example));
    const auto scale = scaleOf(units, parts.unit);
    if (!scale)
        return wrongUnit(text, parts.unit, listed(units));
    const double value = parts.number * *scale;
    if (!std::isfinite(value))
        return refuseQuantity(text, "is too large");
    return value;
}

enum class Fraction { Refused, LeftOut };

/// As parseScaled, for things that are counted: exact, whole and not negative.
Result<std::int64_t> parseCount(std::string_view text, std::span<const Unit> units, std::string_view example,
                                const std::string& one, Fraction fraction = Fraction::Refused)
{
    TRY(const auto value, parseScaled(text, units, example));
    if (value < 0)
        return refuseQuantity(text, "is negative; a size must be above 0 " + one);
    const Parts parts = *split(text, example);
    if (parts.whole) {
        const auto exact = checkedProduct(*parts.whole, std::int64_t(*scaleOf(units, parts.unit)));
        return exact ? Result<std::int64_t>(*exact) : refuseQuantity(text, "is too large");
    }
    constexpr double kExactLimit = 9007199254740992.0; // 2^53: doubles above it are not exact
    if (value > kExactLimit)
        return refuseQuantity(text, "is too large");
    if (fraction == Fraction::Refused && value != std::floor(value))
        return refuseQuantity(text, "is not a whole number of " + one);
    return std::int64_t(value);
}

/// A number as the quantity that it counts.
template <typename Quantity, typename Number>
Result<Quantity> in(const Result<Number>& number)
{
    return number ? Result<Quantity>(Quantity{*number}) : number.error();
}

/// Shortest text that reads back as the same double.
std::string shortest(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

/// Groups of three digits are for people: "2,585,089 B" is read as "2585089 B". Any other comma stays, and is refused.
std::string withoutGroups(std::string_view text)
{
    static const std::regex grouped(R"(^\s*\d{1,3}(,\d{3})+(?![\d,]))");
    std::string plain(text);
    if (std::smatch match; std::regex_search(plain, match, grouped)) {
        const auto end = plain.begin() + match.length();
        plain.erase(std::remove(plain.begin(), end, ','), end);
    }
    return plain;
}

} // namespace

Result<Bytes> parseBytes(std::string_view text) { return in<Bytes>(parseCount(text, kByteUnits, "64 KiB", "B")); }
Result<Bytes> parseRoom(std::string_view text)
{
    return in<Bytes>(parseCount(withoutGroups(text), kByteUnits, "64 KiB", "B", Fraction::LeftOut));
}
Result<Bits> parseBits(std::string_view text) { return in<Bits>(parseCount(text, kBitUnits, "8 bit", "bit")); }

Result<Bandwidth> parseBandwidth(std::string_view text)
{
    TRY(const auto parts, split(text, "10 B/cycle"));
    const auto perCycle = scaleOf(kPerCycleUnits, parts.unit), perSecond = scaleOf(kPerSecondUnits, parts.unit);
    if (!perCycle && !perSecond)
        return wrongUnit(text, parts.unit, "B/cycle, GB/s or GiB/s");
    const double value = parts.number * perCycle.value_or(perSecond.value_or(1));
    if (!std::isfinite(value))
        return refuseQuantity(text, "is too large");
    return perCycle ? Bandwidth(BytesPerCycle{value}) : Bandwidth(BytesPerSecond{value});
}

Result<Picojoules> parseEnergy(std::string_view text)
{
    return in<Picojoules>(parseScaled(text, kEnergyUnits, "0.25 pJ"));
}
Result<Watts> parsePower(std::string_view text) { return in<Watts>(parseScaled(text, kPowerUnits, "5.7 uW")); }
Result<Hertz> parseFrequency(std::string_view text) { return in<Hertz>(parseScaled(text, kFrequencyUnits, "1 GHz")); }
Result<double> parseTime(std::string_view text) { return parseScaled(text, kTimeUnits, "7 ms"); }
Result<SquareMicrometres> parseArea(std::string_view text)
{
    return in<SquareMicrometres>(parseScaled(text, kAreaUnits, "350 um2"));
}

std::string text(Bytes bytes)
{
    std::string half; // of a larger unit, where that is shorter: "36.5 MiB" for 37376 KiB
    for (const Unit unit : {kByteUnits[4], kByteUnits[3], kByteUnits[2], kByteUnits[1], kByteUnits[8], kByteUnits[7],
                            kByteUnits[6], kByteUnits[5]}) {
        const auto scale = std::int64_t(unit.scale);
        const std::string count = std::to_string(bytes.count / scale), symbol = " " + std::string(unit.symbol);
        if (bytes.count != 0 && bytes.count % scale == 0)
            return half.empty() || count.size() + symbol.size() <= half.size() ? count + symbol : half;
        if (half.empty() && bytes.count > scale && bytes.count % (scale / 2) == 0)
            half = count + ".5" + symbol;
    }
    return std::to_string(bytes.count) + " B";
}

std::string text(Bits bits) { return std::to_string(bits.count) + " bit"; }
std::string text(BytesPerCycle rate) { return shortest(rate.count) + " B/cycle"; }

/// In the unit that takes the fewest digits, the largest of these: "12.8 GB/s", "1 GiB/s".
std::string text(BytesPerSecond rate)
{
    std::string digits = shortest(rate.count);
    Unit best = kPerSecondUnits.front();
    for (const Unit& unit : kPerSecondUnits) {
        const double number = rate.count / unit.scale;
        const std::string written = shortest(number);
        const bool isShorter =
            written.size() < digits.size() || (written.size() == digits.size() && unit.scale > best.scale);
        if (number >= 1 && number * unit.scale == rate.count && isShorter) {
            digits = written;
            best = unit;
        }
    }
    return digits + " " + std::string(best.symbol);
}

std::string text(Bandwidth bandwidth)
{
    return bandwidth.perSecond ? text(BytesPerSecond{bandwidth.count}) : text(BytesPerCycle{bandwidth.count});
}

std::string text(Picojoules energy) { return shortest(energy.count) + " pJ"; }

std::string text(Watts power)
{
    for (const Unit& unit : kPowerUnits)
        if (const double number = power.count / unit.scale; number >= 1 && number * unit.scale == power.count)
            return shortest(number) + " " + std::string(unit.symbol);
    return shortest(power.count) + " W";
}

std::string text(SquareMicrometres area) { return shortest(area.count) + " um2"; }

std::string text(Hertz frequency)
{
    for (const Unit& unit : kFrequencyUnits) {
        const double number = frequency.count / unit.scale;
        if (number >= 1 && number * unit.scale == frequency.count)
            return shortest(number) + " " + std::string(unit.symbol);
    }
    return shortest(frequency.count) + " Hz";
}

} // namespace nestloom::io
