// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/kapla/node_run.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

using NodesId = quint64; // 1, 2, ...; the newest is the one that counts

/// Schedules networks on the nodes of an accelerator. A request stops the one before it; nothing of that is heard any
/// more. Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for
/// the search at work to stop (0.5 s).
class NodesJob : public QObject {
    Q_OBJECT
public:
    using Answer = std::shared_ptr<const kapla::NodeRun>;
    struct Question {
        std::shared_ptr<const workload::Network> network;
        std::shared_ptr<const hardware::Accelerator> accelerator;
        kapla::NodeRunOptions options;
    };

    explicit NodesJob(QObject* parent = nullptr);
    ~NodesJob() override;

    NodesId request(const Question& question);
    void stop(); // the request at work answers with the best it has

Q_SIGNALS:
    void progressed(nestloom::jobs::NodesId id, const nestloom::Progress& progress); // at most every 50 ms
    void answered(nestloom::jobs::NodesId id, const nestloom::jobs::NodesJob::Answer& answer);
    void failed(nestloom::jobs::NodesId id, const QString& message); // one sentence

private:
    void perform(NodesId id, const Question& question, const std::stop_token& stop); // on the worker's thread
    void fail(NodesId id, const Error& error);                                       // from there

    NodesId m_newest = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
