// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bar and what their actions do.
#include "ui/window/main_window.h"

#include "ui/widgets/chip.h"
#include "ui/widgets/page_area.h"
#include "ui/window/page_panes.h"
#include "ui/window/problems_line.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMetaEnum>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace nestloom::ui {

void MainWindow::makeMenus()
{
    const QString titles[] = {tr("&File"), tr("&Edit"), tr("&Accelerator"), tr("&Network"),
                              tr("&Run"),  tr("&View"), tr("&Help")};
    for (std::size_t i = 0; i < std::size(titles); ++i)
        m_menus[i] = menuBar()->addMenu(titles[i]);
    m_menus.back() = new QMenu(tr("&In a page"), this);
    menu(Menu::File)
        ->addActions({m_actions.open, m_actions.saveAccelerator, m_actions.saveAcceleratorAs, m_actions.exportReport});
    menu(Menu::File)->addSeparator();
    menu(Menu::File)->addAction(m_actions.quit);
    QMenu* edit = menu(Menu::Edit);
    edit->addActions({m_actions.undo, m_actions.redo});
    edit->addSeparator();
    edit->addActions({m_actions.back, m_actions.forward});
    edit->addSeparator();
    edit->addActions({m_actions.previousLayer, m_actions.nextLayer, m_actions.clearSelection});
    makeAcceleratorMenu(menu(Menu::Accelerator));
    makeNetworkMenu(menu(Menu::Network));
    menu(Menu::Run)->addActions({m_actions.run, m_actions.cancel});
    menu(Menu::Help)->addActions({m_actions.shortcuts, m_actions.about});
}

QAction* MainWindow::addAction(Menu where, const QString& name, const QString& text, const QKeySequence& shortcut,
                               const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    if (where == Menu::File) // the last two are a separator and Quit
        menu(where)->insertAction(*(menu(where)->actions().end() - 2), action);
    else
        menu(where)->addAction(action);
    return action;
}

void MainWindow::makeAcceleratorMenu(QMenu* menu)
{
    QMenu* choose = menu->addMenu(tr("&Choose"));
    connect(choose, &QMenu::aboutToShow, this, [this, choose] {
        choose->clear();
        for (const AcceleratorEntry& entry : m_workbench.library().accelerators())
            choose->addAction(entry.name, this, [this, entry] { m_workbench.chooseAccelerator(entry); });
    });
    menu->addSeparator();
    menu->addActions({m_actions.editForm, m_actions.editYaml, m_actions.editShown});
    menu->addSeparator();
    menu->addActions({m_actions.revert, m_actions.saveAccelerator, m_actions.saveAcceleratorAs});
}

void MainWindow::makeNetworkMenu(QMenu* menu)
{
    QMenu* choose = menu->addMenu(tr("&Choose"));
    connect(choose, &QMenu::aboutToShow, this, [this, choose] {
        choose->clear();
        for (const NetworkEntry& entry : m_workbench.library().networks())
            choose->addAction(entry.name, this, [this, entry] { m_workbench.chooseNetwork(entry); });
    });
    menu->addSeparator();
    menu->addAction(m_actions.filterLayers);
}

namespace {

/// Of the menu: opens and closes a panel. By its key: goes to the panel, and closes it only from within.
class PanelAction : public QAction {
public:
    PanelAction(QDockWidget& dock, QObject* parent) : QAction(dock.windowTitle(), parent), m_dock(dock)
    {
        setObjectName(dock.objectName());
        setCheckable(true);
        connect(dock.toggleViewAction(), &QAction::toggled, this, &QAction::setChecked);
        connect(this, &QAction::triggered, &dock, [this](bool on) {
            m_dock.setVisible(on);
            if (on)
                goTo();
        });
    }
    bool goTo() // false when nothing in it takes the focus
    {
        m_dock.show();
        m_dock.raise();
        return focusInside(*m_dock.widget());
    }

protected:
    bool event(QEvent* event) override
    {
        const bool hasFocus = m_dock.isAncestorOf(QApplication::focusWidget());
        const bool goes = event->type() == QEvent::Shortcut && m_dock.isVisible() && !hasFocus;
        return (goes && goTo()) || QAction::event(event);
    }

private:
    QDockWidget& m_dock;
};

/// The next place of docks and pages in the order of the screen, from the one that has the focus.
void focusNextPart(const QList<QWidget*>& parts)
{
    qsizetype at = -1;
    for (qsizetype i = 0; i < parts.size(); ++i)
        if (parts[i]->isAncestorOf(QApplication::focusWidget()))
            at = i;
    for (qsizetype step = 1; step <= parts.size(); ++step) {
        QWidget* part = parts[(at + step) % parts.size()];
        if (part->isVisible() && !part->visibleRegion().isEmpty() && focusInside(*part))
            return;
    }
}

} // namespace

void MainWindow::makeViewMenu(QMenu* menu)
{
    const QList<QAction*> fromFeatures = menu->actions();
    QAction* before = fromFeatures.value(0);
    auto* pages = new QMenu(tr("Pa&ges"), menu);
    int key = 1;
    for (const auto& [tab, page] : m_pages) {
        auto* action = new QAction(m_panes->titleOf(page), this);
        action->setObjectName(QStringLiteral("show") + QLatin1String(QMetaEnum::fromType<Tab>().valueToKey(int(tab))));
        if (key <= 9)
            action->setShortcut(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + key++));
        connect(action, &QAction::triggered, this, [this, tab = tab] {
            showTab(tab);
            focusInside(*m_pages.at(tab));
        });
        pages->addAction(action);
    }
    pages->addSeparator();
    pages->addAction(m_actions.beside);
    menu->insertMenu(before, pages);
    menu->insertMenu(before, this->menu(Menu::InPage));
    menu->insertSeparator(before);
    if (!fromFeatures.isEmpty())
        menu->addSeparator();
    QMenu* panels = menu->addMenu(tr("&Panels"));
    key = 1;
    for (QDockWidget* dock : m_perspectives.docks()) {
        auto* action = new PanelAction(*dock, this);
        if (key <= 9)
            action->setShortcut(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + key++));
        panels->addAction(action);
    }
    panels->addSeparator();
    panels->addAction(m_actions.nextPart);
    menu->addActions({m_actions.design, m_actions.runView, m_actions.compareView});
    menu->addAction(m_actions.resetLayout);
    menu->addSeparator();
    menu->addMenu(tr("&Theme"))->addActions({m_actions.themeSystem, m_actions.themeLight, m_actions.themeDark});
    menu->addAction(m_actions.clearProblems);
}

void MainWindow::makeToolBar()
{
    m_bar = addToolBar(tr("Tool bar"));
    m_bar->setObjectName(QStringLiteral("toolBar"));
    m_bar->setMovable(false);
    m_bar->setIconSize({16, 16});
    m_bar->addActions({m_actions.design, m_actions.runView, m_actions.compareView});
    m_bar->addSeparator();
    m_bar->addActions({m_actions.back, m_actions.forward});
    m_bar->addSeparator();
    m_bar->addActions({m_actions.undo, m_actions.redo});
    auto* spacer = new QWidget(m_bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->addWidget(spacer);
    m_chip = new Chip(m_bar);
    m_chip->setObjectName(QStringLiteral("selectionChip"));
    m_chipAction = m_bar->addWidget(m_chip);
    connect(m_chip, &QToolButton::clicked, m_actions.clearSelection, &QAction::trigger);
    for (QAction* action : {m_actions.cancel, m_actions.run}) {
        m_bar->addAction(action);
        static_cast<QToolButton*>(m_bar->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    m_bar->widgetForAction(m_actions.run)->setProperty("primary", true);
    static_cast<QToolButton*>(m_bar->widgetForAction(m_actions.run))->setToolButtonStyle(Qt::ToolButtonTextOnly);
}

QAction* MainWindow::addChip(QWidget* chip) { return m_bar->insertWidget(m_chipAction, chip); }

void MainWindow::addButton(QWidget* button) { m_bar->insertWidget(m_actions.cancel, button); }

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) { connect(action, &QAction::triggered, this, what); };
    on(m_actions.open, [this] { askOpenFile(); });
    on(m_actions.saveAccelerator, [this] { save(); });
    on(m_actions.saveAcceleratorAs, [this] { askSaveFile(); });
    on(m_actions.exportReport, [this] { askReportFile(); });
    on(m_actions.quit, [this] { close(); });
    on(m_actions.back, [this] { m_workbench.selection().back(); });
    on(m_actions.forward, [this] { m_workbench.selection().forward(); });
    on(m_actions.previousLayer, [this] { stepLayer(-1); });
    on(m_actions.nextLayer, [this] { stepLayer(1); });
    on(m_actions.clearSelection, [this] { m_workbench.selection().selectLayer(std::nullopt); });
    on(m_actions.revert, [this] { m_workbench.document().revert(); });
    on(m_actions.editShown, [this] { m_workbench.editShownAccelerator(); });
    on(m_actions.run, [this] {
        m_problems->clear();                                            // of earlier attempts
        if (m_workbench.startRun() != 0 && m_workbench.wholeJob() == 0) // which has a page of its own
            showTab(Tab::Summary);
    });
    on(m_actions.cancel, [this] { m_workbench.cancelOne(); });
    on(m_actions.design, [this] { showPerspective(Perspectives::Kind::Design); });
    on(m_actions.runView, [this] { showPerspective(Perspectives::Kind::Run); });
    on(m_actions.compareView, [this] { showPerspective(Perspectives::Kind::Compare); });
    on(m_actions.resetLayout, [this] {
        for (QWidget* page : m_panes->pagesBeside())
            m_panes->setBeside(page, false);
        m_perspectives.reset();
    });
    on(m_actions.beside, [this] { m_panes->setBeside(m_panes->current(), !m_panes->isBeside(m_panes->current())); });
    on(m_actions.themeSystem, [this] { showTheme(ThemeKind::System); });
    on(m_actions.themeLight, [this] { showTheme(ThemeKind::Light); });
    on(m_actions.themeDark, [this] { showTheme(ThemeKind::Dark); });
    on(m_actions.nextPart, [this] {
        QList<QWidget*> parts{m_panes->widget(0), m_panes->widget(1)};
        for (QDockWidget* dock : m_perspectives.docks())
            parts << dock->widget();
        focusNextPart(parts);
    });
    on(m_actions.clearProblems, [this] { m_problems->clear(); });
    on(m_actions.about, [this] { showAbout(); });
}

/// Compare is about one page; the other two are about all the others.
void MainWindow::showPerspective(Perspectives::Kind kind)
{
    m_perspectives.show(kind);
    if (kind == Perspectives::Kind::Compare)
        showTab(Tab::Compare);
    else if (currentTab() == Tab::Compare)
        showTab(Tab::Summary);
}

void MainWindow::showTheme(ThemeKind kind)
{
    m_theme = kind;
    (kind == ThemeKind::Light  ? m_actions.themeLight
     : kind == ThemeKind::Dark ? m_actions.themeDark
                               : m_actions.themeSystem)
        ->setChecked(true);
    applyTheme(*qApp, kind);
}

} // namespace nestloom::ui
