// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure_column.h"
#include "ui/charts/points_chart.h"
#include "ui/style/theme.h"

#include <QImage>
#include <QTimer>

namespace nestloom::ui {

/// Small Pareto fronts of every two of up to five figures, as the lower triangle of a matrix: the figure of its column
/// along x, that of its row along y. A click on one, or the arrow keys and Enter, chooses the pair. The small charts
/// are made one after the other, so that 100,000 points do not hold the window up.
class FrontMatrix : public PointsChart {
    Q_OBJECT
public:
    static constexpr int kMost = 5; // figures

    explicit FrontMatrix(QWidget* parent = nullptr);

    /// Rows are compared within their series.
    void setFigures(std::vector<FigureColumn> figures, std::vector<int> series);
    /// Dims all other rows; nothing = none. By row.
    void setKept(std::optional<std::vector<bool>> kept);
    const std::vector<FigureColumn>& figures() const { return m_figures; }
    bool isReady() const { return !m_more.isActive(); }
    /// Rows on the front of the figures x < y; empty until that one is made.
    const std::vector<int>& front(int x, int y) const { return m_cells[cellOf(x, y)].front; }
    QRectF area(int x, int y) const; // of a small chart, in the widget

    QString toolTipAt(QPointF at) const override;
    QString chartName() const override;
    TableValues chartValues() const override;
    void paintChart(QPainter& painter) override;

Q_SIGNALS:
    void pairChosen(int x, int y); // figures; by the user

protected:
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Pair {
        int x = 0, y = 1;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    struct Cell {
        QImage picture;
        std::vector<int> front;
    };
    static std::size_t cellOf(int x, int y) { return std::size_t(y) * std::size_t(y - 1) / 2 + std::size_t(x); }
    static Pair pairOf(std::size_t cell);
    int count() const { return int(m_figures.size()); }
    void layOut();
    void startOver(); // all pictures
    void makeNext();
    Cell made(const Pair& pair) const;
    const std::vector<double>& places(int figure) const;
    std::optional<Pair> pairAt(QPointF at) const;
    void paintLabels(QPainter& painter, const Theme& theme) const;

    std::vector<FigureColumn> m_figures;
    std::vector<AxisScale> m_scales;
    mutable std::vector<std::vector<double>> m_places; // by figure and row: along its axis; empty until it is needed
    std::vector<int> m_series;
    std::optional<std::vector<bool>> m_kept;
    std::vector<Cell> m_cells;
    std::size_t m_next = 0; // cell to be made
    QTimer m_more;
    QRectF m_plot; // of all small charts
    std::optional<Pair> m_hovered;
    Pair m_focused;
};

} // namespace nestloom::ui
