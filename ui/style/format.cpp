// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace nestloom::ui::format {

namespace {

constexpr int kSignificantDigits = 3;

/// Numbers look the same whatever the system's locale says, as in the files we read and write.
const QLocale& numberLocale()
{
    static const QLocale locale = [] {
        QLocale c = QLocale::c();
        c.setNumberOptions(QLocale::DefaultNumberOptions); // the C locale omits the group separators
        return c;
    }();
    return locale;
}

QString fixed(double value, int decimals)
{
    const QString text = numberLocale().toString(value, 'f', decimals);
    // Rounding may turn -0.04 into "-0.0".
    const bool isZero = text.startsWith(QLatin1Char('-'))
                        && std::none_of(text.begin(), text.end(), [](QChar c) { return c >= u'1' && c <= u'9'; });
    return isZero ? text.mid(1) : text;
}

/// Decimals that leave three significant digits of a magnitude in [0.01, 1000).
int decimalsFor(double magnitude)
{
    for (int decimals = 0; decimals <= kSignificantDigits + 1; ++decimals) {
        const double scale = std::pow(10.0, decimals);
        if (std::round(magnitude * scale) >= std::pow(10.0, kSignificantDigits - 1))
            return decimals;
    }
    return kSignificantDigits + 1;
}

struct Scaled {
    double value = 0;
    int exponent = 0; // in thousands
};

/// Brings |value| into [1, 1000) after rounding to three digits; exponents are limited to [lowest, highest].
Scaled scaled(double value, int lowest, int highest)
{
    Scaled result{value, 0};
    while (result.exponent < highest && std::abs(result.value) >= 999.5) {
        result.value /= 1000;
        ++result.exponent;
    }
    while (result.exponent > lowest && std::abs(result.value) < 0.9995) {
        result.value *= 1000;
        --result.exponent;
    }
    return result;
}

QString prefix(int exponent)
{
    static const std::array<const char16_t*, 15> prefixes{u"y", u"z", u"a", u"f", u"p", u"n", u"µ", u"m",
                                                          u"",  u"k", u"M", u"G", u"T", u"P", u"E"};
    return QString::fromUtf16(prefixes[static_cast<std::size_t>(exponent + 8)]);
}

QString threeDigits(double value)
{
    if (value == 0)
        return QStringLiteral("0");
    const double magnitude = std::abs(value);
    if (magnitude >= 1e6) // beyond the largest prefix
        return numberLocale().toString(value, 'e', kSignificantDigits - 1);
    return fixed(value, decimalsFor(magnitude));
}

QString withPrefix(double value, const QString& unit, int lowest, int highest)
{
    if (!std::isfinite(value))
        return kNoValue;
    if (value == 0)
        return QStringLiteral("0 ") + unit;
    const Scaled s = scaled(value, lowest, highest);
    return threeDigits(s.value) + QLatin1Char(' ') + prefix(s.exponent) + unit;
}

} // namespace

QString si(double value, const QString& unit) { return withPrefix(value, unit, -8, 6); }

QString cycles(double count)
{
    if (!std::isfinite(count))
        return kNoValue;
    if (std::abs(count) < 999.5) {
        const bool whole = count == std::round(count);
        const QString number = whole ? fixed(count, 0) : threeDigits(count);
        return number + (number == QLatin1String("1") ? QStringLiteral(" cycle") : QStringLiteral(" cycles"));
    }
    return withPrefix(count, QStringLiteral("cycle"), 0, 6);
}

QString cycles(Cycles count) { return cycles(static_cast<double>(count.count)); }

QString energy(Picojoules energy)
{
    if (energy.count == 0)
        return QStringLiteral("0 pJ");
    return withPrefix(energy.count * 1e-12, QStringLiteral("J"), -4, 6);
}

QString bytes(double count)
{
    if (!std::isfinite(count))
        return kNoValue;
    static const std::array<const char16_t*, 7> units{u"B", u"KiB", u"MiB", u"GiB", u"TiB", u"PiB", u"EiB"};
    std::size_t unit = 0;
    double value = count;
    while (unit + 1 < units.size() && std::abs(value) >= 1023.95) {
        value /= 1024;
        ++unit;
    }
    // A whole number of units is exact and says so by having no decimals.
    const bool exact = value == std::round(value);
    const int decimals = exact || std::abs(value) >= 99.95 ? 0 : 1;
    return fixed(value, decimals) + QLatin1Char(' ') + QString::fromUtf16(units[unit]);
}

QString bytes(Bytes count) { return bytes(static_cast<double>(count.count)); }

QString bandwidth(BytesPerCycle rate)
{
    if (!std::isfinite(rate.count))
        return kNoValue;
    return numberLocale().toString(rate.count, 'g', 6) + QStringLiteral(" B/cycle");
}

QString bandwidth(BytesPerSecond rate) { return si(rate.count, QStringLiteral("B/s")); }

QString bandwidth(Bandwidth bandwidth)
{
    return bandwidth.perSecond ? format::bandwidth(BytesPerSecond{bandwidth.count})
                               : format::bandwidth(BytesPerCycle{bandwidth.count});
}

QString area(SquareMicrometres area)
{
    if (!std::isfinite(area.count))
        return kNoValue;
    return std::abs(area.count) < 1e4 ? threeDigits(area.count) + QStringLiteral(" \u00b5m\u00b2")
                                      : threeDigits(area.count / 1e6) + QStringLiteral(" mm\u00b2");
}

QString energyDelayProduct(double picojouleCycles, Hertz clock)
{
    return clock.count > 0 ? si(picojouleCycles * 1e-12 / clock.count, QStringLiteral("J\u00b7s")) : kNoValue;
}

QString milliseconds(double ms)
{
    if (!std::isfinite(ms))
        return kNoValue;
    if (ms == 0)
        return QStringLiteral("0 ms");
    if (std::abs(ms) < 1)
        return fixed(ms, 2) + QStringLiteral(" ms");
    if (std::abs(ms) < 9.95)
        return fixed(ms, 1) + QStringLiteral(" ms");
    if (std::abs(ms) < 999.5)
        return fixed(ms, 0) + QStringLiteral(" ms");
    if (std::abs(ms) < 99'950)
        return fixed(ms / 1000, 1) + QStringLiteral(" s");
    const auto seconds = static_cast<std::int64_t>(std::llround(ms / 1000));
    return QStringLiteral("%1 min %2 s")
        .arg(integer(seconds / 60))
        .arg(std::abs(seconds % 60), 2, 10, QLatin1Char('0'));
}

QString integer(std::int64_t count) { return numberLocale().toString(static_cast<qlonglong>(count)); }

QString exactCycles(Cycles count)
{
    return integer(count.count) + (count.count == 1 ? QStringLiteral(" cycle") : QStringLiteral(" cycles"));
}

QString exactCycles(double count)
{
    if (!std::isfinite(count))
        return kNoValue;
    const bool whole = std::abs(count - std::round(count)) < 0.05;
    return exactNumber(count, whole ? 0 : 1) + (count == 1 ? QStringLiteral(" cycle") : QStringLiteral(" cycles"));
}

QString exactBytes(Bytes count) { return integer(count.count) + QStringLiteral(" B"); }

QString exactBits(Bits count)
{
    return integer(count.count) + (count.count == 1 ? QStringLiteral(" bit") : QStringLiteral(" bits"));
}

QString exactEnergy(Picojoules energy)
{
    return std::isfinite(energy.count)
               ? exactNumber(energy.count, std::abs(energy.count) < 1e6 ? 2 : 0) + QStringLiteral(" pJ")
               : kNoValue;
}

QString exactNumber(double value, int decimals) { return std::isfinite(value) ? fixed(value, decimals) : kNoValue; }

QString percent(double ratio, int decimals)
{
    return std::isfinite(ratio) ? fixed(ratio * 100, decimals) + QStringLiteral(" %") : kNoValue;
}

QString percent(std::optional<double> ratio, int decimals) { return ratio ? percent(*ratio, decimals) : kNoValue; }

QString signedPercent(double ratio, int decimals)
{
    const QString text = percent(ratio, decimals);
    const bool isZero = text == percent(0, decimals);
    return ratio > 0 && std::isfinite(ratio) && !isZero ? QLatin1Char('+') + text : text;
}

QString percentChange(double value, double baseline)
{
    return baseline != 0 ? signedPercent(value / baseline - 1) : kNoValue;
}

QString times(double ratio)
{
    if (!std::isfinite(ratio))
        return kNoValue;
    return threeDigits(ratio) + QLatin1Char('x');
}

} // namespace nestloom::ui::format
