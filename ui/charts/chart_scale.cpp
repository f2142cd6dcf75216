// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_scale.h"

#include "ui/style/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nestloom::ui {

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
    const auto it = std::find_if(prefixes.begin(), prefixes.end(), [value](const auto& p) { return value >= p.first; });
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
