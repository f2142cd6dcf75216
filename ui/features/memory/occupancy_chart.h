// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/painted_chart.h"

namespace nestloom::ui {

/// Bytes in use at every step of a plan, on the steps of the memory map above it: what is used, the highest address in
/// use, what would be alive without spilling, and the capacity. A click sets the step cursor.
class OccupancyChart : public PaintedChart {
    Q_OBJECT
public:
    OccupancyChart(ShownPlan& plan, PlanFocus& focus, QWidget* parent = nullptr);

    QString chartName() const override { return m_plan.hasPlan() ? tr("scratchpad occupancy") : QString(); }
    TableValues chartValues() const override; // one row for each step
    std::optional<Provenance> chartProvenance() const override { return planProvenance(m_plan); }
    void paintChart(QPainter& painter) override;
    QString toolTipAt(QPointF at) const override;
    QString emptyText() const; // what stands there while there is no plan
    PlanGeometry geometryOf() const { return m_geometry; }

    QSize sizeHint() const override { return {760, 90}; }
    QSize minimumSizeHint() const override { return {320, 44}; }

protected:
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void layOut();
    QPolygonF outline(Bytes memory::PlanStep::*figure) const;
    void paintLegend(QPainter& painter) const;
    void follow(QPointF at);

    ShownPlan& m_plan;
    PlanFocus& m_focus;
    PlanGeometry m_geometry;
    QPointF m_pressed;
    bool m_isMarking = false; // a range of steps, by Shift+drag
};

} // namespace nestloom::ui
