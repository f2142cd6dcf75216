// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/ask_report_file.h"

#include "ui/widgets/toast.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace nestloom::ui {

namespace {
const QString kFolderKey = QStringLiteral("files/folder");
} // namespace

void askReportFile(QWidget* window, const QString& name, std::function<void(const QString& path)> chosen, bool isRun)
{
    const QString html = QCoreApplication::translate("ReportFile", "HTML, for a browser (*.html)");
    const QString pdf = QCoreApplication::translate("ReportFile", "PDF, for paper (*.pdf)");
    const QString json = QCoreApplication::translate("ReportFile", "JSON, for programs (*.json)");
    auto* dialog = new QFileDialog(
        window, QCoreApplication::translate("ReportFile", "Export report"), QSettings().value(kFolderKey).toString(),
        (isRun ? QStringList{html, pdf, json} : QStringList{html, pdf}).join(QStringLiteral(";;")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(name + QStringLiteral(".html"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, pdf, json, name](const QString& filter) {
        const QString suffix = filter == pdf    ? QStringLiteral("pdf")
                               : filter == json ? QStringLiteral("json")
                                                : QStringLiteral("html");
        dialog->setDefaultSuffix(suffix);
        const QStringList files = dialog->selectedFiles();
        dialog->selectFile((files.isEmpty() ? name : QFileInfo(files.front()).completeBaseName()) + u'.' + suffix);
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, window, [window, chosen](const QString& path) {
        QSettings().setValue(kFolderKey, QFileInfo(path).absolutePath());
        if (auto* toast = window->window()->findChild<Toast*>()) // a PDF of a large network takes seconds
            toast->say(QCoreApplication::translate("ReportFile", "Writing %1 ...").arg(QFileInfo(path).fileName()),
                       false);
        chosen(path);
    });
    dialog->open();
}

} // namespace nestloom::ui
