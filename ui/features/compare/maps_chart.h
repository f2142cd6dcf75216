// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run_maps.h"
#include "ui/widgets/painted_chart.h"

#include <QStringList>

#include <functional>

namespace nestloom::ui {

struct Theme;

/// One kind of picture of two to four runs, on the same axes: on the left what each has in use; on the right, below the
/// curves of all runs over each other, how that differs from the first run. The wheel zooms all of them at the pointer,
/// a drag moves them, a double click shows everything again.
class MapsChart : public PaintedChart {
    Q_OBJECT
public:
    explicit MapsChart(QWidget* parent = nullptr);

    /// `runs` are the names by run. Without maps `empty` is shown.
    void setMaps(records::RunMaps maps, QStringList runs);
    void setEmpty(const QString& text);
    const records::RunMaps& maps() const { return m_maps; }

    QRectF mapRect(std::size_t run) const { return place(run, 0); }
    QRectF differenceRect(std::size_t run) const { return place(run, 1); } // of the first run: of the curves
    double from() const { return m_from; } // what is in sight, on the axis of the columns
    double to() const { return m_to; }

    QString curveRange() const; // what the height of the curves is
    QString toolTipAt(QPointF at) const override;
    QString chartName() const override;
    TableValues chartValues() const override; // one row for each column of the curves; of a mesh, for each router
    std::optional<Provenance> chartProvenance() const override { return Provenance(); }
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {760, 320}; }
    QSize minimumSizeHint() const override { return {380, 160}; }

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent*) override { look(0, m_maps.across); }

private:
    struct Cell {
        std::size_t column = 0, row = 0;
    };
    struct Colours {
        QRgb plain = 0, gap = 0; // the same where nothing is hatched
    };
    bool isEmpty() const { return m_maps.maps.empty(); }
    QRectF place(std::size_t run, int side) const;
    void look(double from, double to);
    std::optional<Cell> cellAt(const QRectF& place, QPointF at) const;
    QString acrossText(double value) const;
    QString downText(double value) const;
    void turnOver(std::vector<float>& cells) const;
    QString cellText(const Cell& cell) const;
    void paintCells(QPainter& painter, const QRectF& place, const std::vector<float>& cells,
                    const std::function<Colours(double)>& colours) const;
    void paintMap(QPainter& painter, const Theme& theme, std::size_t run) const;
    void paintDifference(QPainter& painter, const Theme& theme, std::size_t run) const;
    void paintCurves(QPainter& painter, const Theme& theme) const;
    void paintHead(QPainter& painter, const Theme& theme, const QRectF& place, const QString& text) const;
    void paintKey(QPainter& painter, const Theme& theme) const;
    void paintDown(QPainter& painter, const Theme& theme, const QRectF& place) const;
    void paintAcross(QPainter& painter, const Theme& theme) const;

    records::RunMaps m_maps;
    QStringList m_runs;
    QString m_emptyText;
    std::vector<std::vector<float>> m_differences; // by run
    double m_most = 1;                             // the largest cell, at least 1
    double m_from = 0, m_to = 1;
    QPointF m_pressed;
};

} // namespace nestloom::ui
