// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/features/nodes/chain_tradeoff.h"
#include "ui/widgets/painted_chart.h"

#include <QWidget>

class QCheckBox;
class QPushButton;

namespace nestloom::ui {

class ElidedLabel;
struct Theme;

/// Figure 11 of KAPLA's paper: how far the objective is above the best, and below it the time of the search, against
/// k_S. Points appear as they are solved.
class TradeoffChart : public PaintedChart {
    Q_OBJECT
public:
    explicit TradeoffChart(ChainTradeoff& tradeoff, ShownNodes& nodes, QWidget* parent = nullptr);

    QPointF overAt(std::size_t point) const; // where a point of the upper plot is
    QPointF timeAt(std::size_t point) const;
    QString toolTipAt(QPointF at) const override;

    QString chartName() const override { return m_tradeoff.points().empty() ? QString() : tr("k_S trade-off"); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {560, 260}; }
    QSize minimumSizeHint() const override { return {300, 150}; }

protected:
    void resizeEvent(QResizeEvent*) override { layOut(); }
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Plot {
        QRectF area;
        AxisScale axis;
        AxisUnit unit;
        QString title;
    };
    void layOut();
    double x(std::size_t chain) const; // of kChains
    std::size_t slot(std::size_t point) const;
    std::optional<std::size_t> pointNear(double x) const;
    void paintAxes(QPainter& painter, const Theme& theme, const Plot& plot) const;
    void paintLabels(QPainter& painter, const Theme& theme) const;
    void paintPoints(QPainter& painter, const Theme& theme, const Plot& plot, bool isTime) const;
    QString sentence(std::size_t point) const;

    ChainTradeoff& m_tradeoff;
    ShownNodes& m_nodes;
    Plot m_over, m_time;
    std::optional<std::size_t> m_pointed;
};

/// The k_S trade-off with what starts and stops its measurement.
class TradeoffPanel : public QWidget {
    Q_OBJECT
public:
    /// `scheduler` as of ChainTradeoff.
    TradeoffPanel(ShownNodes& nodes, NodesAsker* scheduler, QWidget* parent = nullptr);

    ChainTradeoff& tradeoff() { return *m_tradeoff; }
    TradeoffChart* chart() const { return m_chart; }
    QPushButton* button() const { return m_button; } // starts or cancels
    QCheckBox* published() const { return m_published; }
    QString sentence() const;

private:
    void refresh();

    ChainTradeoff* m_tradeoff;
    TradeoffChart* m_chart;
    QPushButton* m_button;
    QCheckBox* m_published;
    ElidedLabel* m_sentence;
};

} // namespace nestloom::ui
