// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_node_scheduler.h"

namespace nestloom::app {

LocalNodeScheduler::LocalNodeScheduler(QObject* parent) : ui::NodeScheduler(parent)
{
    connect(&m_job, &jobs::NodesJob::progressed, this, &LocalNodeScheduler::progressed);
    connect(&m_job, &jobs::NodesJob::answered, this, &LocalNodeScheduler::answered);
    connect(&m_job, &jobs::NodesJob::failed, this, &LocalNodeScheduler::failed);
}

} // namespace nestloom::app
