// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page_area.h"

#include <QStyle>
#include <QTabBar>

namespace nestloom::ui {

namespace {
constexpr int kTabPadding = 2 * 8; // of window.qss
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

PageTabs::PageTabs(QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("tabs"));
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

} // namespace nestloom::ui
