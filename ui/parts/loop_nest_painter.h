// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/loop_nest_layout.h"
#include "ui/style/theme.h"

#include <optional>

class QPainter;

namespace nestloom::ui {

/// What of the loop nest the reader points at.
struct LoopNestHighlight {
    std::optional<LoopRef> selected;
    std::optional<LoopRef> hovered;
    std::optional<std::size_t> factor; // of the selected loop: a prime of its row; nothing = the whole loop
    std::optional<QRectF> drop;        // where what is dragged would go
    std::optional<LoopRef> shown() const { return hovered ? hovered : selected; }
};

/// Draws the bands that touch `visible` (content coordinates).
void paintLoopNest(QPainter& painter, const LoopNestLayout& layout, const LoopNestFonts& fonts, const Theme& theme,
                   const LoopNestHighlight& highlight, const QRectF& visible);

} // namespace nestloom::ui
