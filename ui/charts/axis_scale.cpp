// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"

#include "ui/style/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr std::size_t kFewestTicks = 3; // of a logarithmic axis; fewer say little of where it is
constexpr double kScaleMargin = 0.06;   // room at both ends, as a fraction of what is fitted

/// The smallest power of two that is not below `rough` > 0.
double binaryStep(double rough) { return std::exp2(std::ceil(std::log2(rough) - 1e-9)); }

struct Scaled {
    double divisor = 1;
    QString unit;
};
Scaled binaryUnit(double value, double step)
{
    static const std::array<const char*, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t i = 0;
    double divisor = 1;
    // The largest unit that the value fills and in which the step is not a small fraction.
    for (; i + 1 < units.size() && std::abs(value) >= 1024 * divisor && step >= 1024 * divisor / 8; ++i)
        divisor *= 1024;
    return {divisor, QString::fromLatin1(units[i])};
}

Scaled scaledUnit(double value, double step, const AxisUnit& unit)
{
    if (unit.binary)
        return binaryUnit(value, step);
    if (!unit.prefixed)
        return {1, unit.unit};
    const SiPrefix prefix = siPrefix(std::abs(value) > 0 ? std::abs(value) : 1);
    return {prefix.factor, prefix.letter + unit.unit};
}

} // namespace

QString axisText(double value, double step, const AxisUnit& unit)
{
    const double number = value * unit.factor;
    const Scaled scaled = scaledUnit(number * (1 + 1e-12), std::abs(step) * unit.factor, unit);
    const double shownStep = std::abs(step * unit.factor / scaled.divisor);
    const double shown = number / scaled.divisor;
    int decimals = shownStep > 0 ? std::clamp(int(std::ceil(-std::log10(shownStep) - 1e-6)), 0, 9) : 0;
    if (unit.binary) // halves of a KiB are round, too
        while (decimals < 4
               && std::abs(shown * std::pow(10, decimals) - std::round(shown * std::pow(10, decimals))) > 1e-6)
            ++decimals;
    const QString text = format::exactNumber(shown, decimals);
    return scaled.unit.isEmpty() ? text : text + QLatin1Char(' ') + scaled.unit;
}

double AxisScale::transformed(double value) const
{
    if (!m_log)
        return value;
    return value > 0 ? std::log10(value) : std::nan("");
}

double AxisScale::restored(double transformed) const { return m_log ? std::pow(10, transformed) : transformed; }

void AxisScale::fit(bool log, double lowest, double highest)
{
    m_log = log;
    double low = transformed(lowest), high = transformed(highest);
    if (!std::isfinite(low) || !std::isfinite(high) || low > high) {
        low = 0;
        high = 1;
    }
    if (!(high - low > 1e-9 * std::max(std::abs(low), 1e-300))) { // one value: it stands in the middle
        const double room = log ? 0.3 : low != 0 ? std::abs(low) * 0.1 : 1;
        low -= room;
        high += room;
    }
    const double margin = (high - low) * kScaleMargin;
    m_low = low - margin;
    m_high = high + margin;
}

void AxisScale::zoom(double at, double factor)
{
    const double fixed = m_low + at * (m_high - m_low);
    const double low = fixed - (fixed - m_low) / factor, high = fixed + (m_high - fixed) / factor;
    const double least = 1e-7 * std::max({std::abs(low), std::abs(high), 1e-300}); // doubles end somewhere
    const bool isSane = high - low > least && (!m_log || (high < 300 && low > -300)) && high - low < 1e300;
    if (!isSane)
        return;
    m_low = low;
    m_high = high;
}

void AxisScale::pan(double places)
{
    const double by = places * (m_high - m_low);
    m_low -= by;
    m_high -= by;
}

std::vector<AxisTick> AxisScale::ticks(int most, const AxisUnit& unit) const
{
    const int count = std::max(1, most);
    const std::vector<double> values = m_log ? logTicks(count, unit) : std::vector<double>();
    std::vector<AxisTick> ticks;
    if (values.size() < kFewestTicks)
        for (int wanted = count; ticks.size() < 2 && wanted <= 4 * count; wanted *= 2) // one alone gives no scale
            ticks = roundTicks(valueAt(0), valueAt(1), wanted, unit);
    else
        for (const double value : values)
            ticks.push_back({value, axisText(value, value, unit)});
    return ticks;
}

std::vector<AxisTick> roundTicks(double low, double high, double most, const AxisUnit& unit, double leastStep)
{
    const double rough = std::max((high - low) / std::max(1.0, most), leastStep);
    if (!(rough > 0) || !std::isfinite(rough))
        return {};
    const double step = unit.binary ? binaryStep(rough) : roundStep(rough * unit.factor) / unit.factor;
    std::vector<AxisTick> ticks;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
        ticks.push_back({i * step, axisText(i * step, step, unit)});
    return ticks;
}

std::vector<AxisTick> byteTicks(double low, double high, double pixels, double pixelsEach)
{
    return roundTicks(low, high, pixels / pixelsEach, {{}, 1, true}, 1);
}

std::vector<double> AxisScale::logTicks(int most, const AxisUnit& unit) const
{
    std::vector<double> values;
    if (unit.binary) {
        const double low = m_low / std::log10(2.0), high = m_high / std::log10(2.0);
        const double step = std::max(1.0, std::ceil((high - low) / most));
        for (double power = std::ceil(low / step) * step; power <= high; power += step)
            values.push_back(std::exp2(power));
        return values;
    }
    const double shift = std::log10(unit.factor); // round in the unit, not in what the values are counted in
    static const std::array<std::vector<double>, 4> mantissas{{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 5}, {1, 3}, {1}}};
    for (const std::vector<double>& each : mantissas) {
        values.clear();
        for (double power = std::floor(m_low + shift); power <= m_high + shift; ++power)
            for (const double mantissa : each)
                if (const double at = power + std::log10(mantissa) - shift; at >= m_low && at <= m_high)
                    values.push_back(std::pow(10, at));
        if (int(values.size()) <= most)
            return values;
    }
    const double every = std::ceil(double(values.size()) / most);
    std::vector<double> fewer;
    for (std::size_t i = 0; i < values.size(); i += std::size_t(every))
        fewer.push_back(values[i]);
    return fewer;
}

AxisUnit sizeUnit(Bytes largest)
{
    static const std::array<const char*, 4> units{"B", "KiB", "MiB", "GiB"};
    std::size_t unit = 0;
    double factor = 1;
    for (; double(largest.count) * factor >= 1023.5 && unit + 1 < units.size(); ++unit)
        factor /= 1024;
    return {QLatin1String(units[unit]), factor, false, false};
}

QString sizeText(Bytes size)
{
    const AxisUnit unit = sizeUnit(size);
    const double value = double(size.count) * unit.factor;
    if (unit.factor == 1 || value == std::round(value) || value >= 99.95)
        return format::bytes(size);
    return QStringLiteral("%1 %2").arg(value, 0, 'f', value < 9.995 ? 2 : 1).arg(unit.unit);
}

double roundStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1 - 1e-12))
            return factor * power;
    return 10 * power;
}

SiPrefix siPrefix(double value)
{
    static constexpr std::array<std::pair<double, const char16_t*>, 11> prefixes{{{1e18, u"E"},
                                                                                  {1e15, u"P"},
                                                                                  {1e12, u"T"},
                                                                                  {1e9, u"G"},
                                                                                  {1e6, u"M"},
                                                                                  {1e3, u"k"},
                                                                                  {1, u""},
                                                                                  {1e-3, u"m"},
                                                                                  {1e-6, u"µ"},
                                                                                  {1e-9, u"n"},
                                                                                  {1e-12, u"p"}}};
    const auto it = std::ranges::find_if(prefixes, [value](const auto& p) { return value >= p.first; });
    const auto& [factor, letter] = it == prefixes.end() ? prefixes.back() : *it;
    return {factor, QString::fromUtf16(letter)};
}

ChartScale chartScale(double largest, int tickCount, const QString& unit)
{
    const double reach = std::isfinite(largest) && largest > 0 ? largest : 1;
    const double step = roundStep(reach / std::max(1, tickCount));
    const int steps = std::max(1, int(std::ceil(reach / step - 1e-9)));
    const SiPrefix prefix = siPrefix(steps * step);
    const double shownStep = step / prefix.factor;
    const int decimals = shownStep >= 1 ? 0 : int(std::ceil(-std::log10(shownStep) - 1e-9));
    ChartScale scale;
    scale.top = steps * step;
    for (int i = 0; i <= steps; ++i) {
        const QString suffix = prefix.letter + unit;
        const QString number = format::exactNumber(i * shownStep, i == 0 ? 0 : decimals);
        scale.ticks.push_back({i * step, suffix.isEmpty() ? number : number + QLatin1Char(' ') + suffix});
    }
    return scale;
}

} // namespace nestloom::ui
