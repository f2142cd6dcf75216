// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/ask_report_file.h"

#include "ui/widgets/ask_file.h"
#include "ui/widgets/toast.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace nestloom::ui {

void askReportFile(QWidget* window, const QString& name, std::function<void(const QString& path)> chosen, bool isRun)
{
    const QString html = QCoreApplication::translate("ReportFile", "HTML, for a browser (*.html)");
    const QString pdf = QCoreApplication::translate("ReportFile", "PDF, for paper (*.pdf)");
    const QString json = QCoreApplication::translate("ReportFile", "JSON, for programs (*.json)");
    askToSave(window, QCoreApplication::translate("ReportFile", "Export report"), name + QStringLiteral(".html"),
              (isRun ? QStringList{html, pdf, json} : QStringList{html, pdf}).join(QStringLiteral(";;")),
              [window, chosen](const QString& path) {
                  if (auto* toast = window->window()->findChild<Toast*>()) // a PDF of a large network takes seconds
                      toast->say(
                          QCoreApplication::translate("ReportFile", "Writing %1 ...").arg(QFileInfo(path).fileName()),
                          false);
                  chosen(path);
              });
}

} // namespace nestloom::ui
