// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/files/changed_files.h"

#include "ui/style/words.h"
#include "ui/widgets/banner.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPushButton>

#include <algorithm>
#include <chrono>

namespace nestloom::ui {

namespace {
constexpr std::chrono::milliseconds kPatience{200};
}

ChangedFiles::ChangedFiles(MainWindow& window) : QObject(&window), m_window(window)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    const auto lookSoon = [this] { m_patience.start(); };
    connect(&m_patience, &QTimer::timeout, this, &ChangedFiles::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, lookSoon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, lookSoon);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, lookSoon); // folders of other computers tell late
    const Workbench& workbench = window.workbench();
    connect(&workbench, &Workbench::documentChanged, this, lookSoon);
    connect(&workbench, &Workbench::networkChanged, this, lookSoon);
    connect(&workbench, &Workbench::editsChanged, this, [this, lookSoon] {
        const AcceleratorDocument& document = m_window.workbench().document();
        const bool isWatched = document.isPreset() || m_watcher.files().contains(document.path());
        if (!document.isDirty() && (m_banner || !isWatched))
            lookSoon(); // the edits that it asks about were undone, or saved under another name
    });
    connect(&workbench, &Workbench::changedFileKept, this,
            [this] { ask(tr("Not saved: %1 was changed by another program."), true); });
}

QString ChangedFiles::networkFile() const
{
    const Workbench& workbench = m_window.workbench();
    const std::vector<NetworkEntry>& listed = m_window.workbench().library().networks();
    const auto entry = std::ranges::find_if(listed, [&](const NetworkEntry& each) {
        return !each.preset && !isUnsaved(each.path) && each.yaml.toStdString() == workbench.chosenNetworkYaml();
    });
    return entry == listed.end() ? QString() : entry->path;
}

void ChangedFiles::watch()
{
    if (const QStringList before = m_watcher.files(); !before.isEmpty())
        m_watcher.removePaths(before); // a file that was put in the place of another one is no longer watched
    const AcceleratorDocument& document = m_window.workbench().document();
    if (const QStringList before = m_watcher.directories(); !before.isEmpty())
        m_watcher.removePaths(before);
    for (const QString& path : {document.isPreset() ? QString() : document.path(), networkFile()})
        if (const QFileInfo file(path); file.isAbsolute() && file.exists())
            m_watcher.addPath(path);
        else if (file.isAbsolute() && file.dir().exists())
            m_watcher.addPath(file.path()); // it may come back
}

void ChangedFiles::look()
{
    watch();
    lookAtNetwork();
    AcceleratorDocument& document = m_window.workbench().document();
    document.lookForFile();
    if (document.isMissing())
        tellMissing();
    else if (!document.isChangedOnDisk())
        dropBanner();
    else if (document.isDirty())
        ask(tr("%1 was changed by another program, and your edits of it are not saved."), false);
    else
        readAgain();
}

void ChangedFiles::lookAtNetwork()
{
    const QString path = networkFile();
    const auto text = path.isEmpty() ? Result<QString>(QString()) : textOfFile(path);
    if (!text || text->isEmpty() || *text == m_refused
        || text->toStdString() == m_window.workbench().chosenNetworkYaml())
        return;
    m_refused = m_window.workbench().openFile(path, false) ? QString() : *text;
    if (m_refused.isEmpty())
        m_window.say(tr("%1 was changed by another program and read again").arg(QFileInfo(path).fileName()));
}

void ChangedFiles::ask(const QString& sentence, bool isSaving)
{
    const QString text = sentence.arg(QFileInfo(m_window.workbench().document().path()).fileName());
    if (m_banner && m_banner->text() == text && (m_banner->isVisible() || !isSaving))
        return; // it is there, or was closed: asked once is enough
    putBanner(text);
    QPushButton* read = m_banner->addButton(tr("Read it (Undo brings your edits back)"));
    read->setObjectName(QStringLiteral("readAgain"));
    connect(read, &QPushButton::clicked, this, &ChangedFiles::readAgain);
    QPushButton* keep = m_banner->addButton(isSaving ? tr("Overwrite it") : tr("Keep mine"));
    keep->setObjectName(QStringLiteral("keepMine"));
    connect(keep, &QPushButton::clicked, this, [this, isSaving] {
        AcceleratorDocument& mine = m_window.workbench().document();
        if (const auto text = textOfFile(mine.path()))
            mine.noteOnDisk(*text);
        dropBanner();
        if (isSaving && m_window.workbench().saveAccelerator(mine.path()))
            m_window.say(tr("Saved to %1").arg(mine.path()));
    });
    m_banner->show();
}

void ChangedFiles::tellMissing()
{
    const QString path = m_window.workbench().document().path();
    const QString text = tr("%1 was deleted or moved by another program; what you see is in this window only.")
                             .arg(QFileInfo(path).fileName());
    if (m_banner && m_banner->text() == text)
        return;
    putBanner(text);
    QPushButton* save = m_banner->addButton(tr("Save it again"));
    save->setObjectName(QStringLiteral("saveMissing"));
    connect(save, &QPushButton::clicked, this, [this, path] {
        if (m_window.workbench().saveAccelerator(path))
            m_window.say(tr("Saved to %1").arg(path)); // what it says is looked at again: the banner goes
    });
    m_banner->show();
}

void ChangedFiles::putBanner(const QString& text)
{
    dropBanner();
    m_banner = new Banner(text);
    m_banner->setObjectName(QStringLiteral("changedBanner"));
    m_window.addBanner(m_banner);
}

void ChangedFiles::readAgain()
{
    Workbench& workbench = m_window.workbench();
    const QString path = workbench.document().path();
    const auto text = textOfFile(path);
    if (!text)
        return Q_EMIT workbench.problem(qt(text.error().text()));
    workbench.document().readAgain(*text);
    if (!workbench.document().state().yamlError)
        (void)workbench.library().open(path); // lists it as it is now
    m_window.say(tr("%1 was changed by another program and read again").arg(QFileInfo(path).fileName()));
    dropBanner();
}

/// A button of it may be what called.
void ChangedFiles::dropBanner()
{
    if (!m_banner)
        return;
    m_banner->hide();
    m_banner->deleteLater();
    m_banner.clear();
}

} // namespace nestloom::ui
