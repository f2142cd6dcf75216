// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/kapla/node_energy.h"
#include "ui/ports/askers.h"

#include <QByteArray>
#include <QDateTime>

#include <vector>

namespace nestloom::ui {

using KeptNodeRunId = qint64; // key of a kept schedule on nodes; 0 = none

/// A line of the list of kept schedules on nodes.
struct KeptNodeRunRow {
    KeptNodeRunId id = 0;
    QDateTime keptAt; // UTC
    QString networkName, acceleratorName;
    kapla::NodeRunOptions options;
    kapla::NodeEnergy energy; // pJ by component, of the whole batch
    Cycles cycles{};          // of the whole batch
    int layerCount = 0;       // with training also the backward layers
    int segmentCount = 0;
    int longestSegment = 0; // its layers
    double searchMs = 0;    // CPU time
    qint64 evaluated = 0;   // blockings counted
    QString engineVersion;
};

/// A kept schedule as it was kept, evaluated and verified once more.
struct OpenedNodeRun {
    KeptNodeRunRow row;
    NodesQuestion question;
    NodesAnswer run; // never null, with a schedule
};

/// Schedules on nodes that were kept, from the window and from the command line. app/gui/local_kept_node_runs
/// implements it with the store; tests use a fake. Lives on the GUI thread; no call blocks.
class KeptNodeRuns : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const std::vector<KeptNodeRunRow>& rows() const = 0; // newest first
    virtual void refresh() = 0;                                  // reads the list again
    /// Stores a finished schedule; an older one of the same question makes way. Answered by kept or failed.
    virtual void keep(const NodesQuestion& question, const NodesAnswer& run) = 0;
    virtual void open(KeptNodeRunId run) = 0; // answered by opened or failed
    virtual void remove(const std::vector<KeptNodeRunId>& runs) = 0;
    /// The schedule as `nestloom-cli schedule --json` prints it: answered by written or failed.
    virtual void write(KeptNodeRunId run) = 0;

Q_SIGNALS:
    void changed(); // rows() differ
    void kept(nestloom::ui::KeptNodeRunId run);
    void opened(const nestloom::ui::OpenedNodeRun& run);
    void written(nestloom::ui::KeptNodeRunId run, const QByteArray& json);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
