// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/nodes_job.h"
#include "ui/ports/node_scheduler.h"

namespace nestloom::app {

/// Schedules of networks on nodes on this computer. Thread rule: lives on the GUI thread; the destructor waits for the
/// search at work.
class LocalNodeScheduler final : public ui::NodeScheduler {
    Q_OBJECT
public:
    explicit LocalNodeScheduler(QObject* parent = nullptr);

    ui::NodesId request(const ui::NodesQuestion& question) override
    {
        return m_job.request({question.network, question.accelerator, question.options});
    }
    void cancel() override { m_job.stop(); }
    ui::NodeScheduler* another(QObject* parent) const override { return new LocalNodeScheduler(parent); }

private:
    jobs::NodesJob m_job;
};

} // namespace nestloom::app
