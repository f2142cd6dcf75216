// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/import/import_dialog.h"
#include "ui/features/import/import_feature.h"
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

std::vector<TourStep> importTour(MainWindow& window)
{
    const auto folder = std::make_shared<QTemporaryDir>();
    const auto dialog = [&window] { return window.findChild<ImportDialog*>(); };
    const auto isRead = [dialog] {
        const bool ready = dialog() && dialog()->findChild<QPushButton*>(QStringLiteral("importAccept"))->isEnabled();
        return ready ? QString() : QStringLiteral("the report of the import");
    };
    return {
        {{},
         [&window, folder] {
             const QString path = folder->filePath(QStringLiteral("encoder_layer.onnx"));
             return QFile::copy(QStringLiteral(":/examples/encoder_layer.onnx"), path)
                    && window.files().open({path}).front().whyNot.isEmpty();
         },
         isRead},
        {QStringLiteral("import"),
         [dialog] {
             dialog()->findChild<QSpinBox*>(QStringLiteral("dimension:tokens"))->setValue(128);
             return true;
         },
         isRead, false, [dialog] { return dialog(); }},
        {QStringLiteral("imported"),
         [dialog] {
             dialog()->findChild<QPushButton*>(QStringLiteral("importAccept"))->click();
             return true;
         },
         [&window] {
             return window.workbench().network().name == "encoder_layer" ? QString() : QStringLiteral("the network");
         }},
    };
}

} // namespace nestloom::ui
