// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>

namespace nestloom::ui {

/// Holds one page of the window. A page that needs more room than there is gets scroll bars, instead of making the
/// window larger than the screen it is on. The page stays outside of the window, where nothing is styled and laid out,
/// until it is shown or taken in.
class PageArea : public QScrollArea {
    Q_OBJECT
public:
    explicit PageArea(QWidget* page);
    ~PageArea() override;

    const QWidget* page() const { return m_page; }
    bool isTakenIn() const { return widget() != nullptr; }
    void takeIn();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* m_page;
};

/// The tabs of the pages. They move together where there is no room for all of them side by side. So that the window is
/// there soon, pages that are not shown are taken in afterwards, each in a turn of its own.
class PageTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    /// Takes the page over, in an area of its own.
    void insertPage(int index, QWidget* page, const QString& title);
    static int indexOfPage(const QTabWidget& tabs, const QWidget* page); // -1 = none
    void takeInSoon();
    void takeAllIn(); // now

protected:
    void resizeEvent(QResizeEvent* event) override;
    void tabInserted(int index) override;

private:
    PageArea* area(int index) const { return static_cast<PageArea*>(widget(index)); }
    PageArea* nextOutside() const; // null = all are taken in
    void takeNextIn();
    void spaceTabs();

    QTimer m_takeIn; // once a turn
};

} // namespace nestloom::ui
