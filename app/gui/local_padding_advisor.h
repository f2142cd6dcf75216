// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/padding_job.h"
#include "ui/ports/padding_advisor.h"

namespace nestloom::app {

/// Paddings on this computer. Thread rule: lives on the GUI thread; the destructor waits for the layers at work.
class LocalPaddingAdvisor final : public ui::PaddingAdvisor {
    Q_OBJECT
public:
    explicit LocalPaddingAdvisor(QObject* parent = nullptr);

    quint64 request(const explore::PaddingInputs& inputs) override { return m_job.request(inputs); }
    void cancel() override { m_job.stop(); }
    QString networkText(const workload::Network& network) const override;

private:
    jobs::PaddingJob m_job;
};

} // namespace nestloom::app
