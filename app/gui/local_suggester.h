// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/suggest_job.h"
#include "ui/ports/suggester.h"

namespace nestloom::app {

/// Suggestions on this computer. Thread rule: lives on the GUI thread; the destructor waits for the layers at work.
class LocalSuggester final : public ui::Suggester {
    Q_OBJECT
public:
    explicit LocalSuggester(QObject* parent = nullptr);

    quint64 request(const explore::SuggestInputs& inputs) override { return m_job.request(inputs); }
    void cancel() override { m_job.stop(); }

private:
    jobs::SuggestJob m_job;
};

} // namespace nestloom::app
