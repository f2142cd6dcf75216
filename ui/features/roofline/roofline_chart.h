// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/roofline.h"
#include "ui/charts/axis_scale.h"
#include "ui/style/theme.h"
#include "ui/widgets/painted_chart.h"

namespace nestloom::ui {

/// A layer under the roof of one port.
struct RooflineLayer {
    int layer = 0; // into the network's
    QString name;
    cost::RooflinePoint point;
    BoundBy bound = BoundBy::Compute;
    std::optional<double> simulated; // MACs a cycle, of a simulation
};

/// The roofs of an accelerator and the layers of a run under one of them, both axes logarithmic: MACs per byte through
/// the port, and MACs per cycle. The letter of a layer says what bounds it; a ring below is what a simulation reaches.
/// Keys: arrows, Home and End go from layer to layer, from the left; Enter explains the selected one.
class RooflineChart : public PaintedChart {
    Q_OBJECT
public:
    explicit RooflineChart(QWidget* parent = nullptr);

    /// `chosen`: into roofs, the one that the layers are drawn under.
    void show(double macUnits, std::vector<cost::Roof> roofs, std::size_t chosen, std::vector<RooflineLayer> layers);
    void setSelectedLayer(int layer); // silent; -1 = none

    QPointF positionOf(const cost::RooflinePoint& point) const;
    int layerAt(QPointF at) const; // -1 = none
    QString toolTipAt(QPointF at) const override;
    QString chartName() const override { return m_layers.empty() ? QString() : tr("roofline"); }
    TableValues chartValues() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {760, 440}; }
    QSize minimumSizeHint() const override { return {320, 220}; }

Q_SIGNALS:
    void layerSelected(int layer); // by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut();
    double share(const RooflineLayer& layer) const; // of what the roofs let through
    void paintAxes(QPainter& painter, const Theme& theme) const;
    void paintRoofs(QPainter& painter, const Theme& theme) const;
    void paintLayers(QPainter& painter, const Theme& theme) const;

    double m_macUnits = 0;
    std::vector<cost::Roof> m_roofs;
    std::size_t m_chosen = 0;
    std::vector<RooflineLayer> m_layers;
    AxisScale m_across, m_up;
    QRectF m_plot;
    int m_selected = -1;
};

} // namespace nestloom::ui
