// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/measure.h"

#include "engine/explore/pareto.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/standing.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/style/format.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

using Kind = Measure::Kind;

Measure costMeasure(Kind kind)
{
    Measure m{kind, 0, {}, {}, {}, {}};
    const auto fill = [&m](const QString& title, const QString& tip, const char* unit) {
        m.title = title;
        m.toolTip = tip;
        m.exportUnit = QString::fromUtf8(unit);
    };
    switch (kind) {
    case Kind::Cycles:
        fill(Words::tr("Cycles"), Words::tr("Sum over the layers of the network, by the analytical cost model"),
             "cycles");
        break;
    case Kind::Latency: fill(Words::tr("Time"), Words::tr("Cycles / clock of this accelerator"), "s"); break;
    case Kind::Energy:
        fill(Words::tr("Energy"), Words::tr("Of all accesses and MACs, by the analytical cost model"), "pJ");
        break;
    case Kind::Edp: fill(Words::tr("EDP"), Words::tr("Energy x time"), "J\u00b7s"); break;
    case Kind::OnChipBytes:
        fill(Words::tr("On-chip memory"), Words::tr("Capacity of all bounded levels times their instances"), "B");
        break;
    case Kind::Area:
        fill(Words::tr("Area"), Words::tr("Of the chip, from the area table of the accelerator"), "um2");
        break;
    case Kind::Gap:
        fill(Words::tr("Gap"),
             Words::tr("The objective over its proven lower bound, less 1: what a better mapping could gain at most"),
             "");
        break;
    case Kind::Utilization: fill(Words::tr("Utilisation"), Words::tr("MACs / (all MAC units x cycles)"), ""); break;
    case Kind::Power: fill(Words::tr("Power"), Words::tr("Energy / time, on average over the network"), "W"); break;
    case Kind::Traffic:
        fill(Words::tr("Off-chip traffic"),
             Words::tr("Bytes of the memory plan beyond the compulsory: what is spilled and retrieved"), "B");
        break;
    case Kind::Field: break;
    }
    return m;
}

/// Of a plan it is the memory that is planned.
Measure scratchpadMeasure()
{
    Measure m = costMeasure(Kind::OnChipBytes);
    m.toolTip = Words::tr("Capacity of the scratchpad: the buffer that all PEs share");
    return m;
}

Measure fieldMeasure(const explore::DesignSpace& space, std::size_t axis)
{
    const std::string& path = space.axes[axis].path;
    Measure m{Kind::Field, axis, explore::kindOf(space, space.axes[axis]), fieldTitle(path), {}, {}};
    m.toolTip = Words::tr("Swept field %1").arg(qt(path));
    const std::string_view unit = explore::unit(m.fieldKind);
    m.exportUnit = qt(unit);
    m.path = path;
    return m;
}

} // namespace

bool Measure::isBinary() const
{
    return kind == Kind::OnChipBytes || kind == Kind::Traffic
           || (kind == Kind::Field && fieldKind == explore::FieldKind::Bytes);
}

std::vector<Measure> measuresOf(const explore::SweepInputs& inputs)
{
    const explore::DesignSpace& space = inputs.space;
    std::vector<Measure> measures;
    for (std::size_t i = 0; i < space.axes.size(); ++i)
        measures.push_back(fieldMeasure(space, i));
    if (inputs.memory) {
        measures.insert(measures.end(), {costMeasure(Kind::Traffic), scratchpadMeasure(), costMeasure(Kind::Gap)});
        return measures;
    }
    for (const Kind kind : {Kind::Cycles, Kind::Latency, Kind::Energy, Kind::Edp, Kind::OnChipBytes, Kind::Area,
                            Kind::Utilization, Kind::Gap, Kind::Power})
        if (kind != Kind::Area || hardware::chipArea(space.base))
            measures.push_back(costMeasure(kind));
    return measures;
}

std::optional<std::size_t> sameMeasure(const std::vector<Measure>& measures, const Measure& wanted)
{
    const auto found = std::ranges::find_if(measures, [&](const Measure& each) {
        return each.kind == wanted.kind && each.path == wanted.path && each.fieldKind == wanted.fieldKind;
    });
    return found == measures.end() ? std::nullopt : std::optional(std::size_t(found - measures.begin()));
}

std::optional<explore::Objective> objectiveOf(const Measure& measure)
{
    using explore::Objective;
    switch (measure.kind) {
    case Measure::Kind::Cycles: return Objective::Cycles;
    case Measure::Kind::Energy: return Objective::Energy;
    case Measure::Kind::Edp: return Objective::Edp;
    case Measure::Kind::OnChipBytes: return Objective::OnChipBytes;
    case Measure::Kind::Area: return Objective::Area;
    case Measure::Kind::Utilization: return Objective::Utilization;
    case Measure::Kind::Power: return Objective::Power;
    case Measure::Kind::Latency: return Objective::Time;
    case Measure::Kind::Traffic: return Objective::Traffic;
    case Measure::Kind::Gap:
    case Measure::Kind::Field: break;
    }
    return std::nullopt;
}

double valueOf(const Measure& measure, const explore::DesignSpace& space, const explore::PointResult& point)
{
    if (measure.kind == Kind::Field)
        return space.axes[measure.axis].values[explore::levelAt(space, point.point, measure.axis)];
    if (measure.kind == Kind::Gap)
        return explore::gapOf(point).value_or(std::nan(""));
    if (point.plan && measure.kind == Kind::Traffic)
        return double(point.plan->traffic.count);
    if (point.plan && measure.kind == Kind::OnChipBytes)
        return double(point.plan->scratchpad.count);
    if (!point.cost)
        return std::nan("");
    switch (measure.kind) {
    case Kind::Cycles: return double(point.cost->cycles.count);
    case Kind::Latency: return explore::valueOf(*point.cost, explore::Objective::Time);
    case Kind::Energy: return point.cost->energy.count;
    case Kind::Edp: return point.cost->edpJouleSeconds;
    case Kind::OnChipBytes: return double(point.cost->onChip.count);
    case Kind::Area: return point.cost->area ? point.cost->area->count : std::nan("");
    case Kind::Utilization: return point.cost->utilization;
    case Kind::Power: return explore::valueOf(*point.cost, explore::Objective::Power);
    case Kind::Gap:
    case Kind::Traffic:
    case Kind::Field: break;
    }
    return std::nan("");
}

QString shortText(const Measure& measure, double value)
{
    if (!std::isfinite(value))
        return format::kNoValue;
    switch (measure.kind) {
    case Kind::Gap: return qt(schedule::standingText(value));
    case Kind::Cycles: return format::cycles(value);
    case Kind::Latency: return format::si(value, QStringLiteral("s"));
    case Kind::Energy: return format::energy(Picojoules{value});
    case Kind::Edp: return format::si(value, QStringLiteral("J\u00b7s"));
    case Kind::Traffic:
    case Kind::OnChipBytes: return format::bytes(value);
    case Kind::Area: return format::area(SquareMicrometres{value});
    case Kind::Utilization: return format::percent(value);
    case Kind::Power: return format::si(value, QStringLiteral("W"));
    case Kind::Field: return fieldText(measure.fieldKind, value);
    }
    return {};
}

QString exactText(const Measure& measure, double value)
{
    if (!std::isfinite(value))
        return format::kNoValue;
    switch (measure.kind) {
    case Kind::Cycles: return format::exactCycles(value);
    case Kind::Latency: return format::exactNumber(value * 1e6, 3) + QStringLiteral(" \u00b5s");
    case Kind::Energy: return format::exactEnergy(Picojoules{value});
    case Kind::Edp: return QString::number(value, 'g', 7) + QStringLiteral(" J\u00b7s");
    case Kind::Traffic:
    case Kind::OnChipBytes: return format::exactBytes(Bytes{std::int64_t(value)});
    case Kind::Area: return format::exactNumber(value, 0) + QStringLiteral(" \u00b5m\u00b2");
    case Kind::Utilization: return format::percent(value, 3);
    case Kind::Power: return QString::number(value, 'g', 7) + QStringLiteral(" W");
    case Kind::Gap: return qt(schedule::standingText(value));
    case Kind::Field: return exactFieldText(measure.fieldKind, value);
    }
    return {};
}

AxisUnit axisUnit(const Measure& measure)
{
    switch (measure.kind) {
    case Kind::Cycles: return {QStringLiteral("cycle")};
    case Kind::Latency: return {QStringLiteral("s")};
    case Kind::Energy: return {QStringLiteral("J"), 1e-12};
    case Kind::Edp: return {QStringLiteral("J\u00b7s")};
    case Kind::Traffic:
    case Kind::OnChipBytes: return {{}, 1, true};
    case Kind::Area: return {QStringLiteral("mm\u00b2"), 1e-6, false, false};
    case Kind::Power: return {QStringLiteral("W")};
    case Kind::Utilization:
    case Kind::Gap: return {QStringLiteral("%"), 100, false, false};
    case Kind::Field: break;
    }
    switch (measure.fieldKind) {
    case explore::FieldKind::Bytes: return {{}, 1, true};
    case explore::FieldKind::BytesPerCycle: return {QStringLiteral("B/cycle"), 1, false, false};
    case explore::FieldKind::BytesPerSecond: return {QStringLiteral("B/s")};
    case explore::FieldKind::Picojoules: return {QStringLiteral("J"), 1e-12};
    case explore::FieldKind::Hertz: return {QStringLiteral("Hz")};
    case explore::FieldKind::Bits: return {QStringLiteral("bit"), 1, false, false};
    case explore::FieldKind::Watts: return {QStringLiteral("W")};
    case explore::FieldKind::Count:
    case explore::FieldKind::Engine: // by its number
    case explore::FieldKind::Objective:
    case explore::FieldKind::YesNo: return {{}, 1, false, false};
    }
    return {};
}

} // namespace nestloom::ui
