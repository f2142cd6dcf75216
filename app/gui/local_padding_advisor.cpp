// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_padding_advisor.h"

#include "engine/io/read_network.h"

namespace nestloom::app {

LocalPaddingAdvisor::LocalPaddingAdvisor(QObject* parent) : ui::PaddingAdvisor(parent)
{
    connect(&m_job, &jobs::PaddingJob::changed, this, [this](const jobs::PaddingState& state) {
        Q_EMIT changed({state.id, state.advice, state.ended, QString::fromStdString(state.problem)});
    });
}

QString LocalPaddingAdvisor::networkText(const workload::Network& network) const
{
    return QString::fromStdString(io::writeNetwork(network));
}

} // namespace nestloom::app
