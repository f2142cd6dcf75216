// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"

#include <QObject>
#include <QString>

namespace nestloom::ui {

class ObjectiveProofs;

/// Where the newest request stands.
struct EngineComparerState {
    quint64 id = 0;
    schedule::Convergence all; // what there is so far
    bool ended = false;
    QString problem; // one sentence when it could not be done
};

/// Runs several engines on one layer and tells how their best values fall. The newest request wins.
/// app/gui/local_engine_comparer implements it on a thread of its own; tests use a fake. Lives on the GUI thread; no
/// call blocks. What is told of a request that was replaced or cancelled since may still be on its way: compare the id.
class EngineComparer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 request(const schedule::ConvergenceInputs& inputs) = 0; // its id; never reused, never 0
    virtual void cancel() = 0;                                              // whatever runs; what was told stays true

    /// Proves how far a run's mappings are from the best: ui/objective_proofs.h; null when this comparer cannot.
    virtual ObjectiveProofs* proofs() { return nullptr; }

Q_SIGNALS:
    void changed(const nestloom::ui::EngineComparerState& state); // at most every 50 ms, and at the end
};

} // namespace nestloom::ui
