// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/ports/session.h"

#include <QDateTime>
#include <QString>

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

} // namespace nestloom::ui
