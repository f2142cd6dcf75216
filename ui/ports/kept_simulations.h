// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"
#include "ui/ports/session.h"

#include <QDateTime>

namespace nestloom::ui {

/// A layer of a stored run.
struct StoredLayer {
    RunId run = 0;
    std::size_t layer = 0; // into the network's layers
    friend bool operator==(const StoredLayer&, const StoredLayer&) = default;
};

/// A simulation that was stored with a run, in short.
struct KeptSimulation {
    StoredLayer of;
    simulation::Choices choices;  // the DRAM by name, never empty
    bool isOfShownMapping = true; // of the mapping that was asked about
    QDateTime simulatedAt;        // UTC
    QString engineVersion;
    Cycles analytical{}, simulated{};
    bool hasTrace = true; // traces that are too large are left out
    qint64 bytes = 0;     // on disk
};

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
    /// Stores a finished simulation; an older one of the same question makes way. Answered by kept or failed.
    virtual void keep(const StoredLayer& layer, const simulation::Question& question,
                      const SimulationAnswer& ended) = 0;

Q_SIGNALS:
    void found(quint64 id, const nestloom::ui::KeptSimulation& kept, const nestloom::ui::SimulationAnswer& ended);
    /// There is none, or it cannot be read any more; `others` are those of the layer with other choices, the newest
    /// first.
    void missing(quint64 id, const std::vector<nestloom::ui::KeptSimulation>& others);
    void kept(const nestloom::ui::KeptSimulation& kept);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
