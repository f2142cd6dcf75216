// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/accelerator/accelerator_block.h"

#include <QCoreApplication>
#include <QFont>
#include <QLineF>
#include <QRectF>

#include <vector>

namespace nestloom::ui {

/// Translates what the block diagram says.
class AcceleratorDiagramWords {
    Q_DECLARE_TR_FUNCTIONS(AcceleratorDiagram)
};

/// Where everything of the block diagram is drawn, in pixels from its top left corner at scale 1. Computed from values
/// and fonts alone, so that hit tests, painting and tests agree. On the left the levels that all PEs share, down to the
/// array of PEs; on the right one PE, enlarged, with the levels inside it and its MAC units.
struct AcceleratorDiagramLayout {
    struct Box {
        AcceleratorBlock block;
        QRectF rect;
        QRectF titleRect, noteRect;
        QString title, note;
        bool several = false;    // of it at this place: drawn as a stack
        PerTensor<QRectF> chips; // places of W, I, O; empty rectangles for MAC units
    };
    struct Arrow {
        QLineF line; // downwards, between two boxes
        QString bandwidth;
        QRectF label;
        QString fanout; // "x 8"; empty for one child
    };
    /// The children of one level side by side. A large array shows its corners.
    struct Array {
        QRectF rect; // with the heading
        QRectF titleRect, noteRect;
        QString title, note;
        std::optional<AcceleratorBlock> block; // that is selected by it: the interconnect or the nodes, where described
        std::size_t level = 0;                 // whose children these are
        std::vector<QRectF> chips;
        std::vector<QLineF> links;
        std::vector<QPointF> dots; // for what is not drawn
        QRectF enlarged;           // the chip that is shown as `pe`
    };

    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::optional<Array> array;
    QRectF pe;
    QString peTitle;
    QRectF legend;
    QSizeF size;

    std::optional<AcceleratorBlock> blockAt(QPointF point) const;
    /// Empty when there is no such block.
    QRectF rectOf(AcceleratorBlock block) const;
    /// All that can be selected, outermost first.
    std::vector<AcceleratorBlock> blocks() const;
    /// Where an arrow key leads: up and down along the hierarchy, left and right out of and into the PE. The same block
    /// when there is nothing.
    AcceleratorBlock next(AcceleratorBlock from, Qt::Key key) const;
};

struct AcceleratorDiagramFonts {
    explicit AcceleratorDiagramFonts(const QFont& body);
    QFont caption;
    QFont strong;
};

/// Two-line boxes are taller, one-line boxes wider.
enum class DiagramBoxes { TwoLines, OneLine };

/// The accelerator must have a level.
AcceleratorDiagramLayout layOutAccelerator(const hardware::Accelerator& accelerator,
                                           const AcceleratorDiagramFonts& fonts, DiagramBoxes boxes);

/// Places chips, links and dots of the array of PEs within `room`; a side too long for it shows its two ends. Links are
/// placed when `made` can be selected. Returns where the array ends below.
double layOutPes(const hardware::Fanout& fanout, const QRectF& room, AcceleratorDiagramLayout::Array& made);

} // namespace nestloom::ui
