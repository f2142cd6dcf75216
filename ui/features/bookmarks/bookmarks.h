// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/ports/session.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::ui {

/// A place the user wants to come back to.
struct Bookmark {
    QString id; // never changes
    QString name;
    QString page;                 // of the window, by the name of its tab: "LoopNest"
    RunId run = 0;                // 0 = no run was shown
    QDateTime runStarted;         // another store may have a run of the same number
    QString layer;                // its name; empty = none was selected
    int layerIndex = -1;          // in its network
    std::optional<qint64> cursor; // on the page's axis: a cycle, or a step of a memory plan
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// Fails   Io, or InvalidInput when the file holds something else. No file is no bookmarks.
Result<std::vector<Bookmark>> readBookmarks(const QString& file);
/// Replaces the file in one step. Fails   Io.
Status writeBookmarks(const QString& file, const std::vector<Bookmark>& bookmarks);

class MainWindow;

/// The bookmarks of a store, in a file beside it. Another window on the same store may change them too: every change
/// begins with what the file says.
class Bookmarks : public QObject {
    Q_OBJECT
public:
    explicit Bookmarks(MainWindow& window);

    /// Reads the file and keeps bookmarks there; until then they last as long as the window.
    void start(const QString& file);

    const std::vector<Bookmark>& all() const { return m_bookmarks; }
    /// What the window shows now, with a name that tells it.
    Bookmark here() const;
    void keep(const Bookmark& bookmark);
    void rename(const QString& id, const QString& name);
    void remove(const QStringList& ids);

    /// Shows the run, the page, the layer and the cursor; a run that is gone is told in one sentence.
    void goTo(const QString& id);
    bool isRunGone(const Bookmark& bookmark) const;
    QString pageTitle(const QString& page) const; // "Loop nest"

Q_SIGNALS:
    void changed();

private:
    using Change = std::function<void(std::vector<Bookmark>&)>;
    void change(const Change& change);
    void openRun(const Bookmark& bookmark);
    void arrive(const Bookmark& bookmark);

    MainWindow& m_window;
    QString m_file;
    std::vector<Bookmark> m_bookmarks;
    QPointer<QObject> m_onTheWay; // to a run that is being read
};

} // namespace nestloom::ui
