// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_engine_comparer.h"

namespace nestloom::app {

LocalEngineComparer::LocalEngineComparer(QObject* parent) : ui::EngineComparer(parent)
{
    connect(&m_job, &jobs::ConvergenceJob::changed, this, [this](const jobs::ConvergenceState& state) {
        Q_EMIT changed({state.id, state.all, state.ended, QString::fromStdString(state.problem)});
    });
}

} // namespace nestloom::app
