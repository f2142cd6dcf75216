// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>

#include <functional>

class QWidget;

namespace nestloom::ui {

/// Calls `hear` for every event of this type that reaches the widget, before the widget handles it. The destructor of
/// QWidget hides a visible widget when the members of a derived class are gone already: a class that listens for Hide
/// calls hide() in its own destructor.
void hearEvents(QWidget* widget, QEvent::Type type, std::function<void()> hear);

} // namespace nestloom::ui
