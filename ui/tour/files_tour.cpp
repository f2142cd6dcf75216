// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/files/file_drop.h"
#include "ui/features/files/files_feature.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/recent_files.h"

#include <QAction>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace nestloom::ui {

std::vector<TourStep> filesTour(MainWindow& window)
{
    return {
        {QStringLiteral("drop"),
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
         },
         {}},
        {{},
         [&window] {
             QDragLeaveEvent leave;
             QCoreApplication::sendEvent(window.findChild<FileDrop*>(), &leave);
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
