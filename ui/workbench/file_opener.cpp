// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/file_opener.h"

#include "ui/workbench/workbench.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

namespace nestloom::ui {

namespace {

/// Runs of another store belong to another process: each window works on one store.
bool showInOwnWindow(const QString& path)
{
    return QProcess::startDetached(QCoreApplication::applicationFilePath(), {QStringLiteral("--store"), path});
}

constexpr qint64 kSlowBytes = 128 * 1024; // a network file that takes longer to parse than the window may wait

} // namespace

FileOpener::FileOpener(Workbench& workbench, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_showRuns(showInOwnWindow)
{
}

std::vector<OpenedFile> FileOpener::open(const QStringList& paths)
{
    std::vector<OpenedFile> files;
    if (!paths.isEmpty())
        Q_EMIT began();
    for (const QString& path : paths) {
        files.push_back(openOne(QFileInfo(path).absoluteFilePath(), paths.size() == 1));
        if (files.back().whyNot.isEmpty())
            Q_EMIT opened(files.back().path, files.back().kind);
    }
    importDesigns(files);
    if (!files.empty())
        Q_EMIT finished(files);
    return files;
}

bool FileOpener::isLeftToImports(const OpenedFile& file) const
{
    return m_importDesign
           && (file.kind == FileKind::TimeloopYaml || file.kind == FileKind::AccelforgeYaml
               || file.kind == FileKind::Topology);
}

/// Files of one tool that are opened together are one design.
void FileOpener::importDesigns(const std::vector<OpenedFile>& files)
{
    for (const FileKind kind : {FileKind::TimeloopYaml, FileKind::AccelforgeYaml, FileKind::Topology}) {
        QStringList paths;
        for (const OpenedFile& file : files)
            if (file.kind == kind && isLeftToImports(file))
                paths << file.path;
        if (!paths.isEmpty())
            m_importDesign(paths);
    }
}

bool FileOpener::prepare(const OpenedFile& file)
{
    if (!m_prepare || file.kind != FileKind::Network || QFileInfo(file.path).size() < kSlowBytes)
        return false;
    m_prepare(file.path, [this, path = file.path] { m_workbench.openFile(path); });
    return true;
}

/// Of several files, one that cannot be read only says so: the editor is for those that can.
OpenedFile FileOpener::openOne(const QString& path, bool isOnly)
{
    if (isOwnStore(path)) {
        const OpenedFile own{
            path, FileKind::Runs,
            tr("%1 is the database of this window; its runs are listed already.").arg(QFileInfo(path).fileName())};
        Q_EMIT m_workbench.problem(own.whyNot);
        return own;
    }
    OpenedFile file{path, detectFile(path), {}};
    file.isHandedOn = (file.kind == FileKind::Onnx && m_import) || isLeftToImports(file);
    if (file.kind == FileKind::Onnx && m_import)
        m_import(path);
    if (file.isHandedOn || prepare(file))
        return file;
    if (file.kind == FileKind::Mapping && m_openMapping) {
        if (const Status opened = m_openMapping(path); !opened)
            file.whyNot = QString::fromStdString(opened.error().text());
        else
            return file;
    }
    if (file.whyNot.isEmpty())
        file.whyNot = whyNotOpened(file.kind, path);
    if (file.whyNot.isEmpty() && file.kind == FileKind::Runs && !m_showRuns(path))
        file.whyNot = tr("%1 could not be opened; start nestloom --store with it.").arg(QFileInfo(path).fileName());
    if (!file.whyNot.isEmpty()) {
        Q_EMIT m_workbench.problem(file.whyNot);
        return file;
    }
    if (file.kind == FileKind::Runs)
        return file;
    const auto heard =
        connect(&m_workbench, &Workbench::problem, this, [&file](const QString& sentence) { file.whyNot = sentence; });
    m_workbench.openFile(path, isOnly);
    disconnect(heard);
    return file;
}

QString openedWords(const std::vector<OpenedFile>& files)
{
    QStringList opened, handedOn, refused;
    for (const OpenedFile& file : files) {
        const QString name = FileOpener::tr("%1 (%2)").arg(QFileInfo(file.path).fileName(), kindName(file.kind));
        if (file.whyNot.isEmpty())
            (file.isHandedOn ? handedOn : opened) << name;
        else
            refused << file.whyNot;
    }
    QString words;
    if (!opened.isEmpty())
        words = opened.size() == 1
                    ? FileOpener::tr("1 file opened: %1.").arg(opened.front())
                    : FileOpener::tr("%1 files opened: %2.").arg(opened.size()).arg(opened.join(QStringLiteral(", ")));
    if (!handedOn.isEmpty())
        words += (words.isEmpty() ? QString() : QStringLiteral("\n"))
                 + FileOpener::tr("To be imported: %1.").arg(handedOn.join(QStringLiteral(", ")));
    if (!refused.isEmpty())
        words += (words.isEmpty() ? QString() : QStringLiteral("\n")) + FileOpener::tr("Not opened:\n")
                 + refused.join(QLatin1Char('\n'));
    return words;
}

} // namespace nestloom::ui
