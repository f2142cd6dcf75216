// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/convergence.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

/// What there is of the newest request.
struct ConvergenceState {
    quint64 id = 0;
    schedule::Convergence all;
    bool ended = false;
    std::string problem; // one sentence when it failed
};

/// Runs several engines on one layer, one after the other. A request stops the one before it. Thread rule: every call
/// and every signal on the owner's thread; calls return at once, the destructor waits for the search at work to stop
/// (0.1 s).
class ConvergenceJob : public QObject {
    Q_OBJECT
public:
    explicit ConvergenceJob(QObject* parent = nullptr);
    ~ConvergenceJob() override;

    quint64 request(const schedule::ConvergenceInputs& inputs); // its id: 1, 2, ...
    void stop();                                                // without another word

Q_SIGNALS:
    void changed(const nestloom::jobs::ConvergenceState& state); // at most every 50 ms, and at the end

private:
    void perform(quint64 id, const schedule::ConvergenceInputs& inputs, const std::stop_token& stop);
    void tell(ConvergenceState state); // from the worker's thread

    quint64 m_newest = 0; // 0 = none is wanted
    quint64 m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
