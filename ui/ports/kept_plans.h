// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/cosma/planner.h"
#include "engine/workload/network.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace nestloom::ui {

using KeptPlanId = qint64; // key of a kept plan; 0 = none

/// A line of the list of kept memory plans.
struct KeptPlanRow {
    KeptPlanId id = 0;
    QDateTime keptAt; // UTC
    QString networkName;
    bool parameters = true, fused = false; // see cosma::PlanQuestion
    schedule::cosma::Order order = schedule::cosma::Order::Free;
    QString method; // "search" or "ilp"
    Bytes scratchpad{};
    Bytes traffic{};                     // beyond the compulsory
    Bytes bound{};                       // proven: no plan has less
    std::optional<Bytes> bestBaseline{}; // traffic of the best scheme without planning
    QString engineVersion;
    QString acceleratorName; // whose buffer the scratchpad is; empty = of none
    QString title;           // given by the user; empty = none
    QStringList tags;        // words, sorted
    bool isProven() const { return traffic == bound; }
    friend bool operator==(const KeptPlanRow&, const KeptPlanRow&) = default;
};

/// A kept plan as it was kept, verified once more.
struct OpenedPlan {
    KeptPlanRow row;
    workload::Network network;          // unfused, with parameters
    schedule::cosma::PlanAnswer answer; // ended; its question is about the network's graph
};

/// Memory plans that were kept, in the window's store and from the command line. app/gui/local_kept_plans implements it
/// with the store; tests use a fake. Lives on the GUI thread; no call blocks.
class KeptPlans : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const std::vector<KeptPlanRow>& rows() const = 0; // newest first
    virtual void refresh() = 0;                               // reads the list again
    /// Answered by kept or failed. `network` is what `answer` is a plan of; the accelerator is the one whose buffer the
    /// scratchpad is, or empty.
    virtual void keep(const workload::Network& network, const schedule::cosma::PlanAnswer& answer,
                      const QString& acceleratorName) = 0;
    virtual void open(KeptPlanId plan) = 0; // answered by opened or failed
    virtual void remove(const std::vector<KeptPlanId>& plans) = 0;
    virtual void setMarks(KeptPlanId plan, const QString& title, const QStringList& tags) = 0;
    /// Order, residencies and addresses as JSON: answered by written or failed.
    virtual void write(KeptPlanId plan) = 0;

Q_SIGNALS:
    void changed(); // rows() differ
    void kept(nestloom::ui::KeptPlanId plan);
    void opened(const nestloom::ui::OpenedPlan& plan);
    void written(nestloom::ui::KeptPlanId plan, const QByteArray& json);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
