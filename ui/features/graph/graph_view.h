// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/graph/folded_graph.h"
#include "ui/features/graph/layered_layout.h"
#include "ui/features/graph/node_colours.h"
#include "ui/widgets/painted_chart.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPixmap>
#include <QString>

#include <array>
#include <memory>

namespace nestloom::ui {

/// About how wide texts are in a font: sums of the advances of their letters, without kerning. For thousands of texts,
/// where QFontMetricsF would shape each of them.
class TextWidths {
public:
    explicit TextWidths(const QFont& font) : m_metrics(font)
    {
        for (std::size_t i = 0; i < m_advances.size(); ++i)
            m_advances[i] = m_metrics.horizontalAdvance(QChar(char16_t(i)));
    }
    double of(const QString& text) const
    {
        double width = 0;
        for (const QChar letter : text)
            width += letter.unicode() < m_advances.size() ? m_advances[letter.unicode()]
                                                          : m_metrics.horizontalAdvance(letter);
        return width;
    }
    double height() const { return m_metrics.height(); }

private:
    QFontMetricsF m_metrics;
    std::array<double, 128> m_advances{};
};

/// A network as a graph, drawn downwards. Blocks open and close with a double click or Enter; wheel zooms at the
/// cursor, drag pans, F fits; the arrow keys walk along the edges. Laid out on another thread: while that takes longer,
/// the last picture stays and Escape stops it.
class GraphView : public PaintedChart {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);

    /// An empty graph shows nothing. Blocks are closed until few nodes are left.
    void setGraph(std::shared_ptr<const workload::OperatorGraph> graph);
    void setColour(NodeColour colour);
    /// Of a memory plan in a scratchpad of that size; empty = there is none.
    void setTraffic(const std::vector<Bytes>& byOperator, Bytes scratchpad = {});
    /// Of a run, by operator; `of` names it: "run 3".
    void setCosts(std::vector<double> cycles, std::vector<double> picojoules, const QString& of);
    QString figureTitle(NodeColour figure) const; // in the legend and in tool tips
    bool hasTraffic() const { return !m_known.traffic.empty(); }
    /// Marks the operators whose name or type holds the text; returns how many.
    int search(const QString& text);

    const FoldedGraph& folded() const { return m_folded; }
    const OpenBlocks& open() const { return m_open; }
    bool isBusy() const { return m_layouter.isBusy(); }
    std::optional<OperatorId> current() const { return m_current; }
    QRectF boxOf(int node) const;       // in the widget
    int nodeAt(QPointF position) const; // -1 = none
    QString toolTipAt(QPointF at) const override { return nodeAt(at) < 0 ? QString() : description(nodeAt(at)); }
    QString description(int node) const;

    QString chartName() const override;
    TableValues chartValues() const override; // one row for each node
    QSize chartSize() const override;
    void paintChart(QPainter& painter) override;

    QSize sizeHint() const override { return {720, 520}; }
    QSize minimumSizeHint() const override { return {280, 160}; }

public Q_SLOTS:
    void showOperator(nestloom::OperatorId op); // opens the blocks around it and brings it into sight; silent
    void toggleBlock(int node);                 // opens a block, or closes the one around an operator
    void openAll();
    void closeAll();
    void nextMatch(int step);
    void fit();
    void cancelLayout();

Q_SIGNALS:
    void currentChanged(nestloom::OperatorId op); // by the user
    void busyChanged(bool busy);
    void blocksChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void refold(OpenBlocks open);
    void takeLayout(const LayeredLayout& layout);
    void recolour();
    void choose(int node);
    void walk(int key);
    int neighbour(int node, bool below) const;
    int beside(int node, int step) const;
    void bringIntoSight(int node);
    void zoom(QPointF at, double factor);
    QTransform transform() const;
    QSizeF sizeOf(const FoldedNode& node, const TextWidths& title, const TextWidths& caption) const;
    int currentNode() const;
    bool isMatch(int node) const;

    void invalidate(); // the layer must be painted anew
    void refreshLayer(const Theme& theme);
    void paintLayer(const Theme& theme, const QRectF& part);
    void paintCurrent(QPainter& painter, const Theme& theme) const;
    int countIn(const QRectF& shown) const;
    void drawRoutes();
    void paintEdges(QPainter& painter, const Theme& theme, const QRectF& shown, bool isRough) const;
    void paintEdge(QPainter& painter, const Theme& theme, std::size_t edge, bool isMarked) const;
    void paintNodes(QPainter& painter, const Theme& theme, const QRectF& shown, bool isRough) const;
    void paintNode(QPainter& painter, const Theme& theme, int node) const;
    void paintRoughNode(QPainter& painter, const Theme& theme, int node) const;
    void paintText(QPainter& painter, const Theme& theme, int node, const QColor& fill) const;
    QColor fillOf(const Theme& theme, int node) const;
    void paintLegend(QPainter& painter, const Theme& theme, const QRectF& area) const;
    QString subtitle(const FoldedNode& node) const;

    std::shared_ptr<const workload::OperatorGraph> m_graph;
    GraphLayouter m_layouter;
    OpenBlocks m_open, m_wanted;
    FoldedGraph m_folded, m_next; // what is drawn, and what is being laid out
    LayeredLayout m_layout;
    NodeColour m_colour = NodeColour::Kind;
    OperatorFigures m_known;
    QString m_costsOf;
    Bytes m_scratchpad{};         // of the plan that the traffic is of
    std::vector<double> m_values; // by node, for the colours
    double m_largest = 0;
    std::vector<NodeKind> m_kinds;         // by node
    std::vector<QPainterPath> m_edgePaths; // by edge
    std::vector<QRectF> m_edgeBounds;
    mutable std::vector<QString> m_titles; // by node, as they fit; empty until they are drawn
    QPixmap m_layer;                       // nodes and edges, in the widget
    bool m_isLayerOld = true;
    bool m_isRough = false; // there are too many for smooth lines
    double m_layerScale = 0;
    QPointF m_layerOrigin;
    QString m_search;
    std::vector<bool> m_matches; // by operator
    std::optional<OperatorId> m_current;
    bool m_isFitted = true;     // until the user zooms or pans
    bool m_showCurrent = false; // once the layout is there
    double m_scale = 1;
    QPointF m_origin; // of the layout, in the widget
    QPointF m_pressed, m_last;
    bool m_moved = false;
};

} // namespace nestloom::ui
