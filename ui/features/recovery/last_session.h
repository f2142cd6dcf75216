// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/ports/session.h"
#include "ui/workbench/shared_list.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QAction;
class QSettings;

namespace nestloom::ui {

class MainWindow;
class Workbench;

/// The options of the next run, as the settings keep them between starts.
void saveOptions(const schedule::ScheduleOptions& options, QSettings& settings);
/// What cannot be read stays as it is in `options`.
schedule::ScheduleOptions readOptions(schedule::ScheduleOptions options, const QSettings& settings);

/// Stores which run is shown, of whatever kind, and its selected layer.
void saveRun(Workbench& workbench, QSettings& settings);
RunId lastRun(const QSettings& settings); // 0 = none was shown

/// Shows the run of the last session as soon as the store has listed it, unless another is shown by then. Another store
/// may have a run of the same number: the time it started must be the same too. Deletes itself when it is done.
class RunRestorer : public QObject {
    Q_OBJECT
public:
    RunRestorer(Workbench& workbench, const QSettings& settings, QObject* parent);

Q_SIGNALS:
    void wholeRunShown(); // the run is of a whole network: its page came to the front

private:
    void look();
    void finish();
    void chooseRest();

    Workbench& m_workbench;
    const RunId m_run;
    const QDateTime m_started;
    const int m_layer;
    const bool m_preview;
};

/// Brings back at the next start what was open: accelerators with their unsaved edits, the network, the options of the
/// next run, the shown run with its selected layer, and the page. Stored in the settings when the window closes, and a
/// moment after each change, so that a window that was killed comes back as well (its unsaved edits are offered by
/// Recovery). Whatever is gone or broken is reported in one sentence each; the rest still opens.
class LastSession : public QObject {
    Q_OBJECT
public:
    /// `wanted` is the switch: unchecked, the next start begins with nothing open.
    LastSession(MainWindow& window, QAction* wanted);

    static constexpr int kSaveSoonMs = 1000;

    /// The command line says what to show: neither the run of the last session nor its page are. Accelerator and
    /// network stay chosen until something takes their place.
    void giveWay();

private:
    void restore(const QSettings& settings);
    void restoreAccelerators(const QSettings& settings);
    void restoreNetwork(const QSettings& settings);
    void restoreRun(const QSettings& settings);
    void restorePage(const QSettings& settings);
    void save(QSettings& settings);
    void followChanges();

    MainWindow& m_window;
    QAction* m_wanted;
    SharedList m_opened{QStringLiteral("files/opened")};
    QPointer<RunRestorer> m_restorer; // until the run of the last session is there
    QTimer m_saveSoon;
};

/// Adds it to the window; it begins when the window has read its settings.
void installLastSession(MainWindow& window);

} // namespace nestloom::ui
