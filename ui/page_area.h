// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QTabWidget>

namespace nestloom::ui {

/// Holds one page of the window. A page that needs more room than there is gets scroll bars, instead of making the
/// window larger than the screen it is on.
class PageArea : public QScrollArea {
    Q_OBJECT
public:
    explicit PageArea(QWidget* page);
};

/// The tabs of the pages. They move together where there is no room for all of them side by side.
class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    /// Takes the page over, in an area of its own.
    void insertPage(int index, QWidget* page, const QString& title);
    static int indexOfPage(const QTabWidget& tabs, const QWidget* page); // -1 = none

protected:
    void resizeEvent(QResizeEvent* event) override;
    void tabInserted(int index) override;

private:
    void spaceTabs();
};

} // namespace nestloom::ui
