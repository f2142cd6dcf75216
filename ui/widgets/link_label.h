// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/rich_label.h"

#include <QEvent>

namespace nestloom::ui {

/// A label with links by mouse and keyboard. QLabel keeps the colour its links had when the text was set; this one
/// lays its text out again when the theme changes.
class LinkLabel : public RichLabel {
public:
    explicit LinkLabel(QWidget* parent = nullptr) : RichLabel(parent)
    {
        setTextInteractionFlags(Qt::TextBrowserInteraction);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        RichLabel::changeEvent(event);
        if (event->type() != QEvent::PaletteChange || text().isEmpty())
            return;
        const QString shown = text();
        setText({}); // the same text would be ignored
        setText(shown);
    }
};

} // namespace nestloom::ui
