// SPDX-License-Identifier: GPL-3.0-or-later
// The pages, their tabs, and what is shown in place of them.
#include "ui/main_window.h"

#include "ui/page_area.h"

#include <QStackedWidget>

namespace nestloom::ui {

void MainWindow::addCover(QWidget* page)
{
    auto* area = new PageArea(page);
    area->takeIn();
    m_centre->addWidget(area);
}

QWidget* MainWindow::page(Tab tab) const
{
    const auto it = m_pages.find(tab);
    return it == m_pages.end() ? nullptr : it->second;
}

QList<QWidget*> MainWindow::pages() const
{
    QList<QWidget*> all;
    for (const auto& [tab, page] : m_pages)
        all << page;
    return all;
}

void MainWindow::finish() { m_tabs->takeAllIn(); }

void MainWindow::paintEvent(QPaintEvent* event)
{
    ThemedWindow::paintEvent(event);
    m_tabs->takeInSoon();
}

void MainWindow::showCover(bool shown) { m_centre->setCurrentIndex(shown ? m_centre->count() - 1 : 0); }

bool MainWindow::isCovered() const { return m_centre->currentIndex() > 0; }

void MainWindow::addPage(Tab tab, QWidget* page, const QString& title)
{
    m_pages[tab] = page;
    m_tabs->insertPage(int(std::distance(m_pages.begin(), m_pages.find(tab))), page, title);
}

void MainWindow::showTab(Tab tab)
{
    showCover(false);
    if (const auto page = m_pages.find(tab); page != m_pages.end())
        m_tabs->setCurrentIndex(PageTabs::indexOfPage(*m_tabs, page->second));
}

MainWindow::Tab MainWindow::currentTab() const
{
    return std::next(m_pages.begin(), std::max(0, m_tabs->currentIndex()))->first;
}

} // namespace nestloom::ui
