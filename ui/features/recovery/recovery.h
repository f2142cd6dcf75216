// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/recovery/recovery_folder.h"

#include <QPointer>
#include <QTimer>

#include <memory>

class QAction;

namespace nestloom::ui {

class Banner;
class MainWindow;

/// Keeps unsaved edits where a later start finds them, and offers what earlier windows left. Nothing is deleted without
/// being asked, unless it is open here with the same text.
class Recovery : public QObject {
    Q_OBJECT
public:
    /// `offer` is the action that shows the offer again.
    Recovery(MainWindow& window, QAction* offer);

    static constexpr int kIntervalMs = 30'000;
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
