// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/simulation.h"
#include "ui/ports/askers.h"
#include "ui/ports/session.h"

namespace nestloom::ui {

/// A layer of a stored run.
struct StoredLayer {
    RunId run = 0;
    std::size_t layer = 0; // into the network's layers
    friend bool operator==(const StoredLayer&, const StoredLayer&) = default;
};

using records::SimulationSummary;

/// Simulations that are stored with the runs. app/gui/local_kept_simulations implements it with the store; tests use a
/// fake. Lives on the GUI thread; no call blocks. What is told of a search that was replaced since may still be on its
/// way: compare the id.
class KeptSimulations : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    using FindId = quint64; // never reused within a session; 0 = none

    /// Looks for the simulation of this layer under the question's mapping and choices: answered by found or missing.
    /// The newest search wins.
    virtual FindId find(const StoredLayer& layer, const simulation::Question& question) = 0;
    /// Stores a finished simulation; an older one of the same question makes way. Answered by kept or failed. Without
    /// the times of transactions it takes little room, and has no trace.
    virtual void keep(const StoredLayer& layer, const simulation::Question& question, const SimulationAnswer& ended,
                      bool withTimes = true) = 0;

Q_SIGNALS:
    void found(quint64 id, const nestloom::ui::SimulationSummary& kept, const nestloom::ui::SimulationAnswer& ended);
    /// There is none, or it cannot be read any more; `other` is the newest of this layer and mapping with other
    /// choices.
    void missing(quint64 id, const std::optional<nestloom::ui::SimulationSummary>& other);
    void kept(const nestloom::ui::SimulationSummary& kept);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
