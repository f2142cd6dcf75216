// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rich_label.h"

#include <QPainter>

namespace nestloom::ui {

int RichLabel::heightForWidth(int width) const
{
    if (m_text != text()) {
        m_heights.clear();
        m_text = text();
    }
    auto known = m_heights.find(width);
    if (known == m_heights.end())
        known = m_heights.insert(width, QLabel::heightForWidth(width));
    return *known;
}

bool RichLabel::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::Polish:
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::ContentsRectChange: m_heights.clear(); break;
    default: break;
    }
    return QLabel::event(event);
}

QString mutedHtml(const QString& text, const Theme& theme)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme.mutedText.name(), text.toHtmlEscaped());
}

QString paragraphHtml(const QString& html)
{
    return QStringLiteral("<p style=\"margin-top:4px; margin-bottom:4px\">%1</p>").arg(html);
}

ElidedLabel::ElidedLabel(QWidget* parent) : QFrame(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setToolTip(text);
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setRole(QPalette::ColorRole role)
{
    m_role = role;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("...")), fontMetrics().height() + 2};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(m_role));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_text, m_mode, width()));
}

} // namespace nestloom::ui
