// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/tuning_job.h"
#include "ui/ports/tuning.h"

namespace nestloom::app {

/// Tuning on this computer. Thread rule: lives on the GUI thread; the destructor waits for the layers at work to stop.
class LocalTuning final : public ui::Tuning {
    Q_OBJECT
public:
    explicit LocalTuning(QObject* parent = nullptr);

    ui::TuningId request(const ui::TuningRequest& request) override;
    void cancel() override { m_job.stop(); }
    void learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers) override
    {
        m_job.learn(network, layers);
    }

private:
    jobs::TuningJob m_job;
};

} // namespace nestloom::app
