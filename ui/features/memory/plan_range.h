// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/plan_geometry.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/style/theme.h"

class QPainter;

namespace nestloom::ui {

/// What happens in a range of steps, added up.
struct RangeFigures {
    Bytes peak{}; // the most that is used in a step
    Bytes spilled{}, retrieved{}, created{};
    Bytes traffic() const { return spilled + retrieved; }
};
RangeFigures rangeFigures(const ShownPlan& plan, StepRange range);

/// "steps 12 to 40: 1.2 MiB spilled, 2 MiB retrieved, 1.9 MiB at the peak"
QString rangeSentence(const ShownPlan& plan, StepRange range);

/// Shades what lies outside the range, and draws its ends.
void paintRange(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, StepRange range);

} // namespace nestloom::ui
