// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ask_file.h"

#include <QDir>
#include <QRegularExpression>
#include <QSettings>

#include <utility>

namespace nestloom::ui {

namespace {

const QString kFolderKey = QStringLiteral("files/folder");

QFileDialog* newDialog(QWidget* parent, const QString& title, const QString& filter, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(parent, title, lastFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (mode != QFileDialog::Directory)
        QObject::connect(dialog, &QFileDialog::fileSelected, parent, rememberFolderOf);
    return dialog;
}

/// "yaml" of "YAML (*.yaml *.yml);;All files (*)".
QString endingOf(const QString& filter)
{
    static const QRegularExpression ending(QStringLiteral("\\*\\.([\\w.]+)"));
    return ending.match(filter).captured(1);
}

} // namespace

QString lastFolder() { return QSettings().value(kFolderKey, QDir::homePath()).toString(); }

void rememberFolderOf(const QString& path) { QSettings().setValue(kFolderKey, QFileInfo(path).absolutePath()); }

void askToOpen(QWidget* parent, const QString& title, const QString& filter, ChosenFile chosen)
{
    QFileDialog* dialog = newDialog(parent, title, filter, QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

void askToOpenSeveral(QWidget* parent, const QString& title, const QString& filter,
                      std::function<void(const QStringList& paths)> chosen)
{
    QFileDialog* dialog = newDialog(parent, title, filter, QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, parent,
                     [chosen = std::move(chosen)](const QStringList& paths) {
                         rememberFolderOf(paths.back());
                         chosen(paths);
                     });
    dialog->open();
}

void askToSave(QWidget* parent, const QString& title, const QString& name, const QString& filter, ChosenFile chosen)
{
    QFileDialog* dialog = newDialog(parent, title, filter, QFileDialog::AnyFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(endingOf(filter));
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, name](const QString& kind) {
        const QStringList files = dialog->selectedFiles();
        dialog->setDefaultSuffix(endingOf(kind));
        dialog->selectFile(QFileInfo(files.isEmpty() ? name : files.front()).completeBaseName() + u'.'
                           + endingOf(kind));
    });
    dialog->open();
}

void askForFolder(QWidget* parent, const QString& title, const QString& from, ChosenFile chosen)
{
    QFileDialog* dialog = newDialog(parent, title, {}, QFileDialog::Directory);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setDirectory(from.isEmpty() ? lastFolder() : from);
    dialog->open();
}

} // namespace nestloom::ui
