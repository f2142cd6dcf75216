// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/workbench/library.h"

#include <QDateTime>
#include <QLockFile>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <vector>

class QAction;

namespace nestloom::ui {

class Banner;
class MainWindow;

/// Unsaved edits of a window that is no longer there.
struct AbandonedEdits {
    QString file; // in the recovery folder
    QDateTime when;
    std::vector<UnsavedEdit> edits;
};

/// The folder where every running window keeps its unsaved edits: one file each, written in one step, and a lock that
/// tells whether the window still runs.
class RecoveryFolder {
public:
    explicit RecoveryFolder(const QString& folder);

    /// Replaces what was written before; nothing unsaved removes the file. Fails with Io.
    Status write(const std::vector<UnsavedEdit>& edits);

    /// What ended windows left. Files that cannot be read are left alone and named in `unreadable`.
    std::vector<AbandonedEdits> abandoned(QStringList& unreadable) const;
    bool remove(const AbandonedEdits& edits);

private:
    Status prepare();

    const QString m_folder;
    const QString m_own;
    std::unique_ptr<QLockFile> m_lock; // held while this window has a file
};

/// Keeps unsaved edits where a later start finds them, and offers what earlier windows left. Nothing is deleted without
/// asking, except edits that are open here with the same text.
class Recovery : public QObject {
    Q_OBJECT
public:
    /// `offer` is the action that shows the offer again.
    Recovery(MainWindow& window, QAction* offer);

    static constexpr int kIntervalMs = 1000; // after an edit
    /// Begins to keep edits in the folder and offers what is there.
    void start(const QString& folder, int intervalMs = kIntervalMs);
    void saveNow();
    const std::vector<AbandonedEdits>& abandoned() const { return m_abandoned; }

    void offer(); // shows the banner
    void recover();
    void askToDiscard();
    void discard();

private:
    void look();
    bool isOpenHere(const UnsavedEdit& edit) const;

    MainWindow& m_window;
    QAction* m_offer;
    std::unique_ptr<RecoveryFolder> m_folder; // null until started
    std::vector<AbandonedEdits> m_abandoned;
    std::vector<UnsavedEdit> m_written;
    QPointer<Banner> m_banner;
    QTimer m_timer;
};

/// Adds the recovery to the window; it begins with Recovery::start.
void installRecovery(MainWindow& window);

} // namespace nestloom::ui
