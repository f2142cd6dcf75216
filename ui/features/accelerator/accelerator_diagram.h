// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/accelerator/accelerator_diagram_painter.h"
#include "ui/widgets/chart_file.h"

#include <QAbstractScrollArea>

namespace nestloom::ui {

/// Block diagram of an accelerator: its levels from DRAM to the MAC units, the array of PEs, and one PE enlarged.
/// A click selects a block, a double click or Enter asks to edit it; the arrow keys walk. Ctrl with the wheel or with
/// + and - zooms, F fits.
class AcceleratorDiagram : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit AcceleratorDiagram(QWidget* parent = nullptr);

    /// Shows an accelerator; one without levels shows what to do instead.
    void setAccelerator(const hardware::Accelerator& accelerator, std::vector<BlockMark> marks);

    std::optional<AcceleratorBlock> selected() const { return m_highlight.selected; }
    void select(std::optional<AcceleratorBlock> block); // does not emit blockSelected
    /// Rectangle of a block in viewport coordinates; empty when there is no such block.
    QRect blockRect(AcceleratorBlock block) const;
    QString toolTipOf(AcceleratorBlock block) const;
    double scale() const { return m_scale; }
    void zoomToFit();

    QString chartName() const override;
    TableValues chartValues() const override;                           // one row for each level
    QSize chartSize() const override { return m_layout.size.toSize(); } // the whole diagram, unscaled
    void paintChart(QPainter& painter) override;                        // without selection

    QSize sizeHint() const override { return {640, 360}; }
    QSize minimumSizeHint() const override { return {280, 160}; }

Q_SIGNALS:
    void blockSelected(const nestloom::ui::AcceleratorBlock& block); // by the user
    void editRequested(const nestloom::ui::AcceleratorBlock& block);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { m_fits ? fit() : updateScrollBars(); }
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    bool isEmpty() const { return m_accelerator.levels.empty(); }
    void relayout();
    void fit();
    void zoom(double factor, QPointF around);
    void updateScrollBars();
    QPointF origin() const; // of the diagram in the viewport
    QPointF toDiagram(QPointF viewportPoint) const { return (viewportPoint - origin()) / m_scale; }
    void choose(AcceleratorBlock block);
    void ensureVisible(AcceleratorBlock block);
    void hover(std::optional<AcceleratorBlock> block);
    void describe();

    hardware::Accelerator m_accelerator;
    AcceleratorDiagramFonts m_fonts;
    AcceleratorDiagramLayout m_layout;
    AcceleratorDiagramHighlight m_highlight;
    DiagramBoxes m_boxes = DiagramBoxes::TwoLines; // what fits better
    double m_scale = 1;
    bool m_fits = true; // the scale follows the size of the view
    std::optional<QPoint> m_dragged;
};

} // namespace nestloom::ui
