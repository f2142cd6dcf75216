// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page_area.h"

#include <QStyle>
#include <QTabBar>

namespace nestloom::ui {

namespace {
constexpr int kTabPadding = 2 * 8; // of window.qss
}

PageArea::PageArea(QWidget* page)
{
    setProperty("page", true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the page has what can be focused
    setWidgetResizable(true);
    setWidget(page);
}

PageTabs::PageTabs(QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("tabs"));
    setDocumentMode(true);
}

void PageTabs::insertPage(int index, QWidget* page, const QString& title) { insertTab(index, new PageArea(page), title); }

int PageTabs::indexOfPage(const QTabWidget& tabs, const QWidget* page)
{
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.widget(i)->isAncestorOf(page))
            return i;
    return -1;
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
