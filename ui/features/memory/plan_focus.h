// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/operator_graph.h"

#include <QObject>

#include <optional>

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
class PlanFocus : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Another plan: keeps what still exists.
    void setStepCount(int count);
    int stepCount() const { return m_count; }

    /// Steps in sight: [low, high), 0 <= low < high <= stepCount().
    double low() const { return m_low; }
    double high() const { return m_high; }
    void zoom(double at, double factor); // the step `at` stays where it is; a factor above 1 comes nearer
    void pan(double steps);
    void fit();
    bool isFitted() const { return m_low == 0 && m_high == m_count; }

    int step() const { return m_step; }
    void setStep(int step); // clamped; brought into sight

    const std::optional<StepRange>& range() const { return m_range; }
    void setRange(std::optional<StepRange> range); // either end may come first; clamped
    /// From the end that does not move: the range grows or shrinks to the step.
    void extendRange(int step);
    void showRange(); // the steps of the range fill the axis

    const PlanSelection& selection() const { return m_selection; }
    void select(const PlanSelection& selection);

Q_SIGNALS:
    void windowChanged();
    void stepChanged(int step);
    void rangeChanged();
    void selectionChanged(const nestloom::ui::PlanSelection& selection);

private:
    void setWindow(double low, double high);

    int m_count = 0;
    double m_low = 0, m_high = 0;
    int m_step = 0;
    std::optional<StepRange> m_range;
    int m_anchor = 0; // the end of the range that does not move
    PlanSelection m_selection;
};

} // namespace nestloom::ui
