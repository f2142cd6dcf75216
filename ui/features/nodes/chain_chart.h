// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/features/nodes/shown_nodes.h"

namespace nestloom::ui {

/// The chain of segments: cycles along the axis, nodes upwards. A box is a layer on its nodes, so its area is what it
/// takes of the machine; groups of nodes that work at the same time lie above each other, and parts of the batch follow
/// each other. Below, how long the memory is busy in each segment. A click or the arrow keys select a layer, a double
/// click or Enter shows its segment whole.
class ChainChart : public TimeChart {
    Q_OBJECT
public:
    ChainChart(ShownNodes& nodes, TimeFocus& focus, QWidget* parent = nullptr);

    void setEmptyText(const QString& title, const QString& text, bool isWarning);
    /// The layer under a point, as index into the chain.
    std::optional<std::size_t> layerAt(QPointF at) const;
    /// All parts of the batch of a layer of the chain.
    QRectF rectOf(std::size_t layer) const;

    QString chartName() const override { return hasData() ? tr("segment chain") : QString(); }
    TableValues chartValues() const override;
    QSize sizeHint() const override { return {760, 220}; }
    QSize minimumSizeHint() const override { return {320, 120}; }

Q_SIGNALS:
    void layerChosen(quint64 layer); // of the graph, by the user

protected:
    bool hasData() const override { return !m_nodes.chain().empty(); }
    void paintEmpty(QPainter& painter, const Theme& theme) override;
    void paintMarks(QPainter& painter, const Theme& theme, bool asPixels) override;
    void paintOver(QPainter& painter, const Theme& theme) override;
    QString hint(QPointF at) const override;
    void hover(QPointF at) override { setCursor(layerAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor); }
    void pick(QPointF at) override;
    void enter(QPointF at) override;
    bool takeKey(QKeyEvent& event) override;
    double headRoom() const override;

private:
    QRectF nodesArea() const; // the plot without the memory's lane
    QRectF memoryLane() const;
    QRectF rect(const SegmentChain::Layer& layer, double begin, double end) const;
    bool hasBoxes(const SegmentChain::Span& segment) const;
    std::optional<std::size_t> segmentAt(double cycle) const;
    void choose(std::size_t layer); // of the chain
    void showSegment(std::size_t segment);
    void paintAxis(QPainter& painter, const Theme& theme) const;
    void paintSegment(QPainter& painter, const Theme& theme, const SegmentChain::Span& segment) const;
    void paintHeads(QPainter& painter, const Theme& theme) const;
    void paintLabels(QPainter& painter, const Theme& theme) const;

    ShownNodes& m_nodes;
    std::vector<std::size_t> m_firstBox; // by layer of the chain: into its boxes
    QString m_emptyTitle, m_emptyText;
    bool m_isWarning = false;
};

} // namespace nestloom::ui
