// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/objective_report.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

/// Results of a run, and what they were made for.
struct ProofInputs {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;
    std::vector<schedule::LayerResult> results;
};

/// What there is of the newest request.
struct ProofState {
    quint64 id = 0;
    std::vector<schedule::ObjectiveReport> reports; // one for each result; empty ones for what is still to come
    std::size_t done = 0;
    bool ended = false;
    std::string problem; // one sentence when it failed
};

/// Proves how far results are from the best that any mapping reaches, layer by layer. A request stops the one before
/// it. Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for
/// the proof at work to stop (0.1 s).
class ProofJob : public QObject {
    Q_OBJECT
public:
    explicit ProofJob(QObject* parent = nullptr);
    ~ProofJob() override;

    quint64 request(const ProofInputs& inputs); // its id: 1, 2, ...
    void stop();                                // without another word

Q_SIGNALS:
    void changed(const nestloom::jobs::ProofState& state); // at most every 50 ms, and at the end

private:
    void perform(quint64 id, const ProofInputs& inputs, const std::stop_token& stop);
    void tell(ProofState state); // from the worker's thread

    quint64 m_newest = 0; // 0 = none is wanted
    quint64 m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
