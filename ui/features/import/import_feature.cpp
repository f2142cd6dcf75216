// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/import/design_dialog.h"
#include "ui/features/import/import_dialog.h"
#include "ui/ports/importer.h"
#include "ui/style/words.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/mapping_draft.h"

#include <QAction>
#include <QFileInfo>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>

#include <memory>

namespace nestloom::ui {

namespace {

/// Opens what was kept and shows the page of the accelerator, or of the network where there is none; a mapping becomes
/// a draft.
void openKept(MainWindow& window, const QStringList& paths, const std::optional<DesignAnswer>& answer)
{
    QStringList others;
    bool hasAccelerator = false;
    for (const QString& path : paths)
        if (path.endsWith(QLatin1String(".yaml"))) {
            window.workbench().openFile(path);
            hasAccelerator = hasAccelerator || detectFile(path) == FileKind::Accelerator;
        } else {
            others << QFileInfo(path).fileName();
        }
    window.showTab(hasAccelerator ? MainWindow::Tab::Accelerator : MainWindow::Tab::Network);
    if (others.isEmpty())
        return;
    const QString kept =
        Words::tr("The mapping is kept as %1, beside the imported accelerator.").arg(others.join(QStringLiteral(", ")));
    QTimer::singleShot(0, &window, [&window, answer, kept] { // what is open already can be used meanwhile
        const bool isDraft = answer && answer->import && window.files().openDraft(*answer->import);
        window.say(isDraft
                       ? Words::tr("%1 It is open as a draft of its layer: edit it, improve it, or keep it as a run.")
                             .arg(kept)
                       : kept);
    });
}

void showDialog(MainWindow& window, Importer& importer, const QStringList& paths)
{
    auto* dialog = new DesignDialog(importer, paths, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &DesignDialog::imported, &window,
                     [&window, dialog](const QStringList& kept) { openKept(window, kept, dialog->answer()); });
    dialog->open();
}

/// The mapping that is edited by hand; else the selected layer of the shown run with its mapping, or the accelerator in
/// the editor alone.
DesignExport timeloopExport(MainWindow& window)
{
    DesignExport design;
    if (const MappingDraft* draft = window.workbench().draft(); draft && draft->isValid()) {
        design.accelerator = draft->accelerator();
        design.layer = draft->layer();
        design.mapping = draft->mapping();
        return design;
    }
    ShownRun& run = window.workbench().run();
    const auto layer = window.workbench().selection().layer();
    if (!layer || *layer >= run.layers().size() || !run.layers()[*layer].verified || !run.layers()[*layer].mapping) {
        design.accelerator = window.workbench().document().value();
        return design;
    }
    design.accelerator = run.acceleratorOf(*layer);
    design.layer = run.network().layers[*layer];
    design.mapping = run.layers()[*layer].mapping;
    return design;
}

void tellWritten(MainWindow& window, const QStringList& paths, const QStringList& remarks)
{
    QStringList names;
    for (const QString& path : paths)
        names << QFileInfo(path).fileName();
    const QString words =
        Words::tr("Written to %1: %2.").arg(QFileInfo(paths.front()).absolutePath(), names.join(QStringLiteral(", ")));
    if (remarks.isEmpty())
        return window.say(words);
    auto* banner = new Banner(words + QLatin1Char('\n') + remarks.join(QLatin1Char('\n')), Banner::Kind::Done);
    banner->setObjectName(QStringLiteral("designBanner"));
    window.addBanner(banner);
    banner->show();
}

void askFolder(MainWindow& window, Importer& importer, const QString& title, const DesignExport& design)
{
    askForFolder(&window, title, {}, [&importer, design](const QString& folder) { importer.write(design, folder); });
}

void addExports(MainWindow& window, Importer& importer)
{
    QAction* timeloop = window.addAction(
        MainWindow::Menu::File, QStringLiteral("exportTimeloop"), Words::tr("Export for Ti&meloop..."), {},
        Words::tr("Write the accelerator, and the selected layer with its mapping, as files of Timeloop v0.4"));
    QObject::connect(timeloop, &QAction::triggered, &window, [&window, &importer] {
        askFolder(window, importer, Words::tr("Folder for files of Timeloop"), timeloopExport(window));
    });
    QAction* topology = window.addAction(MainWindow::Menu::File, QStringLiteral("exportTopology"),
                                         Words::tr("Export SCALE-Sim topo&logy..."), {},
                                         Words::tr("Write the layers of the network as a CSV file of SCALE-Sim"));
    QObject::connect(topology, &QAction::triggered, &window, [&window, &importer] {
        DesignExport design;
        design.format = DesignExport::Format::Topology;
        design.network = window.workbench().network();
        askFolder(window, importer, Words::tr("Folder for the topology"), design);
    });
    QObject::connect(&importer, &Importer::written, &window,
                     [&window](quint64, const QStringList& paths, const QStringList& remarks, const QString& problem) {
                         if (problem.isEmpty())
                             tellWritten(window, paths, remarks);
                         else
                             window.problems()->report(problem);
                     });
}

/// Large networks are parsed elsewhere first.
void prepareNetworks(MainWindow& window, Importer& importer)
{
    const auto waiting = std::make_shared<std::map<quint64, std::function<void()>>>();
    window.files().setPrepare([&window, &importer, waiting](const QString& path, const std::function<void()>& open) {
        window.statusBar()->showMessage(Words::tr("Reading %1").arg(QFileInfo(path).fileName()));
        (*waiting)[importer.prepare(path)] = open;
    });
    QObject::connect(&importer, &Importer::prepared, &window, [&window, waiting](quint64 id) {
        auto ready = waiting->extract(id);
        if (ready.empty())
            return;
        if (waiting->empty())
            window.statusBar()->clearMessage();
        ready.mapped()();
    });
}

} // namespace

void installDesigns(MainWindow& window)
{
    Importer* importer = window.workbench().session().importer();
    if (!importer)
        return;
    window.files().setImportDesign(
        [&window, importer](const QStringList& paths) { showDialog(window, *importer, paths); });
    addExports(window, *importer);
    prepareNetworks(window, *importer);
}

namespace {

void showDialog(MainWindow& window, Importer& importer, const QString& path)
{
    auto* dialog = new ImportDialog(importer, path, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &ImportDialog::imported, &window, [&window](const QString& yaml) {
        if (window.workbench().openFile(yaml))
            window.showTab(MainWindow::Tab::Network);
    });
    dialog->open();
}

void askFile(MainWindow& window)
{
    askToOpen(&window, Words::tr("Import a network"),
              Words::tr("ONNX (*.onnx)") + QStringLiteral(";;") + Words::tr("All files (*)"),
              [&window](const QString& path) { window.files().open({path}); });
}

} // namespace

void installImport(MainWindow& window)
{
    Importer* importer = window.workbench().session().importer();
    if (!importer)
        return;
    window.files().setImport([&window, importer](const QString& path) { showDialog(window, *importer, path); });
    QAction* action =
        window.addAction(MainWindow::Menu::Network, QStringLiteral("importNetwork"), Words::tr("&Import ONNX..."), {},
                         Words::tr("Read a network from an ONNX file; weights are left out"));
    QObject::connect(action, &QAction::triggered, &window, [&window] { askFile(window); });
}

} // namespace nestloom::ui
