// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/files/file_drop.h"
#include "ui/features/import/design_dialog.h"
#include "ui/features/import/import_dialog.h"
#include "ui/features/mapping/mapping_editor.h"
#include "ui/tour/feature_tours.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/mapping_draft.h"
#include "ui/workbench/recent_files.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QUrl>

#include <memory>

namespace nestloom::ui {

std::vector<TourStep> filesTour(MainWindow& window)
{
    return {
        {"drop",
         [&window] {
             QList<QUrl> urls;
             for (const AcceleratorEntry& entry : window.workbench().library().accelerators())
                 urls << QUrl::fromLocalFile(entry.path);
             for (const NetworkEntry& entry : window.workbench().library().networks())
                 urls << QUrl::fromLocalFile(entry.path);
             QMimeData data;
             data.setUrls(urls);
             QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
             QCoreApplication::sendEvent(&window, &enter);
             return window.findChild<FileDrop*>()->isVisible();
         }},
        {"",
         [&window] {
             QDragLeaveEvent leave;
             QCoreApplication::sendEvent(window.findChild<FileDrop*>(), &leave);
         }},
    };
}

std::vector<TourStep> importTour(MainWindow& window)
{
    const auto folder = std::make_shared<QTemporaryDir>();
    const auto dialog = [&window] { return window.findChild<ImportDialog*>(); };
    const auto isRead = [dialog] {
        const bool ready = dialog() && dialog()->findChild<QPushButton*>(QStringLiteral("importAccept"))->isEnabled();
        return ready ? nullptr : "the report of the import";
    };
    return {
        {"",
         [&window, folder] {
             const QString path = folder->filePath(QStringLiteral("encoder_layer.onnx"));
             return QFile::copy(QStringLiteral(":/examples/encoder_layer.onnx"), path)
                    && window.files().open({path}).front().whyNot.isEmpty();
         },
         isRead},
        {"import", [dialog] { dialog()->findChild<QSpinBox*>(QStringLiteral("dimension:tokens"))->setValue(128); },
         isRead, false, [dialog] { return dialog(); }},
        {"imported", [dialog] { dialog()->findChild<QPushButton*>(QStringLiteral("importAccept"))->click(); },
         [&window] { return window.workbench().network().name == "encoder_layer" ? nullptr : "the network"; }},
    };
}

std::vector<TourStep> designTour(MainWindow& window)
{
    const auto folder = std::make_shared<QTemporaryDir>();
    const auto dialog = [&window] { return window.findChild<DesignDialog*>(); };
    const auto isRead = [dialog] {
        const bool ready = dialog() && dialog()->findChild<QPushButton*>(QStringLiteral("designAccept"))->isEnabled();
        return ready ? nullptr : "the report of the import";
    };
    const auto showTab = [dialog](int index) {
        return [dialog, index] {
            auto* tabs = dialog()->findChild<QTabWidget*>();
            tabs->setCurrentIndex(index);
            return tabs->count() > index;
        };
    };
    return {
        {"import-timeloop",
         [&window, folder] {
             QStringList paths;
             for (const char* name : {"architecture.yaml", "problem.yaml", "mapping.yaml", "energies.yaml"}) {
                 paths << folder->filePath(QLatin1String(name));
                 if (!QFile::copy(QStringLiteral(":/examples/timeloop/") + QLatin1String(name), paths.back()))
                     return false;
             }
             return window.files().open(paths).front().whyNot.isEmpty();
         },
         isRead, false, dialog},
        {"import-timeloop-levels", showTab(1), isRead, false, dialog},
        {"import-timeloop-layers", showTab(2), isRead, false, dialog},
        {"import-timeloop-mapping", showTab(3), isRead, false, dialog},
        {"imported-timeloop", [dialog] { dialog()->findChild<QPushButton*>(QStringLiteral("designAccept"))->click(); },
         [&window] {
             return window.workbench().document().value().name == "eyeriss_like" ? nullptr : "the accelerator";
         }},
    };
}

} // namespace nestloom::ui
