// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"
#include "ui/style/themed_window.h"
#include "ui/window/perspectives.h"
#include "ui/window/window_actions.h"
#include "ui/workbench/workbench.h"

#include <array>
#include <functional>
#include <map>
#include <optional>

class QMenu;
class QSettings;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace nestloom::ui {

class FileOpener;
class PagePanes;
class ProblemsLine;
class Toast;

/// In the settings: whether work comes back at the next start.
inline const QString kRestoresLastSession = QStringLiteral("start/restoreLastSession");

/// The window: docks around tabs, menus, tool bar. It holds no domain logic; the workbench does, which outlives it.
/// What it shows is plugged in by features through addPage(), addDock(), addAction() and the like, and complete() ends
/// that.
class MainWindow : public ThemedWindow {
    Q_OBJECT
public:
    /// The pages, in the order of their tabs.
    enum class Tab {
        Summary,
        LoopNest,
        Buffers,
        MemoryMap,
        Tiles,
        Noc,
        Network,
        Graph,
        Accelerator,
        Compare,
        Runs,
        Sweep,
        Pareto,
    };
    Q_ENUM(Tab)
    enum class Menu { File, Edit, Accelerator, Network, Run, View, Help, InPage }; // the last one is within View

    /// `theme` instead of the one of the last session: what is there when a theme changes before it is seen keeps
    /// colours of the old one.
    explicit MainWindow(Workbench& workbench, std::optional<ThemeKind> theme = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_workbench; }
    const WindowActions& actions() const { return m_actions; }
    ProblemsLine* problems() const { return m_problems; }
    QToolButton* selectionChip() const { return m_chip; }

    // For features, while the window is being made.
    /// Takes the page over; its tab stands where the order of Tab puts it and gets an entry in the View menu.
    void addPage(Tab tab, QWidget* page, const QString& title);
    /// Takes the content over. The perspectives place the dock; the View menu opens and closes it.
    QDockWidget* addDock(const DockPlace& place, QWidget* content);
    /// Adds an action to the end of a menu (in File: above Quit). `name` is unique and stays the same for ever: the
    /// user's own shortcuts are stored under it.
    QAction* addAction(Menu menu, const QString& name, const QString& text, const QKeySequence& shortcut,
                       const QString& tip);
    /// A page in place of all others; gone again with showTab().
    void addCover(QWidget* page);
    QMenu* menu(Menu menu) const { return m_menus[std::size_t(menu)]; }

    /// Takes the banner over and puts it below the pages, and above the banners that are there.
    void addBanner(QWidget* banner);
    /// Says what was done, in a line over the foot of the pages that goes away by itself.
    void say(const QString& sentence);
    /// Puts a widget into the tool bar: a chip before that of the selected layer, a button after it.
    QAction* addChip(QWidget* chip);
    void addButton(QWidget* button);
    /// All features are in: makes what lists them, and brings back what the user left.
    void complete();
    void showCover(bool shown);
    bool isCovered() const;
    FileOpener& files() const { return *m_files; }

    /// The page of the tab; null without one. Pages join the window's children when they are shown, or soon after the
    /// first paint: what is in a page that may not have been shown yet is found through this.
    QWidget* page(Tab tab) const;
    QList<QWidget*> pages() const; // in the order of their tabs
    void finish();                 // lets all pages join at once
    void showTab(Tab tab);
    Tab currentTab() const; // of the page that was shown or worked in last
    PagePanes& panes() const { return *m_panes; }
    void showTheme(ThemeKind kind);
    Perspectives& perspectives() { return m_perspectives; }
    /// The shipped example: resnet50 on simba; true when both are there.
    bool openExample();
    /// The same with its run: the stored one of this version, if there is one, else a new one.
    void showExample();
    /// At the first start most of the screen; later as it was left, but never more than the screen has.
    void fitToScreen();
    void exportReport(const QString& path);
    /// Of a page that has a report of its own: `ask` says whether there is anything to report, and asks for the file.
    void setReport(Tab tab, std::function<bool()> ask) { m_reports[tab] = std::move(ask); }

Q_SIGNALS:
    void fieldAsked(const QString& key);              // show the editor's form with the cursor in this field
    void yamlLineAsked(int line);                     // and its text with the cursor in this line
    void settingsSaved(QSettings& settings);          // add what should be there at the next start
    void settingsRestored(const QSettings& settings); // at the end of complete()

protected:
    void closeEvent(QCloseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override { m_actions.refreshIcons(this); }

private:
    void makeCentre();
    void makeMenus();
    void makeAcceleratorMenu(QMenu* menu);
    void makeNetworkMenu(QMenu* menu);
    void makeViewMenu(QMenu* menu);
    void makeToolBar();
    void connectActions();
    void connectWorkbench();

    void showPerspective(Perspectives::Kind kind);
    void refreshActions();
    void refreshChip();
    void refreshTitle();
    void stepLayer(int step);
    void askOpenFile();
    void save();
    void saveTo(const QString& path);
    void askSaveFile();
    void askReportFile();
    std::vector<RunId> reportedRuns() const;
    void askToClose();
    void showAbout();
    void restoreSettings();
    void restoreWork(const QSettings& settings);
    void saveSettings();

    const std::optional<ThemeKind> m_givenTheme;
    Workbench& m_workbench;
    WindowActions m_actions;
    FileOpener* m_files;
    PagePanes* m_panes;
    QStackedWidget* m_centre = nullptr; // the tabs, and the cover
    std::map<Tab, QWidget*> m_pages;
    std::map<Tab, std::function<bool()>> m_reports;
    std::array<QMenu*, 8> m_menus{}; // by Menu
    ProblemsLine* m_problems;
    Toast* m_said = nullptr;
    QToolBar* m_bar = nullptr;
    QToolButton* m_chip = nullptr;
    QAction* m_chipAction = nullptr; // stands for the chip in the tool bar
    Perspectives m_perspectives{*this};
    ThemeKind m_theme = ThemeKind::System;
    bool m_mayClose = false;
};

} // namespace nestloom::ui
