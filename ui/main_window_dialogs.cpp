// SPDX-License-Identifier: GPL-3.0-or-later
// Questions the window asks, and what it remembers between starts.
#include "ui/main_window.h"

#include "ui/baseline.h"
#include "ui/files/file_opener.h"
#include "ui/icons.h"
#include "ui/panels/jobs_panel.h"
#include "ui/run_history.h"
#include "ui/runs/ask_report_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace nestloom::ui {

namespace {

const QString kYamlFilter = QStringLiteral("YAML (*.yaml *.yml)");

QString lastFolder() { return QSettings().value(QStringLiteral("files/folder")).toString(); }

void rememberFolder(const QString& path)
{
    QSettings().setValue(QStringLiteral("files/folder"), QFileInfo(path).absolutePath());
}

/// A file dialog that does not block the caller; `chosen` hears all files.
template <typename Chosen>
void ask(QWidget* window, const QString& title, const QString& filter, QFileDialog::FileMode mode, const QString& name,
         const QString& suffix, Chosen chosen)
{
    auto* dialog = new QFileDialog(window, title, lastFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setAcceptMode(mode == QFileDialog::AnyFile ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setDefaultSuffix(suffix);
    if (!name.isEmpty())
        dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::filesSelected, window, [chosen](const QStringList& paths) {
        rememberFolder(paths.back());
        chosen(paths);
    });
    dialog->open();
}

} // namespace

void MainWindow::askOpenFile()
{
    ask(this, tr("Open accelerators, networks or runs"),
        tr("Accelerators, networks, runs (*.yaml *.yml *.onnx *.csv *.db *.sqlite)") + QStringLiteral(";;")
            + tr("All files (*)"),
        QFileDialog::ExistingFiles, {}, {}, [this](const QStringList& paths) { m_files->open(paths); });
}

void MainWindow::askSaveFile()
{
    ask(this, tr("Save accelerator"), kYamlFilter, QFileDialog::AnyFile,
        QString::fromStdString(m_workbench.document().value().name) + QStringLiteral(".yaml"), QStringLiteral("yaml"),
        [this](const QStringList& paths) {
            if (m_workbench.saveAccelerator(paths.front()))
                Q_EMIT m_files->opened(paths.front(), FileKind::Accelerator);
        });
}

void MainWindow::askReportFile()
{
    const QString name = QStringLiteral("%1-on-%2")
                             .arg(QString::fromStdString(m_workbench.run().network().name),
                                  QString::fromStdString(m_workbench.run().accelerator().name));
    ui::askReportFile(this, name, [this](const QString& path) { exportReport(path); });
}

void MainWindow::exportReport(const QString& path)
{
    const Baseline& baseline = m_workbench.baseline(); // a pinned one was asked for; the automatic one was not
    m_workbench.session().runHistory().writeReport(
        {{m_workbench.run().run()}, baseline.isPinned() ? baseline.run() : 0}, path);
}

void MainWindow::askToClose()
{
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Jobs are running"),
        tr("%1 still running. Finished layers are kept either way.")
            .arg(m_jobs->runningCount() == 1 ? tr("1 job is") : tr("%1 jobs are").arg(m_jobs->runningCount())),
        QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closeQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* stop = box->addButton(tr("Stop and close"), QMessageBox::AcceptRole);
    box->addButton(tr("Keep running"), QMessageBox::RejectRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, stop](QAbstractButton* button) {
        if (button != stop)
            return;
        m_mayClose = true;
        close();
    });
    box->open();
}

void MainWindow::showAbout()
{
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Nestloom"),
                        tr("<b>Nestloom %1</b><p>Maps neural networks onto accelerators and shows what that costs.</p>"
                           "<p>The window is free software under the GNU General Public License, version 3 or later; "
                           "the engine is under the Apache License 2.0. Built with Qt %2.</p>")
                            .arg(QStringLiteral(NESTLOOM_VERSION), QLatin1String(qVersion())),
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
    if (theme == static_cast<int>(ThemeKind::Light) || theme == static_cast<int>(ThemeKind::Dark))
        showTheme(static_cast<ThemeKind>(theme)); // else as the program has started
    restoreWork(settings);
}

/// Lists the files that were opened; LastSession and other features bring back the rest.
void MainWindow::restoreWork(const QSettings& settings)
{
    for (const QString& path : settings.value(QStringLiteral("files/opened")).toStringList())
        if (const auto opened = m_workbench.library().open(path); !opened)
            Q_EMIT m_workbench.problem(
                tr("Left out of the last session: %1").arg(QString::fromStdString(opened.error().text())));
    Q_EMIT settingsRestored(settings);
}

void MainWindow::saveSettings()
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_perspectives.save(settings);
    settings.setValue(QStringLiteral("view/theme"), static_cast<int>(m_theme));
    settings.setValue(QStringLiteral("files/opened"), m_workbench.library().openedFiles());
    Q_EMIT settingsSaved(settings);
}

} // namespace nestloom::ui
