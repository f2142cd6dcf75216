// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>

#include <functional>

class QWidget;

namespace nestloom::ui {

/// Calls `hear` for every event of this type that reaches the widget, before the widget takes it. A widget that dies in
/// sight hides itself when its own members are gone already: who hears Hide calls hide() in the destructor.
void hearEvents(QWidget* widget, QEvent::Type type, std::function<void()> hear);

} // namespace nestloom::ui
