// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/simulation/simulation_question.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace nestloom::jobs {

using SimulationId = quint64; // 1, 2, ...; the newest is the one that counts

/// Simulates layers on a thread of its own. A request stops the one before it; nothing of that is heard any more. What
/// was simulated lately is kept, so that going back to a layer or a choice costs nothing. Thread rule: every call and
/// every signal on the owner's thread; calls return at once, the destructor waits for the simulation at work to stop
/// (0.1 s).
class SimulationJob : public QObject {
    Q_OBJECT
public:
    using Running = std::shared_ptr<const simulation::RunningSimulation>;
    using Ended = std::shared_ptr<const simulation::EndedSimulation>;

    explicit SimulationJob(QObject* parent = nullptr);
    ~SimulationJob() override;

    SimulationId request(const simulation::Question& question);
    void stop(); // what was simulated so far is told

Q_SIGNALS:
    void progressed(nestloom::jobs::SimulationId id, const nestloom::jobs::SimulationJob::Running& running);
    void ended(nestloom::jobs::SimulationId id, const nestloom::jobs::SimulationJob::Ended& ended);
    void failed(nestloom::jobs::SimulationId id, const QString& message); // one sentence

private:
    struct Known { // of the worker's thread
        simulation::Question question;
        Ended answer;
    };
    void perform(SimulationId id, const simulation::Question& question, const std::stop_token& stop);
    void fail(SimulationId id, const Error& error);
    Ended known(const simulation::Question& question);
    void tell(SimulationId id, simulation::RunningSimulation running); // from the worker's thread

    class Looks;

    SimulationId m_newest = 0;
    std::atomic<bool> m_isLookUnderWay = false; // to the owner's thread
    std::vector<Known> m_known;                 // newest last
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
