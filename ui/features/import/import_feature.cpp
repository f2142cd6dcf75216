// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/import_feature.h"

#include "ui/features/import/import_dialog.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"

#include <QAction>
#include <QCoreApplication>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include <memory>

namespace nestloom::ui {

namespace {

class ImportWords {
    Q_DECLARE_TR_FUNCTIONS(Import)
};

void showDialog(MainWindow& window, NetworkImporter& importer, const QString& path)
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
    auto* dialog =
        new QFileDialog(&window, ImportWords::tr("Import a network"), {},
                        ImportWords::tr("ONNX (*.onnx)") + QStringLiteral(";;") + ImportWords::tr("All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::filesSelected, &window,
                     [&window](const QStringList& paths) { window.files().open(paths); });
    dialog->open();
}

} // namespace

void installImport(MainWindow& window)
{
    NetworkImporter* importer = window.workbench().session().importer();
    if (!importer)
        return;
    window.files().setImport([&window, importer](const QString& path) { showDialog(window, *importer, path); });
    QAction* action =
        window.addAction(MainWindow::Menu::Network, QStringLiteral("importNetwork"), ImportWords::tr("&Import ONNX..."),
                         {}, ImportWords::tr("Read a network from an ONNX file; weights are left out"));
    QObject::connect(action, &QAction::triggered, &window, [&window] { askFile(window); });
}

} // namespace nestloom::ui
