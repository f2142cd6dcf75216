// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/paint_tools.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

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

void tensorChip(QPainter& painter, const QRectF& rect, TensorRole role, const Theme& theme, bool filled)
{
    const QColor colour = theme.tensor[role];
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(filled ? QBrush(colour) : QBrush(theme.card));
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
    QFont font = strongFont(painter.font());
    font.setPixelSize(std::max(7, int(rect.height() * 0.68)));
    painter.setFont(font);
    painter.setPen(filled ? textOn(colour) : theme.text);
    painter.drawText(rect, Qt::AlignCenter, tensorLetter(role));
    painter.restore();
}

double badgeWidth(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text) + 16; }

void badge(QPainter& painter, const QRectF& rect, const QString& text, const QColor& colour, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.card);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), rect.height() / 2 - 0.5, rect.height() / 2 - 0.5);
    painter.setPen(colour);
    painter.drawText(rect, Qt::AlignCenter, text);
    painter.restore();
}

void capacityBar(QPainter& painter, const QRectF& rect, double fraction, const QColor& colour, const Theme& theme)
{
    painter.fillRect(rect, theme.grid);
    if (!(fraction > 0))
        return;
    const double width = std::clamp(fraction * rect.width(), 2.0, rect.width());
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), fraction > 1 ? theme.warning : colour);
}

void message(QPainter& painter, const QRectF& area, const QString& title, const QString& text, const Theme& theme,
             bool isWarning)
{
    painter.save();
    const QFont body = painter.font();
    const MessagePlaces places = messagePlaces(area, title, text, body);
    painter.setFont(places.titleFont);
    painter.setPen(isWarning ? theme.warning : theme.text);
    painter.drawText(places.title, kMessageFlags, title);
    painter.setFont(body);
    painter.setPen(isWarning ? theme.text : theme.mutedText);
    painter.drawText(places.text, kMessageFlags, text);
    painter.restore();
}

void hatch(QPainter& painter, const QRectF& rect, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    for (double x = rect.left() - rect.height() + 5; x < rect.right(); x += 5) {
        const double from = std::max(x, rect.left()), to = std::min(x + rect.height(), rect.right());
        painter.drawLine(QPointF(from, rect.bottom() - (from - x)), QPointF(to, rect.bottom() - (to - x)));
    }
    painter.restore();
}

void focusFrame(QPainter& painter, const QWidget& widget)
{
    if (!widget.hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(themeFor(widget.palette()).accent);
    painter.drawRect(widget.rect().adjusted(0, 0, -1, -1));
}

void gridLabel(QPainter& painter, const Theme& theme, const QRectF& plot, double y, const QString& label)
{
    const double height = QFontMetricsF(painter.font()).height();
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(0, y - height / 2, plot.left() - 6, height), Qt::AlignRight | Qt::AlignVCenter, label);
}

void gridLine(QPainter& painter, const Theme& theme, const QRectF& plot, double y, const QString& label)
{
    y = std::round(y) + 0.5;
    painter.setPen(theme.grid);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    gridLabel(painter, theme, plot, y, label);
}

} // namespace nestloom::ui::paint
