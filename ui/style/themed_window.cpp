// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/themed_window.h"

#include "ui/style/theme.h"

#include <QEvent>
#include <QFile>
#include <QStyle>

#include <utility>

namespace nestloom::ui {

QString windowStyleSheet(const Theme& theme)
{
    QFile file(QStringLiteral(":/window.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {}; // linked without the resources
    QString sheet = QString::fromUtf8(file.readAll());
    QColor warningSoft = theme.warning;
    warningSoft.setAlpha(theme.dark ? 40 : 22);
    const QColor hover = theme.dark ? theme.accent.lighter(112) : theme.accent.lighter(118);
    // Longer names first: @accent is the beginning of @accentSoft.
    const std::pair<const char*, QString> colours[] = {{"@accentSoft", theme.accentSoft.name()},
                                                       {"@accentHover", hover.name()},
                                                       {"@warningSoft", warningSoft.name(QColor::HexArgb)},
                                                       {"@better", theme.better.name()},
                                                       {"@warning", theme.warning.name()},
                                                       {"@accent", theme.accent.name()},
                                                       {"@onAccent", theme.onAccent.name()},
                                                       {"@mutedText", theme.mutedText.name()},
                                                       {"@window", theme.window.name()},
                                                       {"@border", theme.border.name()},
                                                       {"@text", theme.text.name()},
                                                       {"@base", theme.base.name()},
                                                       {"@card", theme.card.name()},
                                                       {"@grid", theme.grid.name()}};
    for (const auto& [name, colour] : colours)
        sheet.replace(QLatin1String(name), colour);
    return sheet;
}

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
