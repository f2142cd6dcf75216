// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/simulation_job.h"

namespace nestloom::jobs {

/// Finds several mappings of one layer and simulates one after the other: the question's own, those that CoSA finds
/// with other objectives and seeds, and the same mapping with loops in other orders. A request stops the one before it;
/// nothing of that is heard any more. Thread rule: as SimulationJob.
class CandidatesJob : public QObject {
    Q_OBJECT
public:
    explicit CandidatesJob(QObject* parent = nullptr);
    ~CandidatesJob() override;

    SimulationId request(const simulation::Question& question, int count);
    void stop(); // without another word

Q_SIGNALS:
    void compared(nestloom::jobs::SimulationId id, const std::vector<nestloom::simulation::Candidate>& candidates);
    void ended(nestloom::jobs::SimulationId id, const QString& problem); // one sentence, or empty

private:
    class Work;
    friend class Work;

    SimulationId m_newest = 0; // 0 = none is wanted
    SimulationId m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
