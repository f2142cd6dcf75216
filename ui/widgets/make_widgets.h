// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QString>

#include <functional>
#include <initializer_list>

class QAction;
class QComboBox;
class QToolButton;

namespace nestloom::ui {

/// Gives a widget the name by which styles, settings and tests find it, the name that screen readers say, and a tool
/// tip.
template <typename Widget>
Widget* named(Widget* widget, const char* name, const QString& accessible = {}, const QString& toolTip = {})
{
    if (*name != '\0')
        widget->setObjectName(QLatin1String(name));
    if constexpr (requires { widget->setAccessibleName(accessible); })
        if (!accessible.isEmpty())
            widget->setAccessibleName(accessible);
    if (!toolTip.isEmpty())
        widget->setToolTip(toolTip);
    return widget;
}

/// `name` as of named().
QToolButton* toolButton(const QString& text, const QString& toolTip, const char* name = "");

/// A choice in a line of controls: it takes the room that is left, up to a limit, and gives way where there is little.
QComboBox* choiceBox(const QString& name, const QString& toolTip, int leastCharacters = 8);
constexpr int kChoiceStretch = 100; // choices first, then what is left of the line

/// "Explain this number", or another text, on top of the context menu of a widget; F2 while it has the focus. It has
/// the property kExplains.
QAction* explainAction(QWidget* widget, const char* name, const QString& text = {});
inline constexpr char kExplains[] = "explains";

/// What stands in a line of widgets: a widget or a layout with its stretch, or room.
struct LinePart {
    LinePart(QWidget* widget, int stretch = 0, Qt::Alignment alignment = {});
    LinePart(QLayout* layout, int stretch = 0);
    static LinePart room(int stretch = 1); // that takes what is left
    static LinePart gap(int pixels);

    std::function<void(QBoxLayout&)> addTo;

private:
    explicit LinePart(std::function<void(QBoxLayout&)> add) : addTo(std::move(add)) {}
};

/// Widgets beside or below each other. A spacing of -1 is that of the style.
QHBoxLayout* rowOf(std::initializer_list<LinePart> parts, int spacing = -1, const QMargins& margins = {});
QVBoxLayout* columnOf(std::initializer_list<LinePart> parts, int spacing = -1, const QMargins& margins = {});
/// A plain widget that holds the layout.
QWidget* panelOf(QLayout* layout);

} // namespace nestloom::ui
