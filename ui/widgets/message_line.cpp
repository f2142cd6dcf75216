// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_line.h"

#include "ui/style/theme.h"

#include <QEvent>

namespace nestloom::ui {

MessageLine::MessageLine(QWidget* parent) : QLabel(parent) { setWordWrap(true); }

void MessageLine::tell(const QString& sentence, bool isProblem)
{
    m_isProblem = isProblem;
    setVisible(!sentence.isEmpty());
    setText(isProblem ? QStringLiteral("\u26a0 ") + sentence : sentence);
    colour();
}

void MessageLine::colour()
{
    m_colouring = true;
    QPalette colours = parentWidget() != nullptr ? parentWidget()->palette() : palette();
    const Theme& theme = themeFor(colours);
    colours.setColor(QPalette::WindowText, m_isProblem ? theme.warning : theme.mutedText);
    setPalette(colours);
    m_colouring = false;
}

void MessageLine::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_colouring)
        colour();
}

} // namespace nestloom::ui
