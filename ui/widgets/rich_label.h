// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QHash>
#include <QLabel>

namespace nestloom::ui {

/// A label for lines of rich text. QLabel lays its whole text out for every question about its height, and layouts ask
/// many times; this one remembers the height for each width.
class RichLabel : public QLabel {
public:
    using QLabel::QLabel;

    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;

private:
    mutable QHash<int, int> m_heights; // by width
    mutable QString m_text;            // that they belong to
};

/// For rich text: `text` less prominent, and a paragraph with little room around it.
QString mutedHtml(const QString& text, const Theme& theme);
QString paragraphHtml(const QString& html);

} // namespace nestloom::ui
