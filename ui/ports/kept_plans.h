// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/memory_plan.h"
#include "engine/schedule/cosma/planner.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <vector>

namespace nestloom::ui {

using records::PlanId;
using records::PlanMarks;
using records::PlanSummary;

/// A kept plan as it was kept, verified once more.
struct OpenedPlan {
    PlanSummary summary;
    workload::Network network;          // unfused, with parameters
    schedule::cosma::PlanAnswer answer; // ended; its question is about the network's graph
};

/// Memory plans that were kept, in the window's store and from the command line. app/gui/local_kept_plans implements it
/// with the store; tests use a fake. Lives on the GUI thread; no call blocks.
class KeptPlans : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const std::vector<PlanSummary>& rows() const = 0; // newest first
    virtual void refresh() = 0;                               // reads the list again
    /// Answered by kept or failed. `network` is what `answer` is a plan of; the accelerator is the one whose buffer the
    /// scratchpad is, or empty.
    virtual void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer,
                      const QString& acceleratorName) = 0;
    virtual void open(PlanId plan) = 0; // answered by opened or failed
    virtual void remove(const std::vector<PlanId>& plans) = 0;
    virtual void setMarks(PlanId plan, const PlanMarks& marks) = 0;
    /// Order, residencies and addresses as JSON: answered by written or failed.
    virtual void write(PlanId plan) = 0;

Q_SIGNALS:
    void changed(); // rows() differ
    void kept(nestloom::records::PlanId plan);
    void opened(const nestloom::ui::OpenedPlan& plan);
    void written(nestloom::records::PlanId plan, const QByteArray& json);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
