// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/parts/ask_report_file.h"
#include "ui/ports/run_history.h"
#include "ui/style/icons.h"
#include "ui/style/words.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/dialogs_on_screen.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/paste_guard.h"
#include "ui/widgets/quiet_wheel.h"
#include "ui/widgets/toast.h"
#include "ui/window/page_panes.h"
#include "ui/window/problems_line.h"
#include "ui/window/screen_bounds.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/file_opener.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QMetaEnum>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

MainWindow::MainWindow(Workbench& workbench, std::optional<ThemeKind> theme, QWidget* parent)
    : ThemedWindow(parent), m_givenTheme(theme), m_workbench(workbench), m_actions(this),
      m_files(new FileOpener(m_workbench, this)), m_panes(new PagePanes(this)), m_problems(new ProblemsLine)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    new QuietWheel(this);
    new DialogsOnScreen(this);
    m_actions.undo = m_workbench.histories().createUndoAction(this, tr("&Undo"));
    m_actions.undo->setObjectName(QStringLiteral("undo"));
    m_actions.undo->setShortcut(QKeySequence::Undo);
    m_actions.redo = m_workbench.histories().createRedoAction(this, tr("&Redo"));
    m_actions.redo->setObjectName(QStringLiteral("redo"));
    m_actions.redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Y), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)});
    m_actions.refreshIcons(this);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    makeCentre();
    makeMenus();
    makeToolBar();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addPermanentWidget(m_problems, 1);
    connectActions();
    connectWorkbench();
    new ScreenBounds(*this);
    qApp->installEventFilter(new PasteGuard(this));
}

MainWindow::~MainWindow()
{
    // Parts speak once more as they go (a field that loses the focus ends its step): they go while the window is whole.
    hide();
    std::vector<QPointer<QWidget>> parts;
    for (QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        parts.emplace_back(part);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        delete *part; // null when another one has taken it along
}

void MainWindow::complete()
{
    makeViewMenu(menu(Menu::View));
    followTheme();
    refreshActions();
    restoreSettings();
    connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, [this] {
        if (isVisible()) // the program ends under an open window: SIGTERM, the end of the session
            saveSettings();
    });
}

void MainWindow::makeCentre()
{
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_panes);
    auto* area = new QWidget; // banners below the pages: tabs and figures stay under the mouse
    area->setLayout(columnOf({{m_centre, 1}}, 0));
    setCentralWidget(area);
    m_said = named(new Toast(m_centre), "said"); // above the banners
}

void MainWindow::addBanner(QWidget* banner)
{
    static_cast<QVBoxLayout*>(centralWidget()->layout())->insertWidget(1, banner);
}

void MainWindow::say(const QString& sentence) { m_said->say(sentence, false); }

QDockWidget* MainWindow::addDock(const DockPlace& place, QWidget* content)
{
    auto* dock = new QDockWidget(place.title, this);
    dock->setObjectName(place.name); // saveState() needs it
    dock->setWidget(content);
    m_perspectives.add(place, dock);
    return dock;
}

bool MainWindow::openExample()
{
    const Library& library = m_workbench.library();
    const auto accelerator = library.findAccelerator(QStringLiteral("simba"));
    const auto network = library.findNetwork(QStringLiteral("resnet50"));
    return accelerator && network && m_workbench.chooseAccelerator(library.accelerators()[*accelerator])
           && m_workbench.chooseNetwork(library.networks()[*network]);
}

void MainWindow::showExample()
{
    if (!openExample())
        return;
    constexpr int kListMs = 1000; // without a store there is no list to wait for
    auto* once = new QObject(this);
    const auto begin = [this, once, begun = std::make_shared<bool>(false)] {
        if (std::exchange(*begun, true))
            return; // on a busy machine list and timer are there at once
        once->deleteLater();
        const schedule::ScheduleOptions& options = m_workbench.options();
        for (const RunSummary& run : m_workbench.session().runs())
            if (run.isWhole() && run.engine == options.engine && run.engineVersion == NESTLOOM_VERSION
                && run.objective == schedule::name(options.cosa.objective) && run.seed == options.seed
                && run.acceleratorName == m_workbench.document().value().name
                && run.networkName == m_workbench.chosenNetwork().name)
                return m_workbench.openRun(run.id);
        m_workbench.startRun();
    };
    connect(&m_workbench.session(), &Session::runsChanged, once, begin);
    QTimer::singleShot(kListMs, once, begin);
}

void MainWindow::connectWorkbench()
{
    connect(&m_workbench, &Workbench::editsChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::networkChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::optionsChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::wholeJobChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::jobTold, m_actions.cancel,
            [this] { m_actions.cancel->setEnabled(m_workbench.jobToCancel() != 0); });
    connect(&m_workbench, &Workbench::contextChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::problem, m_problems, &ProblemsLine::report);
    connect(m_files, &FileOpener::began, m_problems, &ProblemsLine::clear);
    connect(&m_workbench, &Workbench::runBegan, m_problems, &ProblemsLine::clear);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &MainWindow::refreshActions);
    connect(&m_workbench.run(), &ShownRun::updated, this, &MainWindow::refreshActions);
    connect(&m_workbench.selection(), &Selection::changed, this, &MainWindow::refreshActions);
    connect(&m_workbench.comparison(), &Comparison::changed, this, &MainWindow::refreshActions);
    connect(m_panes, &PagePanes::currentChanged, this, &MainWindow::refreshActions);
    connect(m_panes, &PagePanes::besideChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench.session().runHistory(), &RunHistory::reportWritten, this,
            [this](const QString& path) { say(tr("Report written to %1").arg(path)); });
}

void MainWindow::refreshActions()
{
    const ShownRun& run = m_workbench.run();
    const QString reason = m_workbench.whyNotRun();
    m_actions.run->setEnabled(reason.isEmpty());
    m_actions.run->setToolTip(
        reason.isEmpty() ? tr("Map %1 onto %2 (Ctrl+R)")
                               .arg(qt(m_workbench.chosenNetwork().name), qt(m_workbench.document().value().name))
                         : reason);
    m_actions.cancel->setEnabled(m_workbench.jobToCancel() != 0);
    m_actions.exportReport->setEnabled(!reportedRuns().empty() || run.isPreview() || m_reports.contains(currentTab()));
    m_actions.editShown->setEnabled(!run.isEmpty());
    m_actions.revert->setEnabled(m_workbench.document().isDirty());
    m_actions.saveAccelerator->setEnabled(m_workbench.document().hasText());
    m_actions.saveAcceleratorAs->setEnabled(m_workbench.document().hasText());
    const Selection& selection = m_workbench.selection();
    m_actions.back->setEnabled(selection.canGoBack());
    m_actions.forward->setEnabled(selection.canGoForward());
    m_actions.clearSelection->setEnabled(selection.layer().has_value());
    m_actions.previousLayer->setEnabled(!run.isEmpty());
    m_actions.nextLayer->setEnabled(!run.isEmpty());
    m_actions.beside->setChecked(m_panes->isBeside(m_panes->current()));
    refreshChip();
    refreshTitle();
}

void MainWindow::refreshChip()
{
    const auto layer = m_workbench.selection().layer();
    const auto& layers = m_workbench.run().layers();
    const bool any = layer && *layer < layers.size();
    m_chip->setEnabled(any);
    m_chip->setProperty("chip", any);
    m_chip->setText(any ? tr("%1  x").arg(qt(layers[*layer].name)) : QString());
    m_chip->setToolTip(any ? tr("%1 is selected; a click clears that (Ctrl+D)").arg(qt(layers[*layer].name))
                           : QString());
    if (const QString sheet = any ? QString() : QStringLiteral("border: none; background: transparent;");
        sheet != m_chip->styleSheet())
        m_chip->setStyleSheet(sheet);
}

void MainWindow::refreshTitle()
{
    const ShownRun& run = m_workbench.run();
    const bool isWhole = m_workbench.hasWholeRun(); // its network and accelerator are in view
    const auto& network = isWhole ? m_workbench.network() : run.network();
    const auto& accelerator = isWhole ? m_workbench.accelerator() : run.accelerator();
    const QString what = run.isEmpty() && !isWhole    ? QString()
                         : accelerator.levels.empty() ? tr("%1 - ").arg(qt(network.name)) // a plan of memory
                                                      : tr("%1 on %2 - ").arg(qt(network.name), qt(accelerator.name));
    setWindowTitle(what + tr("Nestloom"));
}

void MainWindow::stepLayer(int step)
{
    const auto count = int(m_workbench.run().layers().size());
    if (count == 0)
        return;
    const auto layer = m_workbench.selection().layer();
    const int next = layer ? int(*layer) + step : step > 0 ? 0 : count - 1;
    m_workbench.selection().selectLayer(std::size_t(std::clamp(next, 0, count - 1)));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_workbench.runningJobs() > 0 && !m_mayClose) {
        event->ignore();
        askToClose();
        return;
    }
    saveSettings();
    event->accept();
}

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

void MainWindow::finish() { m_panes->takeAllIn(); }

void MainWindow::paintEvent(QPaintEvent* event)
{
    ThemedWindow::paintEvent(event);
    m_panes->takeInSoon();
}

void MainWindow::showCover(bool shown) { m_centre->setCurrentIndex(shown ? m_centre->count() - 1 : 0); }

bool MainWindow::isCovered() const { return m_centre->currentIndex() > 0; }

void MainWindow::addPage(Tab tab, QWidget* page, const QString& title)
{
    m_pages[tab] = page;
    m_panes->insertPage(std::size_t(std::distance(m_pages.begin(), m_pages.find(tab))), page, title);
}

void MainWindow::showTab(Tab tab)
{
    showCover(false);
    if (const auto page = m_pages.find(tab); page != m_pages.end())
        m_panes->show(page->second);
}

MainWindow::Tab MainWindow::currentTab() const
{
    const auto isCurrent = [this](const auto& page) { return page.second == m_panes->current(); };
    const auto current = std::ranges::find_if(m_pages, isCurrent);
    return current == m_pages.end() ? m_pages.begin()->first : current->first;
}

void MainWindow::askOpenFile()
{
    askToOpenSeveral(this, tr("Open accelerators, networks or runs"),
                     tr("Accelerators, networks, runs (*.yaml *.yml *.onnx *.csv *.json *.db *.sqlite)")
                         + QStringLiteral(";;") + tr("All files (*)"),
                     [this](const QStringList& paths) { m_files->open(paths); });
}

void MainWindow::askSaveFile()
{
    askToSave(this, tr("Save accelerator"), qt(m_workbench.document().value().name) + QStringLiteral(".yaml"),
              QStringLiteral("YAML (*.yaml *.yml)"), [this](const QString& path) { saveTo(path); });
}

/// To its own file; a preset and what has no file yet get one first.
void MainWindow::save()
{
    const AcceleratorDocument& document = m_workbench.document();
    if (document.isPreset() || !QFileInfo(document.path()).isAbsolute())
        askSaveFile();
    else
        saveTo(document.path());
}

void MainWindow::saveTo(const QString& path)
{
    if (!m_workbench.saveAccelerator(path))
        return;
    say(tr("Saved to %1").arg(path));
    Q_EMIT m_files->opened(path, FileKind::Accelerator);
}

/// On the page Compare those side by side, else the shown one; none while it is being made.
std::vector<RunId> MainWindow::reportedRuns() const
{
    std::vector<RunId> runs;
    if (!m_pages.empty() && currentTab() == Tab::Compare && m_workbench.comparison().isReady())
        for (const ComparedRun& compared : m_workbench.comparison().runs())
            runs.push_back(compared.run);
    if (runs.empty() && m_workbench.shownRun() != 0 && !m_workbench.run().isRunning())
        runs.push_back(m_workbench.shownRun());
    return runs;
}

void MainWindow::askReportFile()
{
    if (const auto own = m_reports.find(currentTab()); own != m_reports.end() && own->second())
        return;
    QString name;
    const std::vector<RunId> runs = reportedRuns();
    if (runs.empty()) // live, and thus stored nowhere
        return say(m_workbench.run().isPreview()
                       ? tr("A live result is not stored: keep it as a run first, then report that.")
                       : tr("Neither a sweep nor a run is shown that a report could be written of."));
    if (runs.size() > 1)
        for (const RunId run : runs)
            name += (name.isEmpty() ? QStringLiteral("runs-%1") : QStringLiteral("-%1")).arg(run);
    else
        name = QStringLiteral("run-%1-%2-on-%3")
                   .arg(runs.front())
                   .arg(qt(m_workbench.network().name), qt(m_workbench.accelerator().name));
    ui::askReportFile(this, name, [this](const QString& path) { exportReport(path); });
}

void MainWindow::exportReport(const QString& path)
{
    const std::vector<RunId> runs = reportedRuns();
    const Baseline& baseline = m_workbench.baseline(); // a pinned one was asked for; the automatic one was not
    m_workbench.session().runHistory().writeReport({runs, runs.size() == 1 && baseline.isPinned() ? baseline.run() : 0},
                                                   path);
}

void MainWindow::askToClose()
{
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Jobs have not ended"),
        tr("%1 not ended. Finished layers and points are kept either way.")
            .arg(m_workbench.runningJobs() == 1 ? tr("1 job has") : tr("%1 jobs have").arg(m_workbench.runningJobs())),
        QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closeQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* stop = box->addButton(tr("Stop and close"), QMessageBox::AcceptRole);
    box->addButton(tr("Go on"), QMessageBox::RejectRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, stop](QAbstractButton* button) {
        if (button != stop)
            return;
        m_mayClose = true;
        close();
    });
    connect(&m_workbench, &Workbench::jobTold, box, [this, box, stop] {
        if (m_workbench.runningJobs() > 0)
            return;
        box->setText(tr("All jobs have ended by now, and are kept."));
        stop->setText(tr("Close"));
    });
    box->open();
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Nestloom"),
        tr("<b>Nestloom %1</b><p>Maps neural networks onto accelerators and shows what that costs.</p>"
           "<p>%3</p><p>The window is free software under the GNU General Public License, version 3 or later; "
           "the engine is under the Apache License 2.0. Built with Qt %2.</p>")
            .arg(QStringLiteral(NESTLOOM_VERSION), QLatin1String(qVersion()),
                 m_workbench.session().buildInfo().toHtmlEscaped()),
        QMessageBox::Close, this);
    box->setTextFormat(Qt::RichText);
    box->setIconPixmap(programIcon().pixmap(48, 48));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::restoreSettings()
{
    const QSettings settings;
    resize(1366, 768);
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_perspectives.restore(settings);
    (m_perspectives.current() == Perspectives::Kind::Design    ? m_actions.design
     : m_perspectives.current() == Perspectives::Kind::Compare ? m_actions.compareView
                                                               : m_actions.runView)
        ->setChecked(true);
    const int theme = settings.value(QStringLiteral("view/theme"), 0).toInt();
    if (m_givenTheme)
        showTheme(*m_givenTheme);
    else if (theme == int(ThemeKind::Light) || theme == int(ThemeKind::Dark))
        showTheme(static_cast<ThemeKind>(theme)); // else as the program has started
    const QStringList beside = settings.value(QStringLiteral("view/beside")).toStringList();
    for (const auto& [tab, page] : m_pages)
        if (beside.contains(QLatin1String(QMetaEnum::fromType<Tab>().valueToKey(int(tab)))))
            m_panes->setBeside(page, true);
    restoreWork(settings);
}

void MainWindow::fitToScreen()
{
    constexpr int kSmall = 1600; // pixels; a narrower screen is taken whole
    const QRect all = screen()->availableGeometry(), room = ScreenBounds::room(*this);
    if (isMaximized() || isFullScreen())
        return;
    const bool isFirst = !QSettings().contains(QStringLiteral("window/geometry"));
    resize((!isFirst ? size() : all.width() < kSmall ? room.size() : room.size() * 7 / 8).boundedTo(room.size()));
    if (QRect at = geometry(); isFirst || !room.contains(at)) {
        at.moveCenter(room.center());
        at.moveTop(std::max(at.top(), room.top()));
        move(at.topLeft() - QPoint(0, room.top() - all.top())); // of the frame
    }
    // Panels that were laid out for a much wider window would leave no room for the pages.
    if (isFirst || QSettings().value(QStringLiteral("window/width")).toInt() * 3 > width() * 4)
        m_perspectives.resetAll();
}

/// Lists the files that were opened; LastSession and other features bring back the rest.
void MainWindow::restoreWork(const QSettings& settings)
{
    for (const QString& path : settings.value(QStringLiteral("files/opened")).toStringList())
        if (const auto opened = m_workbench.library().open(path); !opened)
            Q_EMIT m_workbench.problem(tr("Left out of the last session: %1").arg(qt(opened.error().text())));
    Q_EMIT settingsRestored(settings);
}

void MainWindow::saveSettings()
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/width"), width());
    m_perspectives.save(settings);
    settings.setValue(QStringLiteral("view/theme"), int(m_theme));
    QStringList beside;
    for (const auto& [tab, page] : m_pages)
        if (m_panes->isBeside(page))
            beside << QLatin1String(QMetaEnum::fromType<Tab>().valueToKey(int(tab)));
    settings.setValue(QStringLiteral("view/beside"), beside);
    Q_EMIT settingsSaved(settings);
}

} // namespace nestloom::ui
