// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/simulation/simulation_question.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace nestloom::ui {

using SimulationId = quint64; // never reused within a session; 0 = none

/// Simulates layers cycle by cycle: the newest request wins. app/gui/local_layer_simulator implements it on threads of
/// its own; tests use a fake. Lives on the GUI thread; no call blocks. What is told of a request that was replaced or
/// cancelled since may still be on its way: compare the id.
class LayerSimulator : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    using Running = std::shared_ptr<const simulation::RunningSimulation>;
    using Ended = std::shared_ptr<const simulation::EndedSimulation>;

    /// Stops the request before and begins this one.
    virtual SimulationId simulate(const simulation::Question& question) = 0;
    /// Ends what runs; if it has begun, what was simulated so far is told as ended, with LayerSimulation::run
    /// unfinished.
    virtual void cancel() = 0;

    /// Looks for `count` mappings of the layer, the question's first, and simulates one after the other.
    virtual SimulationId simulateBest(const simulation::Question& question, int count) = 0;
    virtual void cancelBest() = 0; // without another word

    /// A trace in Chrome's format, which Perfetto opens.
    virtual QByteArray traceJson(const trace::Trace& trace) const = 0;

Q_SIGNALS:
    void progressed(nestloom::ui::SimulationId id, const nestloom::ui::LayerSimulator::Running& running); // every 50 ms
    void ended(nestloom::ui::SimulationId id, const nestloom::ui::LayerSimulator::Ended& ended);
    void failed(nestloom::ui::SimulationId id, const QString& message); // one sentence; the last word
    /// All candidates so far, in the order in which they were found; after each one.
    void compared(nestloom::ui::SimulationId id, const std::vector<nestloom::simulation::Candidate>& candidates);
    void comparisonEnded(nestloom::ui::SimulationId id, const QString& problem); // one sentence, or empty
};

} // namespace nestloom::ui
