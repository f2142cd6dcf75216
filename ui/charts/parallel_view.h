// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure_column.h"
#include "ui/charts/parallel_lines.h"
#include "ui/charts/points_chart.h"
#include "ui/style/theme.h"

#include <QPixmap>
#include <QTimer>

#include <array>

namespace nestloom::ui {

/// Rows of many figures: each a line across vertical axes, those of the front on top in colour. Dragging along an axis
/// keeps the rows of that range, a click there all again; a click on a line of the front selects it, the arrow keys
/// step along the front, Escape takes all ranges away.
class ParallelView : public PointsChart {
    Q_OBJECT
public:
    using Range = std::array<double, 2>; // lowest and highest value that is kept

    explicit ParallelView(QWidget* parent = nullptr);

    /// Ranges stay with axes of the same title.
    void setAxes(std::vector<FigureColumn> axes);
    void setFront(std::vector<int> rows);
    /// Dims all other rows; nothing = none. By row.
    void setKept(std::optional<std::vector<bool>> kept);
    void setDescriber(std::function<QString(int)> describe) { m_describe = std::move(describe); }

    const std::vector<FigureColumn>& axes() const { return m_axes; }
    int current() const { return m_current; }
    std::optional<Range> range(int axis) const { return m_ranges[std::size_t(axis)]; }
    void setRange(int axis, std::optional<Range> range);
    void clearRanges();
    /// The rows within all ranges; nothing without a range.
    std::optional<std::vector<bool>> inRanges() const;
    bool isLog(int axis) const { return m_scales[std::size_t(axis)].isLog(); }
    bool isReady() const { return !m_work && !m_isLayerOld; } // all lines are painted
    QPointF positionOf(int row, int axis) const;              // in the widget
    int rowAt(QPointF position) const;                        // of the front, or -1

    QString toolTipAt(QPointF at) const override;
    QString chartName() const override;
    TableValues chartValues() const override;
    void paintChart(QPainter& painter) override;

public Q_SLOTS:
    void setCurrent(int row); // silent; -1 = none

Q_SIGNALS:
    void rangesChanged();
    void currentChanged(int row); // by the user
    void activated(int row);

protected:
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void layOut();
    void invalidate();
    int rowCount() const { return m_axes.empty() ? 0 : int(m_axes.front().values.size()); }
    bool isKept(int row) const;
    double xOf(int axis) const;
    double yOf(int axis, double value) const;
    int axisAt(QPointF position) const; // -1 = none near
    void choose(int row);
    struct Work { // lines that are being painted
        ParallelLines dimmed, kept;
        int rows = 0; // of which are in them
    };
    void beginLayer();
    bool advance();
    void goOn(); // with the layer, for some milliseconds
    void finishLayer();
    QSize layerSize() const { return size() * devicePixelRatioF(); }
    bool hasLine(int row) const;
    QPolygonF lineOf(int row) const;
    void paintAxis(QPainter& painter, const Theme& theme, int axis) const;
    void paintRange(QPainter& painter, const Theme& theme, int axis) const;

    std::vector<FigureColumn> m_axes;
    std::vector<AxisScale> m_scales;            // by axis
    std::vector<std::optional<Range>> m_ranges; // by axis
    std::vector<int> m_front;                   // in the order of the first axis
    std::optional<std::vector<bool>> m_kept;
    std::function<QString(int)> m_describe;
    QRectF m_plot;
    std::vector<ParallelLines::Bin> m_bins; // by row, then axis; of the first rows until all are painted once
    QPixmap m_layer;                        // all lines
    std::optional<Work> m_work;
    bool m_isPainted = false; // all gaps of the work
    QTimer m_more;
    bool m_isLayerOld = true;
    bool m_hasLines = false;
    int m_dragged = -1; // axis
    QPointF m_pressed;
    int m_current = -1;
};

} // namespace nestloom::ui
