// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;
class QWidget;

/// Small marks that all custom-painted views share.

namespace nestloom::ui::paint {

constexpr int kMessageFlags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;

/// Where the parts of a message lie that is centred in an area, and the font of its title.
struct MessagePlaces {
    QRectF title, text;
    QFont titleFont;
    /// Both with a little room around them: what a background has to cover.
    QRectF plate() const { return title.united(text).adjusted(-8, -4, 8, 4); }
};
MessagePlaces messagePlaces(const QRectF& area, const QString& title, const QString& text, const QFont& body);

/// Coloured square with the letter of a tensor. An outlined chip means "stays here", a filled one "moves".
void tensorChip(QPainter& painter, const QRectF& rect, TensorRole role, const Theme& theme, bool filled = true);

/// Rounded label, e.g. "weight stationary"; returns its width.
double badgeWidth(const QFont& font, const QString& text);
void badge(QPainter& painter, const QRectF& rect, const QString& text, const QColor& colour, const Theme& theme);

/// Horizontal bar that is `fraction` full; above 1 it is full and has a warning colour. Something that is not nothing
/// is at least two pixels wide.
void capacityBar(QPainter& painter, const QRectF& rect, double fraction, const QColor& colour, const Theme& theme);

/// Centred title and explanation for views that have nothing to draw.
void message(QPainter& painter, const QRectF& area, const QString& title, const QString& text, const Theme& theme,
             bool isWarning = false);

/// The frame of a widget that has the focus.
void focusFrame(QPainter& painter, const QWidget& widget);

/// A line across the plot at a height, and its label left of the plot.
void gridLine(QPainter& painter, const Theme& theme, const QRectF& plot, double y, const QString& label);
/// The label alone.
void gridLabel(QPainter& painter, const Theme& theme, const QRectF& plot, double y, const QString& label);

/// Diagonal lines, each cut to the rectangle: a file of SVG has no clipping.
void hatch(QPainter& painter, const QRectF& rect, const QColor& colour);

} // namespace nestloom::ui::paint
