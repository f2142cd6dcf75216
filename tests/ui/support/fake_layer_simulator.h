// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/trace_json.h"
#include "ui/ports/layer_simulator.h"

#include <map>

namespace nestloom::ui {

/// Simulates nothing by itself: the test says what comes back, and when. answerNow() asks the real engine.
class FakeLayerSimulator : public LayerSimulator {
    Q_OBJECT
public:
    SimulationId simulate(const simulation::Question& question) override
    {
        requests[++last] = question;
        return last;
    }
    void cancel() override { ++cancels; }
    SimulationId simulateBest(const simulation::Question& question, int count) override
    {
        askedToCompare = question;
        comparedCount = count;
        return ++lastComparison;
    }
    void cancelBest() override { ++cancelledComparisons; }
    QByteArray traceJson(const trace::Trace& trace) const override
    {
        return QByteArray::fromStdString(io::traceJson(trace));
    }

    void tell(SimulationId id, const Running& running) { Q_EMIT progressed(id, running); }
    void tell(SimulationId id, const Ended& answer) { Q_EMIT ended(id, answer); }
    void fail(SimulationId id, const QString& message) { Q_EMIT failed(id, message); }
    void tellCandidates(const std::vector<simulation::Candidate>& candidates)
    {
        Q_EMIT compared(lastComparison, candidates);
    }
    void endComparison(const QString& problem = {}) { Q_EMIT comparisonEnded(lastComparison, problem); }

    /// Runs the question; `mostCycles`: no further.
    static Ended simulated(const simulation::Question& question, noc::Cycle mostCycles = noc::kNever)
    {
        auto settings = *simulation::settingsFor(question.accelerator, question.choices);
        settings.countClasses = true;
        settings.maxCycles = mostCycles;
        auto layer = simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, {});
        if (!layer)
            qFatal("%s", layer.error().text().c_str());
        return std::make_shared<const simulation::EndedSimulation>(
            simulation::endedSimulation(std::move(*layer), question.layer.name));
    }
    void answerNow(SimulationId id) { tell(id, simulated(requests.at(id))); }
    /// What a run looks like on its way.
    void progressNow(SimulationId id, noc::Cycle cycles)
    {
        const Ended part = simulated(requests.at(id), cycles);
        tell(id, std::make_shared<const simulation::RunningSimulation>(simulation::RunningSimulation{
                     part->layer.traffic.mesh, part->layer.run.cycles, part->layer.traffic.list.size() / 3,
                     part->layer.traffic.list.size(), part->layer.run.windows, part->layer.dramWindows}));
    }

    std::map<SimulationId, simulation::Question> requests;
    SimulationId last = 0;
    int cancels = 0;
    simulation::Question askedToCompare;
    int comparedCount = 0;
    SimulationId lastComparison = 0;
    int cancelledComparisons = 0;
};

} // namespace nestloom::ui
