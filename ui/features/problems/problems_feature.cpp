// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/problems/problems_panel.h"
#include "ui/style/icons.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"

#include <QAction>
#include <QDesktopServices>
#include <QDockWidget>
#include <QToolButton>
#include <QUrl>

namespace nestloom::ui {

namespace {

constexpr int kUsefulHeight = 170;

void goTo(MainWindow& window, const Problem& problem)
{
    if (problem.layer) {
        window.showTab(MainWindow::Tab::Summary);
        window.workbench().selection().selectLayer(problem.layer);
    } else if (problem.line > 0) {
        Q_EMIT window.yamlLineAsked(problem.line);
    } else if (!problem.field.isEmpty()) {
        Q_EMIT window.fieldAsked(problem.field);
    } else if (!problem.path.isEmpty()) {
        const FileKind kind = detectFile(problem.path);
        if (kind == FileKind::Accelerator || kind == FileKind::Network)
            window.files().open({problem.path}); // into the editor, while it cannot be read
        else
            QDesktopServices::openUrl(QUrl::fromLocalFile(problem.path)); // there is no text of it in this window
    }
}

void showDock(MainWindow& window, QDockWidget* dock)
{
    const bool wasHidden = !dock->isVisible();
    dock->show();
    dock->raise();
    if (!dock->isFloating() && (wasHidden || dock->height() < kUsefulHeight))
        window.resizeDocks({dock}, {kUsefulHeight}, Qt::Vertical);
}

} // namespace

void installProblems(MainWindow& window)
{
    auto* panel = new ProblemsPanel(window.workbench());
    QDockWidget* dock = window.addDock({.name = QStringLiteral("problemsDock"),
                                        .title = MainWindow::tr("Problems"),
                                        .area = Qt::BottomDockWidgetArea,
                                        .tabWith = QStringLiteral("jobsDock"),
                                        .shown = false},
                                       panel);
    auto* count = named(new QToolButton, "problemCount", {}, MainWindow::tr("Show the problems"));
    count->setAutoRaise(true);
    count->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    window.statusBar()->addPermanentWidget(count);
    const auto tell = [count](int problems) {
        count->setText(problems == 1 ? MainWindow::tr("1 problem") : MainWindow::tr("%1 problems").arg(problems));
        count->setIcon(icon(QStringLiteral("warning"), themeFor(count->palette()).warning));
        count->setVisible(problems > 0);
    };
    tell(0);
    QAction* show =
        window.addAction(MainWindow::Menu::View, QStringLiteral("showProblems"), MainWindow::tr("Show pro&blems"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_M, MainWindow::tr("Everything that is wrong, in one list"));
    QAction* copy =
        window.addAction(MainWindow::Menu::Help, QStringLiteral("copyDiagnostics"), MainWindow::tr("Copy &diagnostics"),
                         {}, MainWindow::tr("Copy all problems with version and inputs as text"));
    QObject::connect(copy, &QAction::triggered, panel, &ProblemsPanel::copyDiagnostics);
    QObject::connect(show, &QAction::triggered, dock, [&window, dock, panel] {
        showDock(window, dock);
        panel->table()->setFocus();
    });
    QObject::connect(count, &QToolButton::clicked, show, &QAction::trigger);
    QObject::connect(panel, &ProblemsPanel::countChanged, count, tell);
    QObject::connect(panel, &ProblemsPanel::chosen, &window, [&window](const Problem& p) { goTo(window, p); });
    QObject::connect(&window.files(), &FileOpener::finished, panel, &ProblemsPanel::takeFiles);
    QObject::connect(window.actions().clearProblems, &QAction::triggered, panel, &ProblemsPanel::dismiss);
}

} // namespace nestloom::ui
