// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_panes.h"

#include "ui/widgets/page_area.h"

#include <QApplication>
#include <QMenu>
#include <QTabBar>

#include <algorithm>

namespace nestloom::ui {

PagePanes::PagePanes(QWidget* parent)
    : QSplitter(parent), m_left(addTabs(QStringLiteral("tabs"))), m_right(addTabs(QStringLiteral("tabsBeside")))
{
    setChildrenCollapsible(false);
    m_right->hide();
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        for (const PageTabs* tabs : {m_left, m_right})
            if (now != nullptr && tabs->isAncestorOf(now))
                makeCurrent(tabs);
    });
}

PageTabs* PagePanes::addTabs(const QString& name)
{
    auto* tabs = new PageTabs(this);
    tabs->setObjectName(name);
    addWidget(tabs);
    connect(tabs, &QTabWidget::currentChanged, this, [this, tabs] { makeCurrent(tabs); });
    connect(tabs, &QTabWidget::tabBarClicked, this, [this, tabs] { makeCurrent(tabs); });
    tabs->tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tabs->tabBar(), &QWidget::customContextMenuRequested, this,
            [this, tabs](const QPoint& at) { askWhere(tabs, at); });
    return tabs;
}

void PagePanes::askWhere(PageTabs* tabs, const QPoint& at)
{
    QWidget* page = tabs->pageAt(tabs->tabBar()->tabAt(at));
    if (page == nullptr)
        return;
    const bool beside = isBeside(page);
    auto* menu = new QMenu(tabs);
    menu->setObjectName(QStringLiteral("tabMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(beside ? tr("Put back to the others") : tr("Put beside the others"), this,
                    [this, page, beside] { setBeside(page, !beside); })
        ->setEnabled(beside || m_left->count() > 1);
    menu->popup(tabs->tabBar()->mapToGlobal(at));
}

PagePanes::Page* PagePanes::find(const QWidget* page)
{
    const auto found = std::ranges::find(m_pages, page, &Page::widget);
    return found == m_pages.end() ? nullptr : &*found;
}

int PagePanes::indexIn(const PageTabs* tabs, const QWidget* page) const
{
    const auto end = std::ranges::find(m_pages, page, &Page::widget);
    return int(std::count_if(m_pages.begin(), end, [tabs](const Page& before) { return before.in == tabs; }));
}

void PagePanes::insertPage(std::size_t index, QWidget* page, const QString& title)
{
    m_pages.insert(m_pages.begin() + std::ptrdiff_t(index), {page, m_left});
    m_left->insertPage(indexIn(m_left, page), page, title);
}

QString PagePanes::titleOf(const QWidget* page) const
{
    const Page* of = find(page);
    return of->in->tabText(PageTabs::indexOfPage(*of->in, page));
}

void PagePanes::show(const QWidget* page)
{
    if (const Page* shown = find(page)) {
        shown->in->setCurrentIndex(PageTabs::indexOfPage(*shown->in, page));
        makeCurrent(shown->in);
    }
}

void PagePanes::makeCurrent(const PageTabs* tabs)
{
    QWidget* now = tabs->pageAt(tabs->currentIndex());
    if (now == nullptr || now == m_current)
        return;
    m_current = now;
    Q_EMIT currentChanged();
}

bool PagePanes::isBeside(const QWidget* page) const
{
    const Page* of = find(page);
    return of != nullptr && of->in == m_right;
}

QList<QWidget*> PagePanes::pagesBeside() const
{
    QList<QWidget*> beside;
    for (const Page& page : m_pages)
        if (page.in == m_right)
            beside << page.widget;
    return beside;
}

void PagePanes::setBeside(QWidget* page, bool beside)
{
    Page* moved = find(page);
    PageTabs* to = beside ? m_right : m_left;
    if (moved == nullptr || moved->in == to || (beside && m_left->count() == 1))
        return;
    const bool isFirst = beside && m_right->count() == 0;
    moved->in->movePage(page, *to, indexIn(to, page));
    moved->in = to;
    m_right->setVisible(m_right->count() > 0);
    if (isFirst)
        setSizes({1, 1}); // halves
    show(page);
    Q_EMIT besideChanged();
}

void PagePanes::takeInSoon()
{
    m_left->takeInSoon();
    m_right->takeInSoon();
}

void PagePanes::takeAllIn()
{
    m_left->takeAllIn();
    m_right->takeAllIn();
}

} // namespace nestloom::ui
