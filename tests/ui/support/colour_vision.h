// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace nestloom::ui {

using Triple = std::array<double, 3>;

inline Triple times(const std::array<Triple, 3>& matrix, const Triple& v)
{
    Triple result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
    return result;
}

/// CIE 1976 L*a*b* of linear sRGB (IEC 61966-2-1; white D65).
inline Triple labOf(const Triple& linear)
{
    const Triple xyz = times({{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}}, linear);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(std::max(0.0, xyz[0]) / 0.9505), y = f(std::max(0.0, xyz[1])),
                 z = f(std::max(0.0, xyz[2]) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// The least difference (CIE 1976) at which two colours of these are seen, with usual vision and without red or green
/// cones (Vienot, Brettel, Mollon 1999, for linear sRGB). About 2 is the least that can be seen side by side.
inline double leastSeenDifference(const std::vector<QColor>& colours)
{
    constexpr std::array<std::array<Triple, 3>, 3> kEyes{
        {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
         {{{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}},
         {{{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}}}};
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    double least = std::numeric_limits<double>::infinity();
    for (const auto& eye : kEyes) {
        std::vector<Triple> seen;
        for (const QColor& c : colours)
            seen.push_back(labOf(times(eye, {linear(c.redF()), linear(c.greenF()), linear(c.blueF())})));
        for (std::size_t a = 0; a < seen.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                least = std::min(least,
                                 std::hypot(seen[a][0] - seen[b][0], seen[a][1] - seen[b][1], seen[a][2] - seen[b][2]));
    }
    return least;
}

constexpr double kClearlyDifferent = 12; // of colours that stand apart from each other, in small areas

} // namespace nestloom::ui
