// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <cmath>

namespace nestloom::ui {

/// A colour between two: `ofB` of 0 is a, of 1 is b.
inline QColor mixed(const QColor& a, const QColor& b, double ofB)
{
    const auto one = [ofB](int x, int y) { return int(std::lround(x + ofB * (y - x))); };
    return {one(a.red(), b.red()), one(a.green(), b.green()), one(a.blue(), b.blue())};
}

} // namespace nestloom::ui
