// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/pareto.h"
#include "ui/charts/axis_scale.h"

#include <QString>

#include <vector>

namespace nestloom::ui {

/// A figure of a point of a sweep: what stands in a column of the table, or along an axis of the Pareto view.
struct Measure {
    enum class Kind { Cycles, Latency, Energy, Edp, OnChipBytes, Area, Utilization, Power, Gap, Traffic, Field };

    Kind kind = Kind::Cycles;
    std::size_t axis = 0;                                     // of the design space, when Field
    explore::FieldKind fieldKind = explore::FieldKind::Count; // when Field
    QString title;                                            // "Energy", "GlobalBuffer capacity"
    QString toolTip;                                          // what it means and where it comes from
    QString exportUnit;                                       // of value()
    std::string path{};                                       // of the swept field, when Field

    bool largerIsBetter() const { return kind == Kind::Utilization; }
    bool isBinary() const; // counted in KiB and MiB
};

/// The swept fields first, then what the points cost; the area only when the accelerator says what it is made of.
/// Memory plans have off-chip and on-chip bytes.
std::vector<Measure> measuresOf(const explore::SweepInputs& inputs);

/// The figure of another sweep that says the same; nothing when it has none.
std::optional<std::size_t> sameMeasure(const std::vector<Measure>& measures, const Measure& wanted);

/// The figure of the engine; nothing for fields and the gap.
std::optional<explore::Objective> objectiveOf(const Measure& measure);

/// In cycles, s, pJ, J s, B, um2, W, as a fraction, or in the unit of the field. Not a number when the point has none
/// of it, or of the gap no bound.
double valueOf(const Measure& measure, const explore::DesignSpace& space, const explore::PointResult& point);

QString shortText(const Measure& measure, double value); // "5.19 Mcycle"
QString exactText(const Measure& measure, double value); // "5,189,432 cycles"
AxisUnit axisUnit(const Measure& measure);               // how its values are labelled along an axis

} // namespace nestloom::ui
