// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks.h"

#include "engine/base/ranges.h"
#include "ui/features/bookmarks/bookmarks_feature.h"
#include "ui/style/wording.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>

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
    return collect(object[QStringLiteral("bookmarks")].toArray(),
                   [&](const QJsonValue& value) { return fromJson(value.toObject()); });
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

namespace {

QString nameOf(MainWindow::Tab tab)
{
    return QLatin1String(QMetaEnum::fromType<MainWindow::Tab>().valueToKey(int(tab)));
}

QWidget* pageOf(const MainWindow& window) { return window.page(window.currentTab()); }

} // namespace

Bookmarks::Bookmarks(MainWindow& window) : QObject(&window), m_window(window)
{
    connect(&window.workbench().session(), &Session::runsChanged, this, &Bookmarks::changed); // a run may be gone
}

void Bookmarks::start(const QString& file)
{
    m_file = file;
    change([](std::vector<Bookmark>&) {});
}

/// Applies the change to what the file says now.
void Bookmarks::change(const Change& change)
{
    if (!m_file.isEmpty()) {
        auto read = readBookmarks(m_file);
        if (!read) {
            Q_EMIT m_window.workbench().problem(qt(read.error().text()));
            m_file.clear(); // what cannot be read must not be written over
        } else {
            m_bookmarks = *std::move(read);
        }
    }
    const std::vector<Bookmark> before = m_bookmarks;
    change(m_bookmarks);
    if (!m_file.isEmpty() && m_bookmarks != before)
        if (const Status written = writeBookmarks(m_file, m_bookmarks); !written)
            Q_EMIT m_window.workbench().problem(qt(written.error().text()));
    Q_EMIT changed();
}

Bookmark Bookmarks::here() const
{
    Workbench& workbench = m_window.workbench();
    Bookmark place;
    place.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    place.page = nameOf(m_window.currentTab());
    place.run = workbench.shownRun();
    for (const RunSummary& run : workbench.session().runs())
        if (run.id == place.run)
            place.runStarted = dateOf(run.startedAt);
    const auto layer = workbench.selection().layer();
    if (layer && *layer < workbench.run().layers().size()) {
        place.layerIndex = int(*layer);
        place.layer = qt(workbench.run().layers()[*layer].name);
    }
    place.cursor = cursorOf(*pageOf(m_window));
    QStringList words{pageTitle(place.page)};
    if (!place.layer.isEmpty())
        words.prepend(place.layer);
    if (place.run != 0)
        words << tr("run %1").arg(place.run);
    place.name = words.join(QStringLiteral(", "));
    return place;
}

void Bookmarks::keep(const Bookmark& bookmark)
{
    change([&](std::vector<Bookmark>& all) { all.push_back(bookmark); });
}

void Bookmarks::rename(const QString& id, const QString& name)
{
    change([&](std::vector<Bookmark>& all) {
        for (Bookmark& bookmark : all)
            if (bookmark.id == id)
                bookmark.name = name;
    });
}

void Bookmarks::remove(const QStringList& ids)
{
    change([&](std::vector<Bookmark>& all) {
        std::erase_if(all, [&](const Bookmark& bookmark) { return ids.contains(bookmark.id); });
    });
}

QString Bookmarks::pageTitle(const QString& page) const
{
    const auto* action = m_window.findChild<QAction*>(QStringLiteral("show") + page);
    return action != nullptr ? action->text().remove(QLatin1Char('&')) : page;
}

bool Bookmarks::isRunGone(const Bookmark& bookmark) const
{
    if (bookmark.run == 0 || bookmark.run == m_window.workbench().shownRun())
        return false;
    const std::vector<RunSummary> runs = m_window.workbench().session().runs();
    return std::ranges::none_of(runs, [&](const RunSummary& run) {
        return run.id == bookmark.run
               && (!bookmark.runStarted.isValid() || dateOf(run.startedAt) == bookmark.runStarted);
    });
}

void Bookmarks::goTo(const QString& id)
{
    const auto it = std::ranges::find_if(m_bookmarks, [&](const Bookmark& b) { return b.id == id; });
    if (it == m_bookmarks.end())
        return;
    delete m_onTheWay;
    const Bookmark bookmark = *it;
    if (isRunGone(bookmark)) {
        Q_EMIT m_window.workbench().problem(
            tr("Run %1 of the bookmark %2 is no longer stored; if it is in the bin, restore it on the page of runs.")
                .arg(bookmark.run)
                .arg(bookmark.name));
        return;
    }
    if (bookmark.run != 0 && bookmark.run != m_window.workbench().shownRun())
        openRun(bookmark);
    else
        arrive(bookmark);
}

void Bookmarks::openRun(const Bookmark& bookmark)
{
    Workbench& workbench = m_window.workbench();
    m_onTheWay = new QObject(this);
    connect(&workbench.session(), &Session::failed, m_onTheWay, &QObject::deleteLater);
    connect(&workbench.run(), &ShownRun::replaced, m_onTheWay, [this, bookmark, way = m_onTheWay.data()] {
        // Once all views show the run.
        QMetaObject::invokeMethod(
            way,
            [this, bookmark, way] {
                way->deleteLater();
                if (m_window.workbench().shownRun() == bookmark.run) // else the user has gone elsewhere
                    arrive(bookmark);
            },
            Qt::QueuedConnection);
    });
    workbench.openRun(bookmark.run);
}

void Bookmarks::arrive(const Bookmark& bookmark)
{
    bool known = false;
    const int tab = QMetaEnum::fromType<MainWindow::Tab>().keyToValue(bookmark.page.toLatin1().constData(), &known);
    if (known)
        m_window.showTab(static_cast<MainWindow::Tab>(tab));
    const auto layers = m_window.workbench().run().layers().size();
    if (bookmark.layerIndex >= 0 && std::size_t(bookmark.layerIndex) < layers)
        m_window.workbench().selection().selectLayer(std::size_t(bookmark.layerIndex));
    if (bookmark.cursor)
        moveCursor(*pageOf(m_window), *bookmark.cursor);
}

} // namespace nestloom::ui
