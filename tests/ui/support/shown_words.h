// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/rich_label.h"

#include <QTextDocumentFragment>

namespace nestloom::ui {

/// What the labels of a view say, one after the other as they were made, without those that are hidden.
inline QString shownWords(const QWidget& view)
{
    QStringList words;
    for (const QWidget* part : view.findChildren<QWidget*>()) {
        if (part->isHidden())
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(part))
            words << QTextDocumentFragment::fromHtml(label->text()).toPlainText();
        else if (const auto* elided = qobject_cast<const ElidedLabel*>(part))
            words << elided->text();
    }
    return words.join(QStringLiteral("; "));
}

} // namespace nestloom::ui
