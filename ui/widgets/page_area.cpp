// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page_area.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QEvent>
#include <QProgressBar>
#include <QResizeEvent>
#include <QScreen>
#include <QSplitter>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

namespace {
constexpr int kTabPadding = 2 * 8 + 1; // of window.qss, and a pixel that a tab is rounded up by
}

PageArea::PageArea(QWidget* page) : m_page(page)
{
    setProperty("page", true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the page has what can be focused
    setWidgetResizable(true);
}

PageArea::~PageArea()
{
    if (!isTakenIn())
        delete m_page;
}

void PageArea::takeIn()
{
    if (!isTakenIn())
        setWidget(m_page);
}

void PageArea::showEvent(QShowEvent* event)
{
    takeIn();
    QScrollArea::showEvent(event);
}

/// A child that is hidden or disabled hands its focus on: nobody asked to see where it goes.
bool PageArea::focusNextPrevChild(bool next)
{
    const QWidget* from = focusWidget();
    return from == nullptr || (from->isVisible() && from->isEnabled()) ? QScrollArea::focusNextPrevChild(next)
                                                                       : QWidget::focusNextPrevChild(next);
}

ControlArea::ControlArea(QWidget* controls) : PageArea(controls)
{
    takeIn();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

QSize ControlArea::minimumSizeHint() const
{
    constexpr int kPercent = 40; // of the screen
    constexpr int kRest = 28;    // lines: title, menu, tool bar and status bar of the window, a panel above, one below
    const QSize needed = page()->minimumSizeHint().expandedTo(page()->minimumSize());
    const int all = screen()->availableGeometry().height();
    return {needed.width(), std::min({needed.height(), all * kPercent / 100, all - kRest * fontMetrics().height()})};
}

QSize ControlArea::sizeHint() const
{
    const QSize hint = page()->sizeHint();
    return page()->hasHeightForWidth() ? QSize(hint.width(), page()->heightForWidth(viewport()->width())) : hint;
}

void ControlArea::resizeEvent(QResizeEvent* event)
{
    PageArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width() && page()->hasHeightForWidth())
        updateGeometry(); // a narrower text takes more lines
}

bool ControlArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == page() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return PageArea::eventFilter(watched, event);
}

PageTabs::PageTabs(QWidget* parent) : QTabWidget(parent)
{
    setDocumentMode(true);
    connect(&m_takeIn, &QTimer::timeout, this, &PageTabs::takeNextIn);
}

void PageTabs::insertPage(int index, QWidget* page, const QString& title)
{
    insertTab(index, new PageArea(page), title);
}

int PageTabs::indexOfPage(const QTabWidget& tabs, const QWidget* page)
{
    for (int i = 0; i < tabs.count(); ++i)
        if (static_cast<const PageArea*>(tabs.widget(i))->page() == page)
            return i;
    return -1;
}

QWidget* PageTabs::pageAt(int index) const { return index < 0 || index >= count() ? nullptr : area(index)->page(); }

void PageTabs::movePage(const QWidget* page, PageTabs& to, int index)
{
    const int from = indexOfPage(*this, page);
    const QString title = tabText(from);
    PageArea* moved = area(from);
    removeTab(from);
    to.insertTab(index, moved, title);
}

PageArea* PageTabs::nextOutside() const
{
    for (int i = 0; i < count(); ++i)
        if (!area(i)->isTakenIn())
            return area(i);
    return nullptr;
}

void PageTabs::takeAllIn()
{
    while (PageArea* next = nextOutside())
        next->takeIn();
}

void PageTabs::takeInSoon()
{
    if (nextOutside() != nullptr)
        m_takeIn.start();
}

void PageTabs::takeNextIn()
{
    if (PageArea* next = nextOutside())
        next->takeIn();
    else
        m_takeIn.stop();
}

void PageTabs::resizeEvent(QResizeEvent* event)
{
    spaceTabs();
    QTabWidget::resizeEvent(event);
}

void PageTabs::tabInserted(int index)
{
    QTabWidget::tabInserted(index);
    spaceTabs();
}

void PageTabs::tabRemoved(int index)
{
    QTabWidget::tabRemoved(index);
    spaceTabs();
}

void PageTabs::spaceTabs()
{
    int needed = 0;
    for (int i = 0; i < count(); ++i)
        needed += tabBar()->fontMetrics().horizontalAdvance(tabText(i)) + kTabPadding;
    const bool isTight = needed > width();
    if (tabBar()->property("tight").toBool() == isTight)
        return;
    tabBar()->setProperty("tight", isTight);
    style()->unpolish(tabBar());
    style()->polish(tabBar());
}

FittingStack::FittingStack(QWidget* parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
}

QSize FittingStack::minimumSizeHint() const
{
    return currentWidget() == nullptr ? QSize()
                                      : currentWidget()->minimumSizeHint().expandedTo(currentWidget()->minimumSize());
}

void SwitchedPages::addPage(QWidget* page, QBoxLayout* head, const QString& title, const QString& tip)
{
    const int added = addWidget(page);
    m_pages.push_back({head, title, tip});
    for (int i = 0; i < added; ++i)
        addButton(m_pages[std::size_t(i)], added, i, added);
    for (int i = 0; i <= added; ++i)
        addButton(m_pages.back(), i, added, i);
}

/// A button for page `target` at the head of page `shown`.
void SwitchedPages::addButton(const Page& at, int position, int shown, int target)
{
    const Page& page = m_pages[std::size_t(target)];
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("switchTo%1From%2").arg(target).arg(shown));
    button->setText(page.title);
    button->setToolTip(page.tip);
    button->setCheckable(true);
    button->setChecked(shown == target);
    at.head->insertWidget(position, button);
    connect(button, &QToolButton::clicked, this, [this, button, shown, target] {
        button->setChecked(shown == target); // it stands for where it is
        setCurrentIndex(target);
    });
}

bool focusInside(QWidget& area)
{
    const auto takes = [](const QWidget* widget) {
        return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
    };
    QWidget* chosen = area.focusWidget();
    if (chosen == nullptr || !takes(chosen)) {
        chosen = nullptr;
        const QList<QWidget*> all = QList<QWidget*>{&area} + area.findChildren<QWidget*>();
        const auto isView = [](const QWidget* widget) { return qobject_cast<const QAbstractItemView*>(widget); };
        for (QWidget* widget : all)
            if (takes(widget) && (chosen == nullptr || (isView(widget) && !isView(chosen))))
                chosen = widget;
    }
    if (chosen != nullptr)
        chosen->setFocus(Qt::ShortcutFocusReason);
    return chosen != nullptr;
}

QFrame* cardOfLines(QWidget* parent, int spacing)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(spacing);
    return card;
}

QFrame* cardAround(QWidget* content)
{
    QFrame* card = cardOfLines(nullptr, 0);
    card->layout()->setContentsMargins(2, 2, 2, 2);
    card->layout()->addWidget(content);
    return card;
}

QSplitter* pageSplitter(Qt::Orientation orientation, const QString& name)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    return splitter;
}

void setProgress(QProgressBar& bar, int value)
{
    if (value == bar.value())
        return;
    bar.setUpdatesEnabled(false);
    bar.setValue(value);
    bar.setUpdatesEnabled(true); // asks for a paint with the next ones
}

} // namespace nestloom::ui
