// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/painted_chart.h"

#include <QRectF>
#include <QWidget>

namespace nestloom::ui {

/// The budget curve: least off-chip traffic for every size of the scratchpad from M_R to M_P. Proven sizes are a solid
/// stair; where nothing is proven yet the band between bound and best plan is hatched. A click chooses a size: the
/// smallest one with the same traffic. A drag re-plans along the way. Left and Right go from stair to stair.
class BudgetChart : public PaintedChart {
    Q_OBJECT
public:
    explicit BudgetChart(ShownPlan& plan, QWidget* parent = nullptr);

    QPointF positionOf(Bytes size, Bytes traffic) const;
    /// The size that a click at this place chooses; nothing outside of the curve.
    std::optional<Bytes> sizeAt(QPointF at) const;
    QString toolTipAt(QPointF at) const override;
    std::vector<AxisScale::Tick> sizeTicks() const; // all in the unit in which M_P is told

    QString chartName() const override { return m_plan.curve().empty() ? QString() : tr("budget curve"); }
    TableValues chartValues() const override; // one row for each stair
    std::optional<Provenance> chartProvenance() const override { return planProvenance(m_plan); }
    void paintChart(QPainter& painter) override;

    QSize sizeHint() const override { return {380, 150}; }
    QSize minimumSizeHint() const override { return {220, 76}; }

Q_SIGNALS:
    void sizeChosen(nestloom::Bytes size);
    void movingChanged(bool moving); // the size is dragged

protected:
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void layOut();
    const schedule::cosma::CurveStep* stepAt(double bytes) const;
    double bytesAt(QPointF at) const; // kept on the curve
    void paintAxes(QPainter& painter) const;
    void paintOpen(QPainter& painter) const;
    void paintStair(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintState(QPainter& painter) const;

    ShownPlan& m_plan;
    AxisScale m_sizes, m_traffic;
    QRectF m_plot;
    double m_top = 1; // B of traffic
    QPointF m_pressed;
    bool m_isDragging = false;
};

/// "2.31 MiB to 2.37 MiB: 588 KiB of traffic, proven least"
QString curveSentence(const schedule::cosma::CurveStep& step);

} // namespace nestloom::ui
