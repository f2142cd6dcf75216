// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/accelerator/accelerator_diagram_layout.h"
#include "ui/style/theme.h"

class QPainter;

namespace nestloom::ui {

struct AcceleratorDiagramHighlight {
    std::optional<AcceleratorBlock> selected;
    std::optional<AcceleratorBlock> hovered;
    std::vector<BlockMark> marks;
    bool focused = false; // the keyboard acts here
};

void paintAcceleratorDiagram(QPainter& painter, const AcceleratorDiagramLayout& layout,
                             const hardware::Accelerator& accelerator, const AcceleratorDiagramFonts& fonts,
                             const Theme& theme, const AcceleratorDiagramHighlight& highlight);

} // namespace nestloom::ui
