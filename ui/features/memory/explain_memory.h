// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace nestloom::ui {

class ExplainDialog;
class ShownPlan;

/// What a figure of a step is made of; the order is that of the dialog.
enum class StepFigure { Used, Spilled, Retrieved, Created };

/// How the figures of a step of the shown plan come about. Null without a plan, or beyond its steps.
ExplainDialog* explainStep(QWidget* parent, const ShownPlan& plan, int step, StepFigure figure = StepFigure::Used);

/// What a figure of the whole plan is made of.
enum class PlanFigure { Traffic, Gap, Reduction, LeastSize, PeakSize };

/// How traffic, its bound, the saving against the best baseline and the sizes of the budget curve come about.
ExplainDialog* explainPlan(QWidget* parent, const ShownPlan& plan, PlanFigure figure = PlanFigure::Traffic);

} // namespace nestloom::ui
