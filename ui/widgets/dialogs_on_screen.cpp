// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialogs_on_screen.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QTimer>

namespace nestloom::ui {

namespace {

void keepOnScreen(QDialog& dialog)
{
    constexpr int kFrame = 8, kTitle = 32; // pixels, of a window manager that has not told yet
    const QRect room = dialog.screen()->availableGeometry();
    const QSize most = room.size() - QSize(2 * kFrame, kTitle + kFrame);
    if (dialog.width() > most.width() || dialog.height() > most.height()) {
        if (dialog.layout() != nullptr)
            dialog.layout()->setSizeConstraint(QLayout::SetNoConstraint); // its lists give way, its buttons stay
        dialog.setMinimumSize(dialog.minimumSize().boundedTo(most));
        dialog.resize(dialog.size().boundedTo(most));
    }
    QRect place = dialog.frameGeometry();
    place.moveRight(std::min(place.right(), room.right()));
    place.moveBottom(std::min(place.bottom(), room.bottom()));
    place.moveLeft(std::max(place.left(), room.left()));
    place.moveTop(std::max(place.top(), room.top()));
    if (place.topLeft() != dialog.frameGeometry().topLeft())
        dialog.move(place.topLeft());
}

} // namespace

DialogsOnScreen::DialogsOnScreen(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool DialogsOnScreen::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && !event->spontaneous())
        if (auto* dialog = qobject_cast<QDialog*>(watched); dialog != nullptr && dialog->isWindow())
            QTimer::singleShot(0, dialog, [dialog] { keepOnScreen(*dialog); }); // once it has its frame
    return QObject::eventFilter(watched, event);
}

} // namespace nestloom::ui
