// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_layer_simulator.h"

#include "engine/io/trace_json.h"

namespace nestloom::app {

LocalLayerSimulator::LocalLayerSimulator(QObject* parent) : ui::LayerSimulator(parent)
{
    connect(&m_job, &jobs::SimulationJob::progressed, this, &LocalLayerSimulator::progressed);
    connect(&m_job, &jobs::SimulationJob::ended, this, &LocalLayerSimulator::ended);
    connect(&m_job, &jobs::SimulationJob::failed, this, &LocalLayerSimulator::failed);
    connect(&m_candidates, &jobs::CandidatesJob::compared, this, &LocalLayerSimulator::compared);
    connect(&m_candidates, &jobs::CandidatesJob::ended, this, &LocalLayerSimulator::comparisonEnded);
}

QByteArray LocalLayerSimulator::traceJson(const trace::Trace& trace) const
{
    return QByteArray::fromStdString(io::traceJson(trace));
}

} // namespace nestloom::app
