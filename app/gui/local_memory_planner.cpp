// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_memory_planner.h"

namespace nestloom::app {

LocalMemoryPlanner::LocalMemoryPlanner(ui::KeptPlans* kept, QObject* parent) : ui::MemoryPlanner(parent), m_kept(kept)
{
    connect(&m_job, &jobs::MemoryJob::planned, this, &LocalMemoryPlanner::planned);
    connect(&m_job, &jobs::MemoryJob::curveChanged, this, &LocalMemoryPlanner::curveChanged);
    connect(&m_job, &jobs::MemoryJob::failed, this, &LocalMemoryPlanner::failed);
}

} // namespace nestloom::app
