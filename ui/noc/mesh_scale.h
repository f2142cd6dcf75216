// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace nestloom::ui {

/// How the utilisation of a link becomes a place on the colour bar.
struct MeshScale {
    bool log = false;
    double top = 1; // utilisation at the bright end; above 0
    /// A logarithmic bar begins at this fraction of its top.
    static constexpr double kLogDecades = 3;

    /// 0 to 1; what lies outside is taken to the nearer end.
    double place(double utilization) const;
    struct Tick {
        double place = 0;
        QString text;
    };
    std::vector<Tick> ticks() const;
};

/// A round top that just reaches the busiest link; 100 % when nothing is sent.
double roundTop(double busiest);

} // namespace nestloom::ui
