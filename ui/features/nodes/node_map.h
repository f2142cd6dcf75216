// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/painted_chart.h"

#include <QWidget>

namespace nestloom::ui {

struct Theme;

/// The mesh while the selected layer's segment runs: every node in the colour and with the letter of the layers that it
/// works on, and where the memory is attached. A click selects the layer of a node; Left and Right step through the
/// segments.
class NodeMap : public PaintedChart {
    Q_OBJECT
public:
    explicit NodeMap(ShownNodes& nodes, QWidget* parent = nullptr);

    /// What a node works on: layers of the chain, in the order of their turns.
    struct Cell {
        kapla::Node node;
        std::vector<std::size_t> layers;
    };
    const std::vector<Cell>& cells() const { return m_cells; } // row by row
    QRectF rectOf(std::size_t cell) const;
    QString toolTipAt(QPointF at) const override;

    QString chartName() const override { return m_cells.empty() ? QString() : tr("node map"); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override;
    void paintChart(QPainter& painter) override;
    QSize sizeHint() const override { return {300, 200}; }
    QSize minimumSizeHint() const override { return {220, 110}; }

Q_SIGNALS:
    void layerChosen(quint64 layer); // of the graph, by the user

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    QRectF mesh() const;
    void choose(std::size_t layer); // of the chain
    std::optional<std::size_t> layerAt(QPointF at) const;
    void paintCell(QPainter& painter, const Theme& theme, std::size_t cell) const;
    void paintMemory(QPainter& painter, const Theme& theme) const;
    void paintLegend(QPainter& painter, const Theme& theme) const;
    QString letter(std::size_t layer) const;

    ShownNodes& m_nodes;
    std::size_t m_segment = 0;
    std::vector<Cell> m_cells;
};

} // namespace nestloom::ui
