// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/charts/axis_scale.h"
#include "ui/parts/cycles_chart_data.h"
#include "ui/widgets/painted_chart.h"
#include "ui/words/layer_words.h"

class QToolButton;

namespace nestloom::ui {

/// One bar per layer in network order: cycles, coloured by what bounds the layer, with a mark at the proven lower
/// bound and a ring at what a simulation takes; or energy, stacked by buffer level. Pending layers are outlines, failed
/// ones hatched with "!". From 1 to some hundred layers. Click or walk with the arrow keys to select a layer.
class CyclesChart : public PaintedChart {
    Q_OBJECT
public:
    explicit CyclesChart(QWidget* parent = nullptr);

    /// Starts over: every layer pending, nothing selected.
    void setNetwork(const workload::Network& network);
    /// Ignored when the network has no such layer.
    void setLayer(const schedule::LayerResult& result);
    void setLayers(const std::vector<schedule::LayerResult>& results);
    void clear() { setNetwork({}); }
    /// Which layers are still of an accelerator before the last edit: pale. One per layer.
    void setStale(const std::vector<bool>& stale);
    /// What the tool tips compare with, by layer; stays until another one is set.
    void setBaseline(const BaselineLayers& baseline);
    /// Shows what one of so many inputs takes, for charts of several batches side by side.
    void setInputs(std::int64_t inputs);
    /// The axis reaches at least this far, in cycles or joules, so that charts side by side have one scale. 0 = as far
    /// as its own bars.
    void setReach(double largest);
    /// The largest value of its own bars.
    double ownReach() const;

    ChartQuantity quantity() const { return m_quantity; }
    int selectedLayer() const { return m_selected; } // -1 = none
    int layerCount() const { return int(m_results.size()); }
    /// Where a layer is drawn: its whole slot, from the top of the plot to its foot.
    QRectF slotRect(int layer) const;
    /// The layer at a point, or -1.
    int layerAt(QPointF point) const;
    QString toolTipAt(QPointF at) const override { return layerAt(at) < 0 ? QString() : toolTipOf(layerAt(at)); }

    QString chartName() const override;
    TableValues chartValues() const override { return barValues(m_bars, m_quantity, m_results, m_inputs); }
    void paintChart(QPainter& painter) override; // without the buttons

    QSize sizeHint() const override { return {800, 240}; }
    QSize minimumSizeHint() const override { return {260, 130}; }

public Q_SLOTS:
    /// Shows the selection without emitting layerSelected. -1 = none.
    void setSelectedLayer(int layer);
    void setQuantity(nestloom::ui::ChartQuantity quantity);

Q_SIGNALS:
    void layerSelected(int layer); // by the user
    void quantityChanged(nestloom::ui::ChartQuantity quantity);
    void explainRequested(int layer,
                          nestloom::ui::ChartQuantity quantity); // of the shown quantity: menu, F2, double click

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { rescale(); }
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void rebuild(); // all bars, after a change of network or quantity
    void rescale(); // axis and geometry
    void choose(int layer);
    void addExplanation();
    void hover(int layer);
    void describe();
    QString toolTipOf(int layer) const;
    double yOf(double value) const { return m_plot.bottom() - value / m_scale.top * m_plot.height(); }
    QRectF barRect(int layer) const;
    QString title() const;

    /// Where the legend stands: right of the title, and in a second line when the first is full.
    enum class Mark { Colour, Bound, Simulated };
    struct LegendItem {
        LegendEntry entry;
        Mark mark = Mark::Colour;
        QRectF rect;
    };
    void layOutLegend();
    void placeButtons();

    void paintHeader(QPainter& painter, const Theme& theme) const;
    void paintAxes(QPainter& painter, const Theme& theme) const;
    void paintBar(QPainter& painter, const Theme& theme, int layer) const;
    void paintParts(QPainter& painter, const Theme& theme, const ChartBar& bar, const QRectF& slot) const;
    void paintFailure(QPainter& painter, const Theme& theme, const QRectF& slot) const;
    void paintSelection(QPainter& painter, const Theme& theme) const;

    workload::Network m_network;
    std::vector<schedule::LayerResult> m_results; // one per layer
    std::vector<ChartBar> m_bars;
    std::vector<bool> m_stale;
    ChartQuantity m_quantity = ChartQuantity::Cycles;
    BaselineLayers m_baseline;
    double m_reach = 0;
    std::int64_t m_inputs = 1;
    ChartScale m_scale;
    QRectF m_plot;
    std::vector<LegendItem> m_legend;
    int m_selected = -1;
    int m_hovered = -1;
    QToolButton* m_cyclesButton = nullptr;
    QToolButton* m_energyButton = nullptr;
};

} // namespace nestloom::ui
