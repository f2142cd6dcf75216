// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_history.h"

#include <algorithm>

namespace nestloom::ui {

/// A history in memory, which says what it was asked for.
class FakeRunHistory : public RunHistory {
public:
    const std::vector<RunSummary>& rows() const override { return m_rows; }
    const std::vector<RunSummary>& bin() const override { return m_bin; }

    void setMarks(const std::vector<std::pair<RunId, RunMarks>>& marks) override
    {
        ++edits;
        for (const auto& [run, mark] : marks)
            for (RunSummary& row : m_rows)
                if (row.id == run)
                    row.marks = mark;
        Q_EMIT changed();
    }
    void moveToBin(const std::vector<RunId>& runs) override { move(m_rows, m_bin, runs); }
    void restore(const std::vector<RunId>& runs) override { move(m_bin, m_rows, runs); }
    void emptyBin() override
    {
        m_bin.clear();
        Q_EMIT changed();
    }
    void runAgain(RunId run) override { startedAgainFor.push_back(run); }
    void writeReport(const ReportRequest& request, const QString& path) override
    {
        reports.push_back(request.runs);
        reportedSweeps.push_back(request.sweep);
        reportedFront = request.front;
        Q_EMIT reportWritten(path);
    }

    void setRows(std::vector<RunSummary> rows)
    {
        m_rows = std::move(rows);
        Q_EMIT changed();
    }

    int edits = 0;
    std::vector<RunId> startedAgainFor;
    std::vector<std::vector<RunId>> reports;
    std::vector<qint64> reportedSweeps; // 0 for reports of runs
    explore::FrontSearch reportedFront;

private:
    void move(std::vector<RunSummary>& from, std::vector<RunSummary>& to, const std::vector<RunId>& runs)
    {
        const auto isMeant = [&runs](const RunSummary& row) {
            return std::find(runs.begin(), runs.end(), row.id) != runs.end();
        };
        std::copy_if(from.begin(), from.end(), std::back_inserter(to), isMeant);
        std::erase_if(from, isMeant);
        std::sort(to.begin(), to.end(), [](const RunSummary& a, const RunSummary& b) { return a.id > b.id; });
        Q_EMIT changed();
    }

    std::vector<RunSummary> m_rows;
    std::vector<RunSummary> m_bin;
};

} // namespace nestloom::ui
