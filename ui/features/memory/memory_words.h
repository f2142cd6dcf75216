// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/export_context.h"
#include "ui/words/run_words.h"

#include <QFontMetricsF>

class QWidget;

namespace nestloom::ui {

QString baselineText(const schedule::cosma::BaselineTraffic& baseline); // "default order, Belady"
QString kindText(BoxKind kind);                                         // "graph input"
QColor boxColour(const Theme& theme, BoxKind kind);                     // as the legend says it

/// "conv_3 parameter 1", "relu_2".
QString boxName(const workload::OperatorGraph& graph, const PlanBox& box);
/// Lines of the tool tip: what it is, bytes, addresses, steps, who makes and uses it, and where it goes.
QString boxDetails(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan, const PlanBox& box);
/// "step 41, conv_3 (conv): 2.3 MiB used, 12 KiB free in 3 holes, 4 % fragmented"
QString stepSentence(const ShownPlan& plan, int step);

/// "588 KiB of off-chip traffic beyond the compulsory, proven least"
QString trafficSentence(const schedule::cosma::PlanAnswer& answer);
/// "90.5 % less than the best baseline (default order, Belady: 6.1 MiB)"; empty without baselines.
QString reductionSentence(const schedule::cosma::PlanAnswer& answer);
/// Which operator does not fit, by how much, and what would do.
QString infeasibleSentence(const schedule::cosma::PlanAnswer& answer);

/// As much of a dotted name as has room, its end first, and an ellipsis for what is left out: "layer1.0.relu",
/// "…0.relu", "…relu", "…elu"; empty where even that has no room.
QString fittingName(const QString& name, const QFontMetricsF& metrics, double room);

/// Zero is said in words.
QString trafficText(Bytes traffic);

class ExplainDialog;

/// What a figure of a step is made of; the order is that of the dialog.
enum class StepFigure { Used, Spilled, Retrieved, Created };

/// How the figures of a step of the shown plan come about. Null without a plan, or beyond its steps.
ExplainDialog* explainStep(QWidget* parent, const ShownPlan& plan, int step, StepFigure figure = StepFigure::Used);

/// What a figure of the whole plan is made of.
enum class PlanFigure { Traffic, Gap, Reduction, LeastSize, PeakSize };

/// How traffic, its bound, the saving against the best baseline and the sizes of the budget curve come about.
ExplainDialog* explainPlan(QWidget* parent, const ShownPlan& plan, PlanFigure figure = PlanFigure::Traffic);

/// Of a chart of a memory plan: the network, and COSMA with all that was asked.
Provenance planProvenance(const ShownPlan& plan);

} // namespace nestloom::ui
