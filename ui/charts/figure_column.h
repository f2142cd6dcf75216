// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"

#include <functional>
#include <optional>

namespace nestloom::ui {

/// One figure of many rows, for charts of several figures.
struct FigureColumn {
    QString title;
    AxisUnit unit;
    std::optional<bool> largerIsBetter{};  // nothing: no end is better
    std::function<QString(double)> text{}; // of a value, with its unit: "64 KiB"
    QString exportUnit{};                  // of the values as they are: "pJ"
    std::vector<double> values{};          // by row; not a number: the row has none

    QString exportTitle() const
    {
        return exportUnit.isEmpty() ? title : QStringLiteral("%1 [%2]").arg(title, exportUnit);
    }
};

/// From the lowest to the highest value; logarithmic where they are above 0 and more than 6 times apart.
AxisScale scaleOf(const FigureColumn& column);

} // namespace nestloom::ui
