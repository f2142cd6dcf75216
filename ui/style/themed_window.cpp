// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/themed_window.h"

#include "ui/style/theme.h"
#include "ui/style/window_style.h"

#include <QEvent>
#include <QStyle>

namespace nestloom::ui {

void ThemedWindow::followTheme()
{
    m_sheet = windowStyleSheet(themeFor(palette()));
    setStyleSheet(m_sheet);
}

void ThemedWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_sheet.isEmpty())
        return;
    QString sheet = windowStyleSheet(themeFor(palette()));
    if (sheet == m_sheet)
        return;
    m_sheet = std::move(sheet);
    restyle(*this); // the window first: it drops the former sheet
    themeChanged();
}

/// What is hidden waits: its colours are of no use before it is shown.
void ThemedWindow::restyle(QWidget& widget)
{
    QStyle& style = *widget.style();
    style.unpolish(&widget);
    style.polish(&widget);
    widget.update();
    for (QObject* object : widget.children()) {
        auto* child = qobject_cast<QWidget*>(object);
        if (child != nullptr && child->isHidden())
            child->installEventFilter(this);
        else if (child != nullptr)
            restyle(*child);
    }
}

bool ThemedWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show) {
        watched->removeEventFilter(this);
        restyle(*static_cast<QWidget*>(watched));
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace nestloom::ui
