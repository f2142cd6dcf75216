// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/bookmarks/bookmark.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace nestloom::ui {

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
