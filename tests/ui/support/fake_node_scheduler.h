// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/node_scheduler.h"

#include <map>

namespace nestloom::ui {

/// Schedules nothing by itself: the test says what comes back, and when. answerNow() asks the real engine.
class FakeNodeScheduler : public NodeScheduler {
    Q_OBJECT
public:
    NodesId request(const NodesQuestion& question) override
    {
        requests[++last] = question;
        return last;
    }
    void cancel() override { ++cancels; }
    NodeScheduler* another(QObject* parent) const override
    {
        auto* made = new FakeNodeScheduler;
        made->setParent(parent);
        others.push_back(made);
        return made;
    }

    void tell(NodesId id, const Progress& progress) { Q_EMIT progressed(id, progress); }
    void tell(NodesId id, kapla::NodeRun run)
    {
        Q_EMIT answered(id, std::make_shared<const kapla::NodeRun>(std::move(run)));
    }
    void fail(NodesId id, const QString& message) { Q_EMIT failed(id, message); }
    /// What the real one answers.
    void answerNow(NodesId id)
    {
        const NodesQuestion& question = requests.at(id);
        const auto run = kapla::scheduleOnNodes(*question.accelerator, *question.network, question.options);
        if (run)
            tell(id, *run);
        else
            fail(id, QString::fromStdString(run.error().text()));
    }

    std::map<NodesId, NodesQuestion> requests;
    NodesId last = 0;
    int cancels = 0;
    mutable std::vector<FakeNodeScheduler*> others; // owned by their parents
};

} // namespace nestloom::ui
