// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/style/theme.h"
#include "ui/widgets/painted_chart.h"

#include <QPixmap>

class QPushButton;

namespace nestloom::ui {

/// The memory map of a plan: steps along x, addresses along y, a box for every residency, arrows of spills and
/// retrievals to the off-chip rail on top, and the capacity as a line that can be dragged.
/// Mouse: click selects, drag pans, Shift+drag marks a range of steps, wheel zooms steps (with Ctrl, or over the
/// addresses: addresses). Keys: Left, Right, Page Up, Page Down, Home, End move the step cursor, with Shift they mark a
/// range; Z shows the range; Up, Down select along the cursor; Ctrl+Up, Ctrl+Down move the capacity; plus, minus (W, S)
/// zoom, A, D pan, F fits, Escape clears the range, then the selection.
class MemoryMap : public PaintedChart {
    Q_OBJECT
public:
    MemoryMap(ShownPlan& plan, PlanFocus& focus, QWidget* parent = nullptr);

    PlanGeometry geometryOf() const { return m_geometry; }
    int boxAt(QPointF at) const; // -1 = none
    QRectF messageArea() const;  // of a message in place of a plan; the way out has its room below it
    QString toolTipAt(QPointF at) const override;
    double capacityY() const; // of the line, or of its tag at the edge when it is out of sight
    /// Sizes at which the drag catches: budgets and steps of the curve.
    void setCatches(std::vector<std::int64_t> sizes) { m_catches = std::move(sizes); }
    std::int64_t caught(double bytes) const;

    QString chartName() const override { return m_plan.hasPlan() ? tr("memory map") : QString(); }
    TableValues chartValues() const override; // one row for each box
    std::optional<Provenance> chartProvenance() const override { return planProvenance(m_plan); }
    void paintChart(QPainter& painter) override;

    QSize sizeHint() const override { return {760, 320}; }
    /// A message of some lines and the button below it have room.
    QSize minimumSizeHint() const override { return {320, 8 * fontMetrics().lineSpacing()}; }

public Q_SLOTS:
    void fit();

Q_SIGNALS:
    void capacityMoved(nestloom::Bytes size);
    void capacityDropped();                // the drag ended
    void sizeChosen(nestloom::Bytes size); // by the button below the message that nothing runs

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { None, Pan, Capacity, Range };

    void takePlan();
    void layOut();
    void fitBytes();
    double fittedTop() const;
    void invalidate(); // boxes and axes must be painted again
    bool isOnCapacity(QPointF at) const;
    void zoomBytes(double at, double factor);
    void panBy(QPointF pixels);
    void moveCapacity(std::int64_t size) { Q_EMIT capacityMoved({std::max<std::int64_t>(1, size)}); }
    void stepCapacity(int direction);
    void goTo(int step, bool marks);
    void stepBox(int direction);
    void selectBox(int box);
    int selectedBox() const;
    void describe();
    bool hasWayOut() const;
    QString refusalText() const;
    void layOutWayOut();

    void paintStatic(QPainter& painter, const Theme& theme, bool asPixels);
    void paintGrid(QPainter& painter, const Theme& theme) const;
    void paintBoxes(QPainter& painter, const Theme& theme, bool asPixels) const;
    void paintBoxMarks(QPainter& painter, const Theme& theme, const PlanBox& box, const QRectF& rect) const;
    void paintMoves(QPainter& painter, const Theme& theme) const;
    void paintMove(QPainter& painter, const Theme& theme, const PlanBox& box, bool spill, bool withArrow) const;
    void paintLegend(QPainter& painter, const Theme& theme) const;
    void paintOverlay(QPainter& painter, const Theme& theme) const;
    void paintSelection(QPainter& painter, const Theme& theme) const;
    void paintCursor(QPainter& painter, const Theme& theme) const;
    void paintLevels(QPainter& painter, const Theme& theme) const;
    double capacityLeft(const QFontMetricsF& metrics) const;
    void paintCapacity(QPainter& painter, const Theme& theme) const;
    bool isCapacityInSight() const;
    QString capacityText() const;
    void paintMessage(QPainter& painter, const Theme& theme) const;

    ShownPlan& m_plan;
    PlanFocus& m_focus;
    PlanGeometry m_geometry;
    QRectF m_rail;
    QPushButton* m_wayOut; // a size in which the network runs
    QPixmap m_layer;       // boxes and axes
    bool m_isLayerOld = true;
    bool m_isFitted = true; // along the addresses: follows new plans
    std::vector<std::int64_t> m_catches;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
    bool m_moved = false;
    int m_hovered = -1;
    bool m_isKeyMoving = false;
};

} // namespace nestloom::ui
