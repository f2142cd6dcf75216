// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/sequential_colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::ui {

QColor sequentialColour(const Theme& theme, double fraction)
{
    // Every eighth of matplotlib's viridis (Smith and van der Walt, 2015, public domain).
    static constexpr std::array<QRgb, 9> samples{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                                 0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};
    const double low = theme.dark ? 0.3 : 0.0, high = theme.dark ? 1.0 : 0.85;
    const double at = (low + std::clamp(fraction, 0.0, 1.0) * (high - low)) * (samples.size() - 1);
    const auto below = std::min(std::size_t(at), samples.size() - 2);
    const double rest = at - double(below);
    const QColor a(samples[below]), b(samples[below + 1]);
    const auto mix = [rest](int x, int y) { return int(std::lround(x + rest * (y - x))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace nestloom::ui
