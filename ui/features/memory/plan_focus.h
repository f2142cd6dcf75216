// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/operator_graph.h"
#include "ui/charts/time_focus.h"
#include "ui/features/memory/plan_boxes.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace nestloom::ui {

/// What is selected of a memory plan: an operator, or a tensor and the operator that makes it.
struct PlanSelection {
    std::optional<OperatorId> op;
    std::optional<TensorId> tensor;
    bool isEmpty() const { return !op; }
    friend bool operator==(const PlanSelection&, const PlanSelection&) = default;
};

/// Steps first to last, both included.
struct StepRange {
    int first = 0, last = 0;
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// What the user looks at in a memory plan, shared by the views of the page: the steps in sight, the step under the
/// cursor, a marked range of steps, and the selection.
class PlanFocus : public AxisFocus {
    Q_OBJECT
public:
    explicit PlanFocus(QObject* parent = nullptr) : AxisFocus(4, parent) {}

    /// Another plan: keeps what still exists.
    void setStepCount(int count);
    int stepCount() const { return m_count; }

    int step() const { return m_step; }
    void setStep(int step); // clamped; brought into sight

    const std::optional<StepRange>& range() const { return m_range; }
    void setRange(std::optional<StepRange> range); // either end may come first; clamped
    /// From the end that does not move: the range grows or shrinks to the step.
    void extendRange(int step) { setRange(StepRange{m_range ? m_anchor : m_step, step}); }
    void showRange(); // the steps of the range fill the axis

    const PlanSelection& selection() const { return m_selection; }
    void select(const PlanSelection& selection);

Q_SIGNALS:
    void stepChanged(int step);
    void rangeChanged();
    void selectionChanged(const nestloom::ui::PlanSelection& selection);

private:
    int m_count = 0;
    int m_step = 0;
    std::optional<StepRange> m_range;
    int m_anchor = 0; // the end of the range that does not move
    PlanSelection m_selection;
};

/// Where steps and addresses (or bytes) are in a chart of a memory plan. A step is as wide as the one operator that
/// runs in it; addresses grow upwards.
struct PlanGeometry {
    QRectF plot;
    double lowStep = 0, highStep = 1;   // at the left and right edge
    double lowBytes = 0, highBytes = 1; // at the bottom and top edge

    double stepWidth() const { return plot.width() / (highStep - lowStep); }
    double x(double step) const { return plot.left() + (step - lowStep) * stepWidth(); }
    double y(double bytes) const { return plot.bottom() - (bytes - lowBytes) / (highBytes - lowBytes) * plot.height(); }
    double stepAt(double x) const { return lowStep + (x - plot.left()) / stepWidth(); }
    double bytesAt(double y) const { return lowBytes + (plot.bottom() - y) / plot.height() * (highBytes - lowBytes); }
    QRectF rectOf(const PlanBox& box) const
    {
        return {QPointF(x(box.first), y(double(box.offset + box.size))),
                QPointF(x(box.last + 1.0), y(double(box.offset)))};
    }
    int firstStep() const { return int(lowStep); }
    int lastStep() const; // the last one that is at least partly in sight
};

/// Round numbers of steps in sight.
std::vector<AxisTick> stepTicks(const PlanGeometry& geometry, double pixelsEach);

/// Where a message goes in place of a plan: between the tag of the capacity and its mirror image.
QRectF planMessageArea(const QRectF& plot, const QFont& captions);

/// Room for the labels of bytes, the same in all charts of the page so that their steps stand above each other.
double planMargin(const QFont& captions);

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

/// Where the title of an axis of bytes stands, upright at the left edge; empty when it would meet the labels, of which
/// the widest is given, or is longer than the axis.
QRectF byteTitlePlace(const PlanGeometry& geometry, const QFontMetricsF& metrics, double widestLabel,
                      const QString& title);

/// Lines across the plot, their labels at the left, and the title beside these where it has room.
void paintByteAxis(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, double linesOfText,
                   const QString& title);

/// An operator in another granularity of its network: the one of its name, else the one that it is fused into.
std::optional<OperatorId> counterpart(const workload::OperatorGraph& from, OperatorId op,
                                      const workload::OperatorGraph& to);

/// The step at which a plan runs the operator.
std::optional<int> stepOf(const std::vector<memory::PlanStep>& steps, OperatorId op);

/// Keeps the operator at the cursor, and the selected one, from plan to plan: another size may run them in another
/// order, another granularity gives them other numbers.
class PlanPlace {
public:
    PlanPlace(const ShownPlan& plan, PlanFocus& focus) : m_plan(plan), m_focus(focus) {}

    /// After every change of the plan.
    void follow();
    /// Another network: nothing of it is the same.
    void forget();

private:
    std::optional<OperatorId> cursorBefore() const;
    void restoreSelection();

    const ShownPlan& m_plan;
    PlanFocus& m_focus;
    std::shared_ptr<const workload::OperatorGraph> m_answered;    // what the selection is about
    std::shared_ptr<const workload::OperatorGraph> m_graph;       // of the last plan
    std::shared_ptr<const std::vector<memory::PlanStep>> m_steps; // of the last plan
    PlanSelection m_left;                                         // in m_graph, until there is a plan again
};

} // namespace nestloom::ui
