// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menu_actions.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>

namespace nestloom::ui {

namespace {

void walk(const QList<QAction*>& actions, const QStringList& path, QSet<QAction*>& seen, std::vector<MenuAction>& found)
{
    for (QAction* action : actions) {
        if (const QMenu* menu = action->menu()) {
            walk(menu->actions(), path + QStringList{plainText(action)}, seen, found);
        } else if (!action->isSeparator() && !action->objectName().isEmpty() && !seen.contains(action)) {
            seen.insert(action);
            found.push_back({action, path});
        }
    }
}

} // namespace

std::vector<MenuAction> menuActions(const QMainWindow& window)
{
    std::vector<MenuAction> found;
    QSet<QAction*> seen;
    if (const auto* bar = window.findChild<QMenuBar*>(QString(), Qt::FindDirectChildrenOnly))
        walk(bar->actions(), {}, seen, found);
    return found;
}

QString withoutMnemonic(const QString& text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i == text.size())
            break;
        plain += text[i];
    }
    return plain;
}

QString plainText(const QAction* action)
{
    QString text = withoutMnemonic(action->text());
    if (text.endsWith(QStringLiteral("...")))
        text.chop(3);
    return text;
}

} // namespace nestloom::ui
