// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QtGlobal>

#include <functional>
#include <optional>

class QBoxLayout;
class QProgressBar;
class QSplitter;
class QObject;

namespace nestloom::ui {

/// Holds one page of the window. A page that needs more room than there is gets scroll bars, instead of making the
/// window larger than the screen it is on. The page stays outside of the window, where nothing is styled and laid out,
/// until it is shown or taken in.
class PageArea : public QScrollArea {
    Q_OBJECT
public:
    explicit PageArea(QWidget* page);
    ~PageArea() override;

    QWidget* page() const { return m_page; }
    bool isTakenIn() const { return widget() != nullptr; }
    void takeIn();

protected:
    void showEvent(QShowEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    QWidget* m_page;
};

/// Holds the controls of a dock: all of them are seen where the screen has the room, on a smaller one they scroll.
class ControlArea : public PageArea {
    Q_OBJECT
public:
    explicit ControlArea(QWidget* controls);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override; // all of them, and never more

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
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
    QWidget* pageAt(int index) const;                                    // null = none
    /// Into other tabs, with its title.
    void movePage(const QWidget* page, PageTabs& to, int index);
    void takeInSoon();
    void takeAllIn(); // now

protected:
    void resizeEvent(QResizeEvent* event) override;
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

private:
    PageArea* area(int index) const { return static_cast<PageArea*>(widget(index)); }
    PageArea* nextOutside() const; // null = all are taken in
    void takeNextIn();
    void spaceTabs();

    QTimer m_takeIn; // once a turn
};

/// A stack that needs the room of the page it shows, not of the largest one.
class FittingStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit FittingStack(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
};

/// Pages that share a tab. At the head of each stands a button for every page.
class SwitchedPages : public FittingStack {
    Q_OBJECT
public:
    using FittingStack::FittingStack;

    /// Takes the page over; `head` is the line on top of it.
    void addPage(QWidget* page, QBoxLayout* head, const QString& title, const QString& tip);

private:
    struct Page {
        QBoxLayout* head;
        QString title, tip;
    };
    void addButton(const Page& at, int position, int shown, int target);

    std::vector<Page> m_pages;
};

/// A raised plate that holds one chart or table up to its edges.
QFrame* cardAround(QWidget* content);

/// Gives the focus to what had it last inside, else to the first list or view there, else to any control. False when
/// nothing takes it.
bool focusInside(QWidget& area);

/// A raised plate for lines of words, one below the other, `spacing` pixels apart; its layout is a QVBoxLayout.
QFrame* cardOfLines(QWidget* parent, int spacing);

/// Parts of a page that the user may resize but not hide; the window keeps their sizes under `name`.
QSplitter* pageSplitter(Qt::Orientation orientation, const QString& name);

/// A page with an axis of its own and a cursor on it, as that of the memory map: steps.
class HasCursor {
public:
    virtual ~HasCursor() = default;
    virtual std::optional<qint64> cursor() const = 0; // nothing = nothing is on the axis yet
    virtual bool moveCursor(qint64 to) = 0;           // false = the axis does not reach that far yet
    /// Calls when the axis has changed, as long as `listener` lives.
    virtual void onAxisChanged(QObject* listener, std::function<void()> call) = 0;
};

/// As bar.setValue(), which would paint the bar at once, and with it all else in the window that waits to be painted.
void setProgress(QProgressBar& bar, int value);

} // namespace nestloom::ui
