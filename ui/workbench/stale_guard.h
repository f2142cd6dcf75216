// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

/// Newest request wins: results of any other job or run than the one asked for last are refused.
class StaleGuard {
public:
    void expectJob(JobId job)
    {
        m_job = job;
        m_run = 0;
    }
    void expectRun(RunId run)
    {
        m_job = 0;
        m_run = run;
    }
    bool accepts(JobId job, RunId run) const { return (m_job != 0 && job == m_job) || (m_run != 0 && run == m_run); }

private:
    JobId m_job = 0;
    RunId m_run = 0;
};

} // namespace nestloom::ui
