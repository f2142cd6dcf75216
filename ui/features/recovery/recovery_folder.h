// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/workbench/unsaved_edit.h"

#include <QDateTime>
#include <QLockFile>

#include <memory>
#include <vector>

namespace nestloom::ui {

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

    const QString& ownFile() const { return m_own; }
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

} // namespace nestloom::ui
