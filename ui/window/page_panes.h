// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

#include <vector>

namespace nestloom::ui {

class PageTabs;

/// The pages of the window, as tabs. Those that the user puts beside the others have a row of tabs of their own, to the
/// right; it is there as long as it has pages. A page is in one of the two, and one of all pages is the current one:
/// that which was shown or worked in last.
class PagePanes : public QSplitter {
    Q_OBJECT
public:
    explicit PagePanes(QWidget* parent = nullptr);

    /// Takes the page over; its tab stands at `index` of all pages.
    void insertPage(std::size_t index, QWidget* page, const QString& title);
    QString titleOf(const QWidget* page) const;
    /// Makes it the current one.
    void show(const QWidget* page);
    QWidget* current() const { return m_current; } // null without pages

    bool isBeside(const QWidget* page) const;
    /// Nothing happens when that would leave no page in the left row.
    void setBeside(QWidget* page, bool beside);
    /// In the order of their tabs.
    QList<QWidget*> pagesBeside() const;

    void takeInSoon();
    void takeAllIn(); // now

Q_SIGNALS:
    void currentChanged();
    void besideChanged();

private:
    struct Page {
        QWidget* widget;
        PageTabs* in;
    };
    PageTabs* addTabs(const QString& name);
    Page* find(const QWidget* page);
    const Page* find(const QWidget* page) const { return const_cast<PagePanes*>(this)->find(page); }
    int indexIn(const PageTabs* tabs, const QWidget* page) const; // where its tab belongs
    void makeCurrent(const PageTabs* tabs);
    void askWhere(PageTabs* tabs, const QPoint& at);

    std::vector<Page> m_pages; // in the order of their tabs
    PageTabs* m_left;
    PageTabs* m_right;
    QWidget* m_current = nullptr;
};

} // namespace nestloom::ui
