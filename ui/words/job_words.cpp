// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/job_words.h"

#include "ui/style/format.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {
class JobWords {
    Q_DECLARE_TR_FUNCTIONS(JobWords)
};
} // namespace

QString doneText(const JobState& job)
{
    const QString done =
        (job.kind == JobState::Kind::Sweep ? JobWords::tr("%1/%2 points") : JobWords::tr("%1/%2 layers"))
            .arg(job.layersDone - job.layersFailed)
            .arg(job.layerCount);
    return job.layersFailed == 0 ? done : JobWords::tr("%1, %2 failed").arg(done).arg(job.layersFailed);
}

QString incumbentText(const JobState& job)
{
    const int solved = job.layersDone - job.layersFailed;
    const QString cycles = format::cycles(job.incumbentCycles);
    if (job.end == JobState::End::Running || solved == job.layerCount)
        return cycles;
    return solved == 0 ? JobWords::tr("no layer mapped")
                       : JobWords::tr("%1 in %2 of %3 layers").arg(cycles).arg(solved).arg(job.layerCount);
}

} // namespace nestloom::ui
