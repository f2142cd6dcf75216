// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/mesh_scale.h"

#include "ui/style/format.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

/// As many decimals as a percentage needs, no more.
QString percentText(double ratio)
{
    int decimals = 0;
    for (double percent = ratio * 100; decimals < 4 && std::abs(percent - std::round(percent)) > 1e-6; percent *= 10)
        ++decimals;
    return format::percent(ratio, decimals);
}

} // namespace

double MeshScale::place(double utilization) const
{
    if (!(utilization > 0))
        return 0;
    const double low = lowest();
    return std::clamp(log ? std::log10(utilization / low) / std::log10(top / low)
                          : (utilization - bottom) / (top - bottom),
                      0.0, 1.0);
}

double MeshScale::lowest() const { return bottom > 0 ? bottom : top * std::pow(10.0, -kLogDecades); }

std::vector<MeshScale::Tick> MeshScale::ticks() const
{
    std::vector<Tick> ticks;
    if (log && bottom <= 0)
        for (int decade = int(kLogDecades); decade >= 0; --decade)
            ticks.push_back({1 - decade / kLogDecades, percentText(top * std::pow(10.0, -decade))});
    else if (log)
        for (const double value : {bottom, top})
            ticks.push_back({place(value), percentText(value)});
    else
        for (const double at : {0.0, 0.5, 1.0})
            ticks.push_back({at, percentText(bottom + (top - bottom) * at)});
    return ticks;
}

double roundTop(double busiest)
{
    if (!(busiest > 0))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(busiest)));
    for (const double factor : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (factor * power >= busiest * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

} // namespace nestloom::ui
