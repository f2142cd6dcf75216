// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/themed_window.h"

class QAction;
class QLabel;
class QLineEdit;
class QTreeWidget;

namespace nestloom::ui {

class ManualBrowser;

/// The manual in a window of its own: contents on the left, a page, back and forward, and words found in this page and
/// in those after it.
class ManualWindow : public ThemedWindow {
    Q_OBJECT
public:
    ManualWindow();

    /// "results.md#summary"
    void open(const QString& place);
    ManualBrowser* browser() const { return m_browser; }
    QTreeWidget* contents() const { return m_contents; }
    QLineEdit* words() const { return m_words; }
    /// The words, in this page from the cursor on, then in the pages after it, and from the first one again.
    void find(bool forward);

protected:
    void themeChanged() override { refreshIcons(); }
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeBar();
    void fillContents();
    void refreshIcons();
    void markContents();

    ManualBrowser* m_browser;
    QTreeWidget* m_contents;
    QLineEdit* m_words;
    QLabel* m_found;
    QAction* m_back = nullptr;
    QAction* m_forward = nullptr;
};

} // namespace nestloom::ui
