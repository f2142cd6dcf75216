// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/cosma/planner.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

using MemoryId = quint64; // 1, 2, ...; the newest is the one that counts

/// Plans the memory of operator graphs while the scratchpad's size moves. A request stops the one before it; nothing of
/// that is heard any more. When it is answered and a curve was asked for, the same thread fills the budget curve, so
/// that neither takes the other's time; what was found for it before is kept.
/// Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for the
/// search at work to stop (0.1 s).
class MemoryJob : public QObject {
    Q_OBJECT
public:
    explicit MemoryJob(QObject* parent = nullptr);
    ~MemoryJob() override;

    MemoryId request(const schedule::cosma::PlanQuestion& question, bool withCurve);
    void stop(); // without another word

Q_SIGNALS:
    void planned(nestloom::jobs::MemoryId id, const nestloom::schedule::cosma::PlanAnswer& answer);
    void curveChanged(nestloom::jobs::MemoryId id, const nestloom::schedule::cosma::CurveAnswer& curve);
    void failed(nestloom::jobs::MemoryId id, const QString& message); // one sentence

private:
    void perform(MemoryId id, const schedule::cosma::PlanQuestion& question, bool withCurve,
                 const std::stop_token& stop);
    void fail(MemoryId id, const Error& error); // from the worker's thread

    MemoryId m_newest = 0; // 0 = none is wanted
    MemoryId m_lastId = 0;
    schedule::cosma::Planner m_planner; // of the worker's thread
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
