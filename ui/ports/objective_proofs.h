// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/objective_report.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// Results of a run, and what they were made for.
struct ProofRequest {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;
    std::vector<schedule::LayerResult> results;
};

/// Where the newest request stands.
struct ProofState {
    quint64 id = 0;
    std::vector<schedule::ObjectiveReport> reports; // one for each result; empty ones for what is still to come
    std::size_t done = 0;
    bool ended = false;
    QString problem; // one sentence when it could not be done
};

/// Proves how far the mappings of a run are from the best that any mapping reaches, layer by layer; of latency also
/// whether energy is least among mappings as fast. The newest request wins. app/gui/local_objective_proofs implements
/// it on a thread of its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a request that
/// was replaced or cancelled since may still be on its way: compare the id.
class ObjectiveProofs : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 request(const ProofRequest& request) = 0; // its id; never reused, never 0
    virtual void cancel() = 0;                                // whatever runs; what was told stays true

Q_SIGNALS:
    void changed(const nestloom::ui::ProofState& state); // at most every 50 ms, and at the end
};

} // namespace nestloom::ui
