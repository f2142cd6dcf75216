// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/export/exportable_chart.h"
#include "ui/views/loop_nest_painter.h"

#include <QAbstractScrollArea>

namespace nestloom::ui {

/// The loop nest of one layer: a band per buffer level, outermost on top; temporal loops as rows, spatial loops as
/// grids of children; at the right edge the tile of every kept tensor against the capacity. Pointing at a loop (or
/// walking with the arrow keys) explains below what it re-uses and what it moves.
class LoopNestView : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit LoopNestView(QWidget* parent = nullptr);

    /// Shows the mapping of `result`, or why there is none.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result);
    /// Back to the empty state.
    void clear();

    std::optional<LoopRef> selectedLoop() const { return m_highlight.selected; }
    void selectLoop(std::optional<LoopRef> loop);
    /// The nest as text (mapping::print); empty without a mapping.
    QString asText() const;
    /// What the line at the bottom says now.
    QString explanation() const;
    /// Rectangle of a loop in viewport coordinates; empty when there is no such loop.
    QRect loopRect(LoopRef loop) const;

    QString chartName() const override;
    TableValues chartValues() const override; // one row for each loop
    QSize chartSize() const override;
    void paintChart(QPainter& painter) override; // the whole nest, whatever is scrolled into sight

    QSize sizeHint() const override { return {900, 600}; }
    QSize minimumSizeHint() const override { return {320, 200}; }

public Q_SLOTS:
    void copyAsText() const;

Q_SIGNALS:
    /// level and position as in LoopRef; -1, -1 when the mouse points at no loop.
    void loopHovered(int level, int position);
    void loopSelected(int level, int position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    bool hasMapping() const { return m_result && m_result->mapping && m_mappingFits; }
    void relayout();
    void updateScrollBars();
    void hover(std::optional<LoopRef> loop);
    void ensureVisible(LoopRef loop);
    void describe();
    QPointF toContent(QPoint viewportPoint) const;
    QRect nestArea() const;        // of the viewport, between title and explanation
    int titleHeight() const;
    int explanationHeight() const;
    void paintTitle(QPainter& painter, const Theme& theme) const;
    void paintExplanation(QPainter& painter, const Theme& theme) const;
    void paintState(QPainter& painter, const Theme& theme) const;

    hardware::Accelerator m_accelerator;
    workload::Layer m_layer;
    std::optional<schedule::LayerResult> m_result;
    bool m_mappingFits = false; // the mapping has the levels of the accelerator
    LoopNestFonts m_fonts;
    LoopNestLayout m_layout;
    LoopNestHighlight m_highlight;
};

} // namespace nestloom::ui
