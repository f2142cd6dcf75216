// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/pareto_legend.h"
#include "ui/charts/points_chart.h"

#include <QPixmap>
#include <QPolygonF>

#include <array>
#include <functional>

class QComboBox;
class QToolButton;

namespace nestloom::ui {

/// What an axis of the Pareto view shows.
struct ParetoAxis {
    AxisUnit unit;
    bool largerIsBetter = false;
    std::function<QString(double)> text; // of a value, with its unit: "64 KiB"
    QString exportUnit{};                // of the values as they are: "pJ"
};

/// Points of two figures each, the Pareto-optimal ones of every series joined by a stepped line, the others at 25 %
/// opacity (of very many as dots, without their shapes), the knee ringed. The axes are chosen on their titles. Wheel
/// zooms at the cursor, drag pans, F fits, the arrow keys step along the front, Enter or a double click opens,
/// Shift+drag catches points with a lasso. At the worse end of each axis waits a limit that can be dragged in: points
/// beyond it are dimmed.
class ParetoView : public PointsChart {
    Q_OBJECT
public:
    enum Side { X = 0, Y = 1 };

    explicit ParetoView(QWidget* parent = nullptr);

    /// What there is to choose on the axis titles.
    void setChoices(const QStringList& titles);
    /// Shows another figure along an axis; takes its limit away. The points must be set anew.
    void setAxis(Side side, int choice, const ParetoAxis& axis);
    void setLegend(const ParetoLegend& legend);
    const ParetoLegend& legend() const { return m_legend; }
    /// Text of the tool tip of a point: plain lines.
    void setDescriber(std::function<QString(int)> describe) { m_describe = std::move(describe); }
    /// What tells points apart in an export: texts below these titles.
    void setNames(const QStringList& columns, std::function<QStringList(int)> names)
    {
        m_nameColumns = columns;
        m_names = std::move(names);
    }
    /// What to do next, while there are no points.
    void setEmptyText(const QString& title, const QString& text);

    void setPoints(std::vector<ParetoPoint> points);
    void addPoints(const std::vector<ParetoPoint>& points);
    const std::vector<ParetoPoint>& points() const { return m_cloud.points(); }

    std::vector<int> front() const; // of all series
    const std::vector<int>& knees() const { return m_cloud.knees(); }
    int current() const { return m_current; }
    /// Dims all but these points, by index; nothing = dims none. Set anew when points are.
    void keepOnly(const std::optional<std::vector<bool>>& kept);
    int withinLimits() const { return m_cloud.counts().within; } // points that have a place and keep all limits
    std::optional<double> limit(Side side) const { return m_limits[std::size_t(side)]; }
    bool hasLasso() const { return !m_lasso.isEmpty(); }
    bool isNarrowed() const { return hasLasso() || m_limits[X] || m_limits[Y] || m_cloud.isFiltered(); }
    std::vector<int> caught() const; // by the lasso, where there is one, and within the limits; no runs
    bool isLog(Side side) const { return m_scales[std::size_t(side)].isLog(); }
    QRectF plot() const { return m_plot; }
    QPointF positionOf(int point) const; // in the widget
    int pointAt(QPointF position) const; // nearest within some pixels, or -1
    QString toolTipAt(QPointF at) const override;

    QString chartName() const override;
    TableValues chartValues() const override;
    void paintChart(QPainter& painter) override;

public Q_SLOTS:
    void setCurrent(int point); // silent; -1 = none
    void setLog(nestloom::ui::ParetoView::Side side, bool log);
    void setLimit(nestloom::ui::ParetoView::Side side, std::optional<double> value);
    void setLassoMode(bool on); // drag catches instead of panning
    void clearLasso();
    void fit();

Q_SIGNALS:
    void axisChosen(nestloom::ui::ParetoView::Side side, int choice); // by the user
    void currentChanged(int point);                                   // by the user; -1 = none
    void activated(int point);
    void frontChanged();
    void lassoChanged();
    void limitsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag { None, Pan, Lasso, LimitX, LimitY };

    QComboBox* makeChoice(Side side);
    QToolButton* makeLogButton(Side side);
    void layOut();
    void placeControls();
    void invalidate(); // the points must be painted again
    void announceFront();
    void fitAxis(Side side);
    bool isDrawn(int point) const { return m_cloud.isDrawn(point); }
    QPointF position(QPointF place) const;       // of a place as the axes count
    QPointF placeAt(QPointF position) const;     // as the axes count
    QPointF fractionsOf(QPointF position) const; // of the axes
    double limitAt(Side side) const;             // where the handle stands, in pixels
    Drag handleAt(QPointF position) const;
    void dragLimit(QPointF position);
    void finishLasso();
    void choose(int point);
    void stepAlongFront(int step);
    void zoom(QPointF position, double factor);
    void describe();

    void paintAll(QPainter& painter, const Theme& theme, const std::function<void()>& paintTheirPoints, bool isPicture);
    void paintAxes(QPainter& painter, const Theme& theme) const;
    void refreshLayer();
    void paintPoints(QPainter& painter);
    void paintDots(QPainter& painter);
    void paintFronts(QPainter& painter, const Theme& theme) const;
    void paintMarked(QPainter& painter, const Theme& theme) const;
    void paintLimit(QPainter& painter, const Theme& theme, Side side) const;
    void paintLasso(QPainter& painter, const Theme& theme) const;

    std::array<ParetoAxis, 2> m_axes;
    std::array<AxisScale, 2> m_scales;
    std::array<std::optional<double>, 2> m_limits;
    std::array<QComboBox*, 2> m_choices{};
    std::array<QToolButton*, 2> m_logs{};
    std::array<std::vector<AxisScale::Tick>, 2> m_ticks;
    ParetoLegend m_legend;
    ParetoCloud m_cloud;
    QStringList m_nameColumns;
    std::function<QStringList(int)> m_names;
    std::function<QString(int)> m_describe;
    QString m_emptyTitle, m_emptyText;
    QRectF m_plot, m_legendArea;
    ParetoMarks m_marks;
    QPixmap m_layer; // points and fronts, painted
    bool m_isLayerOld = true;
    bool m_isFitted = true; // follows new points until the user zooms or pans
    bool m_lassoMode = false;
    QPolygonF m_lasso; // as the axes count (transformed)
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
    bool m_moved = false;
    int m_current = -1;
    int m_hovered = -1;
};

} // namespace nestloom::ui
