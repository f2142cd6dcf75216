// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"

#include <QString>

#include <vector>

namespace nestloom::ui {

/// A value along an axis with its label: "150 k", "200 µJ".
struct AxisTick {
    double value = 0;
    QString text;
};

/// A linear axis from 0 to `top` with round steps of 1, 2 or 5 times a power of ten.
struct ChartScale {
    double top = 1;
    std::vector<AxisTick> ticks; // from 0 to top
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

/// How the values along an axis are labelled.
struct AxisUnit {
    QString unit;         // "J"; an SI prefix goes before it
    double factor = 1;    // from a value to the unit: 1e-12 for values in pJ
    bool binary = false;  // B, KiB, MiB, ... instead of SI prefixes
    bool prefixed = true; // false: never a prefix ("%")
};

/// One axis of a chart that can be zoomed: places values along it, linear or logarithmic.
/// Places are fractions of its length; outside of 0 to 1 they are out of sight.
class AxisScale {
public:
    using Tick = AxisTick;

    bool isLog() const { return m_log; }
    /// A value as the axis counts: itself, or its logarithm to base ten. Not a number where it has none.
    double transformed(double value) const;
    double restored(double transformed) const;

    /// Shows lowest to highest with some room at both ends. Without finite values (on a logarithmic axis: above 0) it
    /// shows 0 to 1 (1 to 10).
    void fit(bool log, double lowest, double highest);
    double place(double value) const { return fraction(transformed(value)); }
    double valueAt(double place) const { return restored(transformedAt(place)); }
    double fraction(double transformed) const { return (transformed - m_low) / (m_high - m_low); }
    double transformedAt(double place) const { return m_low + place * (m_high - m_low); }
    void zoom(double at, double factor); // the value at that place stays where it is
    void pan(double places);             // moves the values by that much

    /// Round values in sight, at most `most` of them, each with its unit; more where that would leave only one.
    std::vector<Tick> ticks(int most, const AxisUnit& unit) const;

private:
    std::vector<double> logTicks(int most, const AxisUnit& unit) const;

    bool m_log = false;
    double m_low = 0, m_high = 1; // transformed
};

/// "5.15 Mcycle": a value with decimals enough to tell it from its neighbours `step` away.
QString axisText(double value, double step, const AxisUnit& unit);

/// Round values from `low` to `high`, about `most` of them and at least `leastStep` apart: multiples of 1, 2 or 5 times
/// a power of ten of the unit, or of a power of two in bytes.
std::vector<AxisTick> roundTicks(double low, double high, double most, const AxisUnit& unit, double leastStep = 0);
/// The same in bytes on an axis of so many pixels, not nearer than `pixelsEach`.
std::vector<AxisTick> byteTicks(double low, double high, double pixels, double pixelsEach);

/// Three digits, so that sizes near to each other can be told apart: "2.37 MiB", "770 KiB".
QString sizeText(Bytes size);
/// In which sizes up to this one are told by sizeText(), for an axis.
AxisUnit sizeUnit(Bytes largest);

constexpr double kZoomStep = 1.25; // one notch of the wheel, one press of a key
constexpr double kClickSlack = 4;  // pixels that a click may move

} // namespace nestloom::ui
