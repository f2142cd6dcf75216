// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/cost/layer_cost.h"

#include <QColor>
#include <QFont>
#include <QPalette>

#include <cmath>

class QApplication;

namespace nestloom::ui {

enum class ThemeKind { System, Light, Dark };

/// What sets the latency of a layer, as far as colours are concerned.
enum class BoundBy { Compute, Dram, Network, Buffer };
inline constexpr std::array kBoundBys{BoundBy::Compute, BoundBy::Dram, BoundBy::Network, BoundBy::Buffer};

/// Colours by meaning; the same meaning has the same hue everywhere and in both themes (colour-blind safe).
/// Text colours reach 4.5:1 on `window`, `card` and `base`; fills reach 3:1 on `card` except where a letter or a
/// pattern repeats them.
struct Theme {
    bool dark = false;
    QColor window;    // behind everything
    QColor card;      // panels, charts, tables
    QColor base;      // edit fields
    QColor alternate; // every other table row
    QColor border;    // of cards and fields
    QColor grid;      // lines of charts
    QColor text;
    QColor mutedText;  // captions, axes
    QColor accent;     // selection, links, progress; text in this colour is readable
    QColor onAccent;   // text on an accent fill
    QColor accentSoft; // tint behind a highlighted row
    QColor warning;    // text and outline of warnings and failures
    QColor better;     // text of an improvement, "verified"
    QColor worse;      // text of a deterioration
    PerTensor<QColor> tensor;
    QColor partialSums;
    QColor otherTensor;
    std::array<QColor, 4> boundBy; // indexed by BoundBy
    // DRAM has its own hue, levels on chip have purples and slates, which no tensor has.
    std::array<QColor, 6> level;     // soft band behind a buffer level, outermost first
    std::array<QColor, 6> levelMark; // strong colour of the same level (stacked energy bars)

    QColor colour(BoundBy bound) const { return boundBy[std::size_t(bound)]; }
    QColor levelBand(std::size_t index) const { return level[levelSlot(index)]; }
    QColor levelColour(std::size_t index) const { return levelMark[levelSlot(index)]; }

private:
    /// Beyond the last colour the on-chip ones repeat.
    std::size_t levelSlot(std::size_t index) const { return index == 0 ? 0 : 1 + (index - 1) % (level.size() - 1); }
};

const Theme& lightTheme();
const Theme& darkTheme();

/// The theme that belongs to a palette. Custom-painted widgets call themeFor(palette()) in paintEvent: they are
/// repainted by Qt on QEvent::PaletteChange, so they need no further signal.
const Theme& themeFor(const QPalette& palette);

/// Sets style, palette and font of the whole program; may be called again at any time. Every widget gets
/// QEvent::PaletteChange with the next turn of the event loop. System follows the palette of the desktop.
void applyTheme(QApplication& application, ThemeKind kind);

/// "Inter" when it is installed, else the desktop's font; 9 pt (12 px at 96 dpi).
QFont bodyFont();
QFont captionFont(const QFont& body);  // 11/12 of the size
QFont headlineFont(const QFont& body); // 20/12, medium weight
QFont strongFont(const QFont& body);   // semi-bold
/// Fixed-width font for loop nests and YAML, same size as `body`.
QFont codeFont(const QFont& body);

/// Black or white, whichever is easier to read on `fill`.
QColor textOn(const QColor& fill);
/// WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

BoundBy boundBy(const cost::Bottleneck& bottleneck); // level 0 is DRAM
QString boundByName(BoundBy bound);                  // "compute", "DRAM", "network", "a buffer"

/// "W", "I", "O": repeats the colour of a tensor for readers who cannot see it.
QString tensorLetter(TensorRole role);
QString tensorName(TensorRole role); // "weights", "inputs", "outputs"

/// A colour between two: `ofB` of 0 is a, of 1 is b.
inline QColor mixed(const QColor& a, const QColor& b, double ofB)
{
    const auto one = [ofB](int x, int y) { return int(std::lround(x + ofB * (y - x))); };
    return {one(a.red(), b.red()), one(a.green(), b.green()), one(a.blue(), b.blue())};
}

/// A perceptually even map from dark to bright (after viridis), cut at the end that the card would swallow.
/// `fraction` is 0 to 1; what lies outside is taken to the nearer end.
QColor sequentialColour(const Theme& theme, double fraction);

} // namespace nestloom::ui
