// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_focus.h"
#include "ui/style/theme.h"
#include "ui/widgets/painted_chart.h"

#include <QPixmap>

class QKeyEvent;

namespace nestloom::ui {

/// A chart over cycles. Charts that share a focus stand above each other: they show the same cycles, cursor and range.
/// Mouse: click sets the cursor and picks, drag pans, wheel zooms at the pointer, Shift+drag marks a range, which a
/// plate below the lowest chart names; a click on it clears the range. Keys: W, S (plus, minus) zoom, A, D pan, F fits,
/// Z shows the marked range, Escape clears the range, then the selection.
/// What a chart draws is painted once into a layer and copied until it changes.
class TimeChart : public PaintedChart {
    Q_OBJECT
public:
    explicit TimeChart(TimeFocus& focus, QWidget* parent = nullptr);

    const TimeGeometry& geometryOf() const { return m_geometry; }
    TimeFocus& focus() const { return m_focus; }
    QString toolTipAt(QPointF at) const override;
    QRectF rangePlate() const; // empty without a range in sight, and where no time labels are
    /// Where the numbers come from when the chart is exported.
    void setProvenance(const Provenance& from) { m_from = from; }
    /// Labels of the time below the plot; the lowest of several charts has them.
    void setTimeLabels(bool shown);

    QSize chartSize() const override; // alone it has labels of the time in any case
    void paintChart(QPainter& painter) override;
    std::optional<Provenance> chartProvenance() const override { return m_from; }

protected:
    /// Without data only paintEmpty() is called.
    virtual bool hasData() const = 0;
    virtual void paintEmpty(QPainter& painter, const Theme& theme) = 0;
    /// Everything below the cursor. `asPixels`: for the screen, where an image may stand for many boxes.
    virtual void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) = 0;
    /// What changes often: hovered and selected marks.
    virtual void paintOver(QPainter& painter, const Theme& theme) = 0;
    virtual QString hint(QPointF at) const = 0; // with data
    virtual void hover(QPointF) {}
    virtual void pick(QPointF) {}  // a click in the plot
    virtual void enter(QPointF) {} // a double click
    virtual bool takeKey(QKeyEvent&) { return false; }
    /// A press that the chart wants for itself (overview, scroll bar): it gets the moves until the release.
    virtual bool grab(QPointF) { return false; }
    virtual void dragGrabbed(QPointF) {}
    virtual void panDown(double) {} // pixels
    virtual double headRoom() const { return 4; }
    double footRoom() const; // below the plot
    virtual void placed() {} // the geometry changed

    void layOut();
    void invalidate(); // paint the layer anew
    void paintTimeGrid(QPainter& painter, const Theme& theme) const;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag { None, Pan, Range, Grabbed };
    void paintRange(QPainter& painter, const Theme& theme) const;
    void paintCursor(QPainter& painter, const Theme& theme) const;
    void paintPlate(QPainter& painter, const QRectF& plate, const QColor& colour, const QString& text) const;
    QRectF plateAt(double x, const QString& text) const;
    QString rangeText() const;
    void markRange(QPointF to);
    bool escape();

    TimeFocus& m_focus;
    TimeGeometry m_geometry;
    Provenance m_from;
    bool m_hasTimeLabels = false;
    QPixmap m_layer;
    bool m_isLayerOld = true;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
    bool m_moved = false;
    bool m_isOnPlate = false; // the pointer, on that of the range
};

} // namespace nestloom::ui
