// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/front.h"
#include "ui/ports/session.h"

#include <utility>

namespace nestloom::ui {

/// What a report is about: one run, two to four that are compared with the first, or a sweep.
struct ReportRequest {
    std::vector<RunId> runs;
    RunId baseline = 0;           // of a report of one run: every number says how it differs; 0 = none
    qint64 sweep = 0;             // a stored sweep, instead of runs
    explore::FrontSearch front{}; // of a sweep: the figures that points are compared by, and limits; none = the usual
};

/// The stored runs as the runs browser needs them. Lives on the GUI thread; no call blocks. Changes are seen in rows()
/// at once and stored in the background; what could not be stored is told by failed() and taken back.
class RunHistory : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const std::vector<RunSummary>& rows() const = 0; // newest first, without the bin
    virtual const std::vector<RunSummary>& bin() const = 0;  // deleted runs that can be restored, the last one first

    virtual void setMarks(const std::vector<std::pair<RunId, RunMarks>>& marks) = 0;
    virtual void moveToBin(const std::vector<RunId>& runs) = 0; // ended runs only
    virtual void restore(const std::vector<RunId>& runs) = 0;
    virtual void emptyBin() = 0; // for good
    /// Starts a job with the stored inputs of a run: texts, options and seed. Answered by startedAgain or failed.
    virtual void runAgain(RunId run) = 0;
    /// HTML, PDF when the path ends in .pdf, or when it ends in .json all that is stored of one run. Answered by
    /// reportWritten or failed.
    virtual void writeReport(const ReportRequest& request, const QString& path) = 0;

Q_SIGNALS:
    void changed();
    void startedAgain(nestloom::ui::JobId job, const nestloom::ui::ScheduleRequest& request);
    void reportWritten(const QString& path);
    void failed(const QString& message); // one sentence
};

} // namespace nestloom::ui
