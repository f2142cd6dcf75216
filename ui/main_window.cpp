// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/banner.h"
#include "ui/editor/accelerator_editor.h"
#include "ui/files/file_opener.h"
#include "ui/icons.h"
#include "ui/page_area.h"
#include "ui/panels/jobs_panel.h"
#include "ui/panels/jobs_strip.h"
#include "ui/panels/live_bar.h"
#include "ui/panels/problems_line.h"
#include "ui/panels/project_tree.h"
#include "ui/panels/run_control.h"
#include "ui/run_history.h"
#include "ui/window_features.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QPointer>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

namespace {
constexpr int kEditorWidth = 272; // pixels; in less the fields of an accelerator would be cut off
}

MainWindow::MainWindow(Session& session, QWidget* parent)
    : ThemedWindow(parent), m_workbench(session), m_actions(this), m_files(new FileOpener(m_workbench, this)),
      m_tabs(new PageTabs(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    m_actions.undo = m_workbench.histories().createUndoAction(this, tr("&Undo"));
    m_actions.undo->setObjectName(QStringLiteral("undo"));
    m_actions.undo->setShortcut(QKeySequence::Undo);
    m_actions.redo = m_workbench.histories().createRedoAction(this, tr("&Redo"));
    m_actions.redo->setObjectName(QStringLiteral("redo"));
    m_actions.redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Y), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)});
    m_actions.refreshIcons(this);
    makeCentre();
    makeMenus();
    makeDocks();
    makeStatusBar();
    installFeatures(*this);
    makeViewMenu(menu(Menu::View));
    makeToolBar();
    connectActions();
    connectWorkbench();
    followTheme();
    showEditor();
    refreshActions();
    restoreSettings();
}

MainWindow::~MainWindow()
{
    // The widgets use the workbench, a member, until they are gone: a field that loses the focus ends its step.
    hide();
    std::vector<QPointer<QWidget>> parts;
    for (QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        parts.emplace_back(part);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        delete *part; // null when another one has taken it along
}

void MainWindow::makeCentre()
{
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_tabs);
    auto* area = new QWidget; // banners above the pages
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new LiveBar(m_workbench));
    layout->addWidget(m_centre, 1);
    setCentralWidget(area);
}

void MainWindow::addBanner(Banner* banner)
{
    auto* layout = static_cast<QVBoxLayout*>(centralWidget()->layout());
    layout->insertWidget(0, banner);
    banner->show();
}

QDockWidget* MainWindow::addDock(const DockPlace& place, QWidget* content)
{
    auto* dock = new QDockWidget(place.title, this);
    dock->setObjectName(place.name); // saveState() needs it
    dock->setWidget(content);
    m_perspectives.add(place, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    m_project = new ProjectTree(m_workbench);
    m_editors = new QStackedWidget;
    m_editors->setMinimumWidth(kEditorWidth);
    m_jobs = new JobsPanel;
    DockPlace project{QStringLiteral("projectDock"), tr("Project"), Qt::LeftDockWidgetArea, {234, 400}};
    project.inCompare = true; // its runs are what is compared
    addDock(project, m_project);
    addDock({QStringLiteral("runDock"), tr("Run"), Qt::LeftDockWidgetArea, {234, 240}},
            new RunControl(m_workbench, m_actions.run, m_actions.cancel));
    m_editorDock = addDock(
        {QStringLiteral("acceleratorDock"), tr("Accelerator"), Qt::RightDockWidgetArea, {280, 0}, 460}, m_editors);
    DockPlace jobs{QStringLiteral("jobsDock"), tr("Jobs"), Qt::BottomDockWidgetArea, {0, 68}};
    jobs.shown = false; // the status bar tells about the job that matters
    m_jobsDock = addDock(jobs, m_jobs);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

void MainWindow::makeStatusBar()
{
    m_problems = new ProblemsLine;
    m_jobsStrip = new JobsStrip(*m_jobsDock->toggleViewAction());
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addPermanentWidget(m_problems, 1);
    statusBar()->addPermanentWidget(m_jobsStrip);
}

AcceleratorEditor* MainWindow::editor() const { return static_cast<AcceleratorEditor*>(m_editors->currentWidget()); }

void MainWindow::showEditor()
{
    AcceleratorDocument& document = m_workbench.document();
    AcceleratorEditor*& editor = m_editorOf[&document];
    if (editor == nullptr) {
        editor = new AcceleratorEditor(document, m_workbench.session(), m_editors);
        editor->revertButton()->setDefaultAction(m_actions.revert);
        editor->saveButton()->setDefaultAction(m_actions.saveAccelerator);
        m_editors->addWidget(editor);
    }
    m_editors->setCurrentWidget(editor);
}

bool MainWindow::showField(const QString& key)
{
    m_editorDock->show();
    m_editorDock->raise();
    return editor()->focusField(key);
}

bool MainWindow::openExample()
{
    const Library& library = m_workbench.library();
    const auto accelerator = library.findAccelerator(QStringLiteral("simba"));
    const auto network = library.findNetwork(QStringLiteral("resnet50"));
    return accelerator && network && m_workbench.chooseAccelerator(library.accelerators()[*accelerator])
           && m_workbench.chooseNetwork(library.networks()[*network]);
}

void MainWindow::connectWorkbench()
{
    connect(&m_workbench, &Workbench::documentChanged, this, &MainWindow::showEditor);
    connect(&m_workbench, &Workbench::editsChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::networkChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::optionsChanged, this, &MainWindow::refreshActions);
    connect(&m_workbench, &Workbench::problem, m_problems, &ProblemsLine::report);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &MainWindow::refreshActions);
    connect(&m_workbench.run(), &ShownRun::updated, this, &MainWindow::refreshActions);
    connect(&m_workbench.selection(), &Selection::changed, this, &MainWindow::refreshActions);
    Session& session = m_workbench.session();
    connect(&session, &Session::jobChanged, m_jobs, &JobsPanel::setJob);
    connect(&session, &Session::jobFinished, m_jobs, &JobsPanel::setJob);
    connect(&session.runHistory(), &RunHistory::reportWritten, this,
            [this](const QString& path) { statusBar()->showMessage(tr("Report written to %1").arg(path), 8000); });
    connect(&session, &Session::jobChanged, this, &MainWindow::refreshJobs);
    connect(&session, &Session::jobFinished, this, &MainWindow::refreshJobs);
    connect(m_jobs, &JobsPanel::cancelRequested, &session, &Session::cancel);
    connect(m_jobsStrip, &JobsStrip::cancelRequested, &session, &Session::cancel);
    connect(m_jobs, &JobsPanel::runRequested, &m_workbench, &Workbench::openRun);
    connect(m_jobs, &JobsPanel::countsChanged, this, &MainWindow::refreshActions);
}

void MainWindow::refreshActions()
{
    const ShownRun& run = m_workbench.run();
    const QString reason = m_workbench.whyNotRun();
    m_actions.run->setEnabled(reason.isEmpty());
    m_actions.run->setToolTip(reason.isEmpty() ? tr("Map %1 onto %2 (Ctrl+R)")
                                                     .arg(QString::fromStdString(m_workbench.network().name),
                                                          QString::fromStdString(m_workbench.document().value().name))
                                               : reason);
    m_actions.cancel->setEnabled(run.isRunning());
    m_actions.exportReport->setEnabled(!run.isEmpty() && run.run() != 0 && !run.isRunning());
    m_actions.editShown->setEnabled(!run.isEmpty());
    m_actions.revert->setEnabled(m_workbench.document().isDirty());
    m_actions.saveAccelerator->setEnabled(!m_workbench.document().isEmpty());
    const Selection& selection = m_workbench.selection();
    m_actions.back->setEnabled(selection.canGoBack());
    m_actions.forward->setEnabled(selection.canGoForward());
    m_actions.clearSelection->setEnabled(selection.layer().has_value());
    m_actions.previousLayer->setEnabled(!run.isEmpty());
    m_actions.nextLayer->setEnabled(!run.isEmpty());
    m_actions.clearJobs->setEnabled(m_jobs->endedCount() > 0);
    refreshJobs();
    refreshChip();
    refreshTitle();
}

void MainWindow::refreshJobs() { m_jobsStrip->show(m_jobs->foremost(), m_jobs->runningCount()); }

void MainWindow::refreshChip()
{
    const auto layer = m_workbench.selection().layer();
    const auto& layers = m_workbench.run().layers();
    const bool any = layer && *layer < layers.size();
    m_chip->setEnabled(any);
    m_chip->setProperty("chip", any);
    m_chip->setText(any ? tr("%1  x").arg(QString::fromStdString(layers[*layer].name)) : QString());
    if (const QString sheet = any ? QString() : QStringLiteral("border: none; background: transparent;");
        sheet != m_chip->styleSheet())
        m_chip->setStyleSheet(sheet);
}

void MainWindow::refreshTitle()
{
    const ShownRun& run = m_workbench.run();
    const QString what = run.isEmpty() ? QString()
                                       : tr("%1 on %2 - ")
                                             .arg(QString::fromStdString(run.network().name),
                                                  QString::fromStdString(run.accelerator().name));
    setWindowTitle(what + tr("Nestloom"));
}

void MainWindow::stepLayer(int step)
{
    const auto count = static_cast<int>(m_workbench.run().layers().size());
    if (count == 0)
        return;
    const auto layer = m_workbench.selection().layer();
    const int next = layer ? static_cast<int>(*layer) + step : step > 0 ? 0 : count - 1;
    m_workbench.selection().selectLayer(static_cast<std::size_t>(std::clamp(next, 0, count - 1)));
}

void MainWindow::themeChanged() { m_actions.refreshIcons(this); }

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_jobs->runningCount() > 0 && !m_mayClose) {
        event->ignore();
        askToClose();
        return;
    }
    saveSettings();
    event->accept();
}

} // namespace nestloom::ui
