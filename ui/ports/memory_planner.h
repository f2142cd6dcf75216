// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/cosma/planner.h"

#include <QObject>
#include <QString>

namespace nestloom::ui {

class KeptPlans; // ui/kept_plans.h

using MemoryPlanId = quint64; // never reused within a session; 0 = none

/// Plans the scratchpad of an operator graph: the newest request wins. app/gui/local_memory_planner implements it on a
/// thread of its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a request that was
/// replaced or cancelled since may still be on its way: compare the id. Every plan told was accepted by
/// memory::verify().
class MemoryPlanner : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Stops the request before and begins this one. With a curve, the budget curve of the question is filled after the
    /// answer; what is known of it from earlier requests is kept.
    virtual MemoryPlanId request(const schedule::cosma::PlanQuestion& question, bool withCurve) = 0;
    virtual void cancel() = 0; // whatever runs

    /// Plans that were kept; null when this planner keeps none.
    virtual KeptPlans* keptPlans() { return nullptr; }

Q_SIGNALS:
    /// The first plan, every better one, and the last word (`ended`).
    void planned(nestloom::ui::MemoryPlanId id, const nestloom::schedule::cosma::PlanAnswer& answer);
    /// What is known of the curve, at most every 50 ms and at the end (`ended`).
    void curveChanged(nestloom::ui::MemoryPlanId id, const nestloom::schedule::cosma::CurveAnswer& curve);
    void failed(nestloom::ui::MemoryPlanId id, const QString& message); // one sentence; the last word
};

} // namespace nestloom::ui
