// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QDateTime>

class QSettings;

namespace nestloom::ui {

class Workbench;

/// Stores which run is shown, and its selected layer.
void saveRun(Workbench& workbench, QSettings& settings);
RunId lastRun(const QSettings& settings); // 0 = none was shown

/// Shows the run of the last session as soon as the store has listed it, unless another is shown by then. Another store
/// may have a run of the same number: the time it started must be the same too. Deletes itself when it is done.
class RunRestorer : public QObject {
    Q_OBJECT
public:
    /// `networkFile`: the listed network that was chosen; a run that is shown brings its own.
    RunRestorer(Workbench& workbench, const QSettings& settings, QString networkFile, QObject* parent);

private:
    void look();
    void finish();
    void chooseRest();

    Workbench& m_workbench;
    const RunId m_run;
    const QDateTime m_started;
    const int m_layer;
    const QString m_networkFile;
};

} // namespace nestloom::ui
