// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/message_places.h"

#include "ui/style/theme.h"

#include <QFontMetricsF>

#include <algorithm>

namespace nestloom::ui::paint {

MessagePlaces messagePlaces(const QRectF& area, const QString& title, const QString& text, const QFont& body)
{
    MessagePlaces places;
    places.titleFont = strongFont(body);
    if (places.titleFont.pointSizeF() > 0)
        places.titleFont.setPointSizeF(places.titleFont.pointSizeF() * 1.25);
    const double width = std::min(area.width() - 32, 560.0);
    const QRectF column(area.center().x() - width / 2, 0, width, 1e6);
    const double titleHeight = QFontMetricsF(places.titleFont).boundingRect(column, kMessageFlags, title).height();
    const double textHeight =
        text.isEmpty() ? 0 : QFontMetricsF(body).boundingRect(column, kMessageFlags, text).height() + 6;
    const double top = std::max(area.top() + 8, area.center().y() - (titleHeight + textHeight) / 2);
    places.title = {column.left(), top, width, titleHeight + 2};
    places.text = {column.left(), top + titleHeight + 6, width, textHeight + 2};
    return places;
}

} // namespace nestloom::ui::paint
