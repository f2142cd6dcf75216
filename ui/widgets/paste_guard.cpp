// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paste_guard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>

namespace nestloom::ui {

namespace {

bool hasNothing(QClipboard::Mode mode)
{
    const QMimeData* data = QGuiApplication::clipboard()->mimeData(mode);
    return data != nullptr && data->formats().isEmpty();
}

/// Or the viewport of one.
bool isTextEditor(const QObject* object)
{
    return object != nullptr && (object->inherits("QPlainTextEdit") || object->inherits("QTextEdit"));
}

} // namespace

bool PasteGuard::eventFilter(QObject* object, QEvent* event)
{
    if ((event->type() != QEvent::KeyPress && event->type() != QEvent::MouseButtonRelease)
        || (!isTextEditor(object) && !isTextEditor(object->parent())))
        return false;
    if (event->type() == QEvent::KeyPress)
        return static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste) && hasNothing(QClipboard::Clipboard);
    return static_cast<QMouseEvent*>(event)->button() == Qt::MiddleButton
           && QGuiApplication::clipboard()->supportsSelection() && hasNothing(QClipboard::Selection);
}

} // namespace nestloom::ui
