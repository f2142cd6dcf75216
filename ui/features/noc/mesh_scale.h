// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace nestloom::ui {

/// How the utilisation of a link becomes a place on the colour bar.
struct MeshScale {
    bool log = false;
    double top = 1;    // utilisation at the bright end; above 0
    double bottom = 0; // at the dark end; below the top
    /// A logarithmic bar begins at this fraction of its top, unless it has a bottom.
    static constexpr double kLogDecades = 3;

    /// 0 to 1; what lies outside is taken to the nearer end.
    double place(double utilization) const;
    struct Tick {
        double place = 0;
        QString text;
    };
    std::vector<Tick> ticks() const;
    friend bool operator==(const MeshScale&, const MeshScale&) = default;

private:
    double lowest() const; // of a logarithmic bar
};

/// A round top that just reaches the busiest link; 100 % when nothing is sent.
double roundTop(double busiest);

} // namespace nestloom::ui
