// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_tuning.h"

namespace nestloom::app {

LocalTuning::LocalTuning(QObject* parent) : ui::Tuning(parent)
{
    using jobs::TuningState;
    connect(&m_job, &jobs::TuningJob::layersFinished, this, &LocalTuning::layersMapped);
    connect(&m_job, &jobs::TuningJob::changed, this, [this](const TuningState& state) {
        if (state.end != TuningState::End::Running)
            Q_EMIT ended(state.id, QString::fromStdString(state.message));
    });
}

ui::TuningId LocalTuning::request(const ui::TuningRequest& request)
{
    return m_job.request({request.what.accelerator, request.what.network, request.layers, request.what.options});
}

} // namespace nestloom::app
