// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace nestloom::ui {

constexpr double kZoomStep = 1.25; // one notch of the wheel, one press of a key
constexpr double kClickSlack = 4;  // pixels that a click may move

/// A linear axis from 0 to `top` with round steps of 1, 2 or 5 times a power of ten.
struct ChartScale {
    struct Tick {
        double value = 0;
        QString text; // "150 k", "200 µJ"
    };
    double top = 1;
    std::vector<Tick> ticks; // from 0 to top
};

/// Smallest round axis that reaches `largest`, with at most `tickCount` steps. All labels have the same prefix.
/// A `largest` of 0 or not finite gives an axis up to 1.
ChartScale chartScale(double largest, int tickCount, const QString& unit);

/// The smallest of 1, 2 or 5 times a power of ten that is not below `rough` > 0.
double roundStep(double rough);

struct SiPrefix {
    double factor = 1;
    QString letter; // "k", "M"; empty for 1
};
/// The largest prefix whose factor is not above `value` > 0, from p to E.
SiPrefix siPrefix(double value);

} // namespace nestloom::ui
