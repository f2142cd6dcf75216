// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/recovery_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

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
    for (const QJsonValue& value : object.value(QStringLiteral("edits")).toArray())
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
    if (const Status prepared = prepare(); !prepared)
        return prepared;
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

} // namespace nestloom::ui
