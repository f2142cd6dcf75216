// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

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

} // namespace nestloom::ui::paint
