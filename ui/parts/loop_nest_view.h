// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/parts/loop_nest_painter.h"
#include "ui/widgets/chart_file.h"

#include <QAbstractScrollArea>

#include <functional>

class QMenu;

namespace nestloom::ui {

/// What of a loop nest was pointed at.
struct LoopNestTarget {
    std::optional<LoopRef> loop;
    std::optional<std::int64_t> prime; // one factor of the loop, not the whole
    std::optional<std::size_t> level;
    std::optional<TensorRole> tensor; // its tile at `level`
};

/// The loop nest of one layer: a band per buffer level, outermost on top; temporal loops as rows, spatial loops as
/// grids of children; at the right edge the tile of every kept tensor against the capacity. Pointing at a loop (or
/// walking with the arrow keys) explains below what it re-uses and what it moves.
/// While it is editable, loops and their factors can be dragged or moved by keys; what is wanted is told by
/// moveRequested().
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
    /// With `prime`, one factor of the loop is chosen instead of the whole, where it has several.
    void selectLoop(std::optional<LoopRef> loop, std::optional<std::int64_t> prime = {});
    /// The prime that is chosen in the selected loop; nothing = the whole loop.
    std::optional<std::int64_t> selectedPrime() const;

    void setEditable(bool editable);
    /// What the line at the bottom says while something is dragged.
    void setDropWords(const QString& words, bool isWarning);
    /// Adds to the context menu of what is pointed at.
    void setMenu(std::function<void(QMenu&, const LoopNestTarget&)> fill) { m_fillMenu = std::move(fill); }
    LoopNestTarget targetAt(QPoint viewportPoint) const;
    /// Rectangle of a prime of a loop in viewport coordinates; empty when there is none.
    QRect factorRect(LoopRef loop, std::size_t index) const;
    /// Where a level stands, in viewport coordinates, and the children of one instance of it.
    QRect childrenRect(std::size_t level) const;
    /// The nest as text (mapping::print); empty without a mapping.
    QString asText() const;
    QString asLatex() const; // the same lines
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
    void copyAsLatex() const;

Q_SIGNALS:
    /// level and position as in LoopRef; -1, -1 when the mouse points at no loop.
    void loopHovered(int level, int position);
    void loopSelected(int level, int position);
    /// Both only while editable: what a drop or a key asks for, and what a drop here would ask for.
    void moveRequested(const nestloom::ui::LoopMove& move);
    void movePointed(const nestloom::ui::LoopMove& move);
    void pasteRequested(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    bool hasMapping() const { return m_result && m_result->mapping && m_mappingFits; }
    void relayout();
    void updateScrollBars();
    void hover(std::optional<LoopRef> loop);
    void ensureVisible(LoopRef loop);
    void describe();
    struct Drag {
        LoopRef loop;
        std::int64_t factor = 1; // what is taken: a prime, or the whole bound
        QPoint start;
        bool moving = false;
        std::optional<LoopMove> move;
    };
    bool takeEditKey(QKeyEvent* event);
    void stepFactor(int step);
    bool stepLoop(mapping::Direction direction);
    void requestMove(std::optional<mapping::LoopPlace> to);
    void beginDrag(QPoint point);
    void dragTo(QPoint point);
    void endDrag();
    std::optional<LoopMove> moveTo(const Drag& drag, const LoopNestLayout::Drop& drop) const;
    /// The axis of a level's children that takes a factor more.
    hardware::Axis axisFor(std::size_t level, std::int64_t factor) const;
    std::int64_t takenFactor() const;
    QPointF toContent(QPoint viewportPoint) const;
    QRect toViewport(const QRectF& content) const;
    QRect nestArea() const; // of the viewport, between title and explanation
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
    bool m_editable = false;
    std::optional<Drag> m_drag;
    QString m_dropWords;
    bool m_dropWarns = false;
    std::function<void(QMenu&, const LoopNestTarget&)> m_fillMenu;
};

} // namespace nestloom::ui
