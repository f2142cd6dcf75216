// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/node_run.h"
#include "ui/ports/askers.h"

#include <QByteArray>

#include <vector>

namespace nestloom::ui {

using records::NodeRunId;
using records::NodeRunSummary;

/// A kept schedule as it was kept, evaluated and verified once more.
struct OpenedNodeRun {
    NodeRunSummary summary;
    NodesQuestion question;
    NodesAnswer run; // never null, with a schedule
};

/// Schedules on nodes that were kept, from the window and from the command line. app/gui/local_kept_node_runs
/// implements it with the store; tests use a fake. Lives on the GUI thread; no call blocks.
class KeptNodeRuns : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const std::vector<NodeRunSummary>& rows() const = 0; // newest first
    virtual void refresh() = 0;                                  // reads the list again
    /// Stores a finished schedule; an older one of the same question makes way. Answered by kept or failed.
    virtual void keep(const NodesQuestion& question, const NodesAnswer& run) = 0;
    virtual void open(NodeRunId run) = 0; // answered by opened or failed
    virtual void remove(const std::vector<NodeRunId>& runs) = 0;
    /// The schedule as `nestloom-cli schedule --json` prints it: answered by written or failed.
    virtual void write(NodeRunId run) = 0;

Q_SIGNALS:
    void changed(); // rows() differ
    void kept(nestloom::records::NodeRunId run);
    void opened(const nestloom::ui::OpenedNodeRun& run);
    void written(nestloom::records::NodeRunId run, const QByteArray& json);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
