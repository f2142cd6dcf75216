// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace nestloom::ui {

/// One thing the command palette can find and do.
struct PaletteEntry {
    QString id;       // the same at every start: "command/run"; recently used ones are remembered by it
    QString category; // "Layer"; shown before the text, and can be typed
    QString text;     // "layer1.0.conv1"
    QString detail{}; // "3x3 64->64, 56x56"
    QString keys{};   // shortcut, as shown to the user
    QString whyNot{}; // one sentence; empty = it can be done now
    std::function<void()> act{};
};

/// Adds entries; called each time the palette opens.
using PaletteSource = std::function<void(std::vector<PaletteEntry>& entries)>;

} // namespace nestloom::ui
