// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_tiled_scheduler.h"

#include "engine/io/trace_json.h"

namespace nestloom::app {

LocalTiledScheduler::LocalTiledScheduler(QObject* parent) : ui::TiledScheduler(parent)
{
    connect(&m_job, &jobs::TilesJob::answered, this, &LocalTiledScheduler::answered);
    connect(&m_job, &jobs::TilesJob::detailed, this, &LocalTiledScheduler::detailed);
    connect(&m_job, &jobs::TilesJob::tilingsFound, this, &LocalTiledScheduler::tilingsFound);
    connect(&m_job, &jobs::TilesJob::finished, this, &LocalTiledScheduler::finished);
    connect(&m_job, &jobs::TilesJob::failed, this, &LocalTiledScheduler::failed);
    connect(&m_comparison, &jobs::ComparisonJob::compared, this, &LocalTiledScheduler::compared);
}

QByteArray LocalTiledScheduler::traceJson(const trace::Trace& trace) const
{
    return QByteArray::fromStdString(io::traceJson(trace));
}

} // namespace nestloom::app
