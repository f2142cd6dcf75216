// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/shortcuts/shortcut_book.h"

#include <QDialog>

class QTextBrowser;

namespace nestloom::ui {

/// Every shortcut on one sheet, grouped by menu; made from the actions each time, so that it is never out of date.
class ShortcutSheet : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutSheet(const ShortcutBook& book, QWidget* parent = nullptr);

    bool savePdf(const QString& path) const; // A4; false when the file cannot be written

Q_SIGNALS:
    void changeRequested(); // open the editor

private:
    void refresh();
    void askPdf();

    const ShortcutBook& m_book;
    QTextBrowser* m_text;
};

/// The sheet as HTML in `columns` columns. Actions without a shortcut are left out.
QString shortcutHtml(const ShortcutBook& book, int columns, const QString& mutedColour);

} // namespace nestloom::ui
