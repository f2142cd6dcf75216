// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/kapla/node_run.h"

#include <QObject>
#include <QString>

#include <memory>

namespace nestloom::ui {

using NodesId = quint64; // never reused within a session; 0 = none

/// A network to be scheduled on the nodes of an accelerator. The network is shared, not copied.
struct NodesQuestion {
    std::shared_ptr<const workload::Network> network;
    std::shared_ptr<const hardware::Accelerator> accelerator;
    kapla::NodeRunOptions options;
};

/// Schedules whole networks on accelerators of many nodes: the newest request wins. app/gui/local_node_scheduler
/// implements it on a thread of its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a
/// request that was replaced since may still be on its way: compare the id. Every schedule told was accepted by
/// kapla::verify().
class NodeScheduler : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    using Answer = std::shared_ptr<const kapla::NodeRun>;

    /// Stops the request before, of which nothing is heard any more, and begins this one.
    virtual NodesId request(const NodesQuestion& question) = 0;
    /// Stops the request at work; the best schedule found up to then is its answer.
    virtual void cancel() = 0;
    /// One more, for searches beside those of this one; `parent` owns it.
    virtual NodeScheduler* another(QObject* parent) const = 0;

Q_SIGNALS:
    void progressed(nestloom::ui::NodesId id, const nestloom::Progress& progress); // at most every 50 ms; energy in pJ
    void answered(nestloom::ui::NodesId id,
                  const nestloom::ui::NodeScheduler::Answer& answer); // the last word; never null
    void failed(nestloom::ui::NodesId id, const QString& message);    // one sentence; the last word
};

} // namespace nestloom::ui
