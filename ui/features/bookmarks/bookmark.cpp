// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmark.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace nestloom::ui {

namespace {

constexpr int kVersion = 1;

QJsonObject toJson(const Bookmark& bookmark)
{
    QJsonObject object{{QStringLiteral("id"), bookmark.id},
                       {QStringLiteral("name"), bookmark.name},
                       {QStringLiteral("page"), bookmark.page},
                       {QStringLiteral("run"), qlonglong(bookmark.run)},
                       {QStringLiteral("runStarted"), bookmark.runStarted.toUTC().toString(Qt::ISODateWithMs)},
                       {QStringLiteral("layer"), bookmark.layer},
                       {QStringLiteral("layerIndex"), bookmark.layerIndex}};
    if (bookmark.cursor)
        object[QStringLiteral("cursor")] = *bookmark.cursor;
    return object;
}

Bookmark fromJson(const QJsonObject& object)
{
    Bookmark bookmark;
    bookmark.id = object[QStringLiteral("id")].toString();
    bookmark.name = object[QStringLiteral("name")].toString();
    bookmark.page = object[QStringLiteral("page")].toString();
    bookmark.run = object[QStringLiteral("run")].toInteger();
    bookmark.runStarted = QDateTime::fromString(object[QStringLiteral("runStarted")].toString(), Qt::ISODateWithMs);
    bookmark.layer = object[QStringLiteral("layer")].toString();
    bookmark.layerIndex = object[QStringLiteral("layerIndex")].toInt(-1);
    if (object.contains(QStringLiteral("cursor")))
        bookmark.cursor = object[QStringLiteral("cursor")].toInteger();
    return bookmark;
}

} // namespace

Result<std::vector<Bookmark>> readBookmarks(const QString& path)
{
    QFile file(path);
    if (!file.exists())
        return std::vector<Bookmark>();
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::Io, "bookmarks cannot be read: " + file.errorString().toStdString(),
                     path.toStdString()};
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    if (object[QStringLiteral("version")].toInt() != kVersion)
        return Error{ErrorCode::InvalidInput, "this is no list of bookmarks; it was left as it is", path.toStdString()};
    std::vector<Bookmark> bookmarks;
    for (const QJsonValue& value : object[QStringLiteral("bookmarks")].toArray())
        bookmarks.push_back(fromJson(value.toObject()));
    return bookmarks;
}

Status writeBookmarks(const QString& path, const std::vector<Bookmark>& bookmarks)
{
    QJsonArray list;
    for (const Bookmark& bookmark : bookmarks)
        list << toJson(bookmark);
    const QByteArray text =
        QJsonDocument(QJsonObject{{QStringLiteral("version"), kVersion}, {QStringLiteral("bookmarks"), list}}).toJson();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return Error{ErrorCode::Io, "bookmarks cannot be kept: " + file.errorString().toStdString(),
                     path.toStdString()};
    return success();
}

} // namespace nestloom::ui
