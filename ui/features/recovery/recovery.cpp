// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/recovery.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/make_widgets.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QUuid>
#include <QWindow>

#include <algorithm>
#include <optional>

namespace nestloom::ui {

namespace {

constexpr int kVersion = 1;

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

QByteArray toJson(const std::vector<UnsavedEdit>& edits)
{
    QJsonArray list;
    for (const UnsavedEdit& edit : edits)
        list << QJsonObject{{QStringLiteral("path"), edit.path},
                            {QStringLiteral("name"), edit.name},
                            {QStringLiteral("saved"), edit.saved},
                            {QStringLiteral("text"), edit.text}};
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), kVersion}, {QStringLiteral("edits"), list}}).toJson();
}

std::optional<std::vector<UnsavedEdit>> fromJson(const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object.value(QStringLiteral("version")).toInt() != kVersion)
        return std::nullopt;
    std::vector<UnsavedEdit> edits;
    for (const QJsonValue value : object.value(QStringLiteral("edits")).toArray())
        edits.push_back({value[QStringLiteral("path")].toString(), value[QStringLiteral("name")].toString(),
                         value[QStringLiteral("saved")].toString(), value[QStringLiteral("text")].toString()});
    return edits;
}

std::unique_ptr<QLockFile> makeLock(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0); // only the end of its process makes a lock void, not time
    return lock;
}

} // namespace

RecoveryFolder::RecoveryFolder(const QString& folder)
    : m_folder(folder),
      m_own(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".json")))
{
}

Status RecoveryFolder::prepare()
{
    if (m_lock)
        return success();
    auto lock = makeLock(m_own);
    if (!QDir().mkpath(m_folder) || !lock->tryLock(0))
        return Error{ErrorCode::Io, "unsaved edits cannot be kept in this folder", m_folder.toStdString()};
    m_lock = std::move(lock);
    return success();
}

Status RecoveryFolder::write(const std::vector<UnsavedEdit>& edits)
{
    if (edits.empty()) {
        QFile::remove(m_own); // everything was saved or reverted
        m_lock.reset();
        return success();
    }
    TRY_DO(prepare());
    QSaveFile file(m_own);
    const QByteArray text = toJson(edits);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return Error{ErrorCode::Io, "unsaved edits cannot be kept: " + file.errorString().toStdString(),
                     m_own.toStdString()};
    return success();
}

std::vector<AbandonedEdits> RecoveryFolder::abandoned(QStringList& unreadable) const
{
    std::vector<AbandonedEdits> found;
    const QDir folder(m_folder);
    for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        const QString path = folder.filePath(info.fileName());
        if (path == m_own || !makeLock(path)->tryLock(0))
            continue; // its window still runs
        QFile file(path);
        const auto edits = file.open(QIODevice::ReadOnly) ? fromJson(file.readAll()) : std::nullopt;
        if (edits)
            found.push_back({path, info.lastModified(), *edits});
        else
            unreadable << path;
    }
    return found;
}

bool RecoveryFolder::remove(const AbandonedEdits& edits) { return QFile::remove(edits.file); }

namespace {

/// "simba and 2 more, 21.11.26 20:14"
QString describe(const std::vector<AbandonedEdits>& abandoned)
{
    QStringList names;
    QDateTime newest;
    for (const AbandonedEdits& each : abandoned) {
        newest = newest.isValid() ? std::max(newest, each.when) : each.when;
        for (const UnsavedEdit& edit : each.edits)
            names << edit.name;
    }
    names.removeDuplicates();
    return Recovery::tr("%1, last kept %2")
        .arg(names.join(QStringLiteral(", ")), QLocale().toString(newest, QLocale::ShortFormat));
}

} // namespace

Recovery::Recovery(MainWindow& window, QAction* offerAction) : QObject(&window), m_window(window), m_offer(offerAction)
{
    m_offer->setEnabled(false);
    m_timer.setSingleShot(true);
    connect(m_offer, &QAction::triggered, this, &Recovery::offer);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::saveNow);
    connect(&window.workbench(), &Workbench::editsChanged, this, [this] {
        if (m_folder && !m_timer.isActive())
            m_timer.start();
    });
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, &Recovery::saveNow);
    connect(&window, &MainWindow::settingsSaved, this, &Recovery::saveNow);
}

void Recovery::start(const QString& folder, int intervalMs)
{
    m_folder = std::make_unique<RecoveryFolder>(folder);
    m_timer.setInterval(intervalMs);
    saveNow();
    look();
    offer();
}

void Recovery::saveNow()
{
    m_timer.stop();
    if (!m_folder)
        return;
    const std::vector<UnsavedEdit> edits = m_window.workbench().unsavedEdits();
    if (edits == m_written)
        return;
    if (const Status written = m_folder->write(edits))
        m_written = edits;
    else
        m_window.problems()->report(QString::fromStdString(written.error().text()));
}

bool Recovery::isOpenHere(const UnsavedEdit& edit) const
{
    const std::vector<UnsavedEdit> open = m_window.workbench().unsavedEdits();
    return std::ranges::any_of(
        open, [&](const UnsavedEdit& here) { return here.path == edit.path && here.text == edit.text; });
}

void Recovery::look()
{
    QStringList unreadable;
    m_abandoned = m_folder->abandoned(unreadable);
    for (const QString& file : unreadable)
        m_window.problems()->report(tr("%1 holds unsaved edits but cannot be read; it was left as it is.").arg(file));
    std::erase_if(m_abandoned, [this](const AbandonedEdits& each) {
        const bool covered = std::ranges::all_of(each.edits, [this](const UnsavedEdit& e) { return isOpenHere(e); });
        return covered && m_folder->remove(each); // they are in this window's file as well
    });
    m_offer->setEnabled(!m_abandoned.empty());
}

void Recovery::offer()
{
    if (m_banner)
        m_banner->deleteLater();
    if (m_abandoned.empty())
        return;
    m_banner = named(new Banner(tr("An earlier session left unsaved edits: %1.").arg(describe(m_abandoned))),
                     "recoveryBanner");
    QPushButton* recoverButton = m_banner->addButton(tr("Recover"));
    recoverButton->setProperty("primary", true);
    QPushButton* keep = m_banner->addButton(tr("Keep for later"));
    QPushButton* discardButton = m_banner->addButton(tr("Discard..."));
    connect(recoverButton, &QPushButton::clicked, this, &Recovery::recover);
    connect(keep, &QPushButton::clicked, m_banner.data(), &QObject::deleteLater);
    connect(discardButton, &QPushButton::clicked, this, &Recovery::askToDiscard);
    m_window.addBanner(m_banner.data());
    m_banner->show();
}

void Recovery::recover()
{
    // The oldest first: of two versions of one accelerator the newest is shown, and undo leads to the other.
    for (auto each = m_abandoned.rbegin(); each != m_abandoned.rend(); ++each)
        std::erase_if(each->edits, [this](const UnsavedEdit& e) { return m_window.workbench().restoreEdit(e); });
    saveNow();
    if (m_banner)
        m_banner->deleteLater();
    if (m_written == m_window.workbench().unsavedEdits()) // they are safe in this window's file
        std::erase_if(m_abandoned, [this](const AbandonedEdits& e) { return e.edits.empty() && m_folder->remove(e); });
    m_offer->setEnabled(!m_abandoned.empty());
}

void Recovery::askToDiscard()
{
    auto* box = named(
        new QMessageBox(QMessageBox::Question, tr("Discard unsaved edits"),
                        tr("Discard the unsaved edits of %1? They cannot be brought back.").arg(describe(m_abandoned)),
                        QMessageBox::NoButton, &m_window),
        "discardQuestion");
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Keep"), QMessageBox::RejectRole));
    connect(box, &QMessageBox::buttonClicked, this, [this, yes](QAbstractButton* button) {
        if (button == yes)
            discard();
    });
    box->open();
}

void Recovery::discard()
{
    std::erase_if(m_abandoned, [this](const AbandonedEdits& each) { return m_folder->remove(each); });
    if (m_banner)
        m_banner->deleteLater();
    m_offer->setEnabled(!m_abandoned.empty());
}

void installRecovery(MainWindow& window)
{
    QAction* offer = window.addAction(MainWindow::Menu::File, QStringLiteral("recoverEdits"),
                                      MainWindow::tr("Reco&ver unsaved edits..."), {},
                                      MainWindow::tr("What earlier sessions left unsaved"));
    new Recovery(window, offer);
}

} // namespace nestloom::ui
