// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/quiet_wheel.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace nestloom::ui {

QuietWheel::QuietWheel(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool QuietWheel::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() != QEvent::Wheel)
        return false;
    auto* box = qobject_cast<QComboBox*>(object);
    auto* number = qobject_cast<QAbstractSpinBox*>(object);
    if ((box == nullptr && number == nullptr) || static_cast<QWidget*>(object)->hasFocus())
        return false;
    event->ignore(); // to what it stands in
    return true;
}

} // namespace nestloom::ui
