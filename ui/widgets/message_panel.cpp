// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_panel.h"

#include "ui/style/paint_tools.h"

#include <QPainter>

namespace nestloom::ui {

void MessagePanel::setMessage(const QString& title, const QString& text, bool isWarning)
{
    m_title = title;
    m_text = text;
    m_isWarning = isWarning;
    setAccessibleName(title);
    setAccessibleDescription(text);
    update();
}

void MessagePanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    paint::message(painter, rect(), m_title, m_text, theme, m_isWarning);
}

} // namespace nestloom::ui
