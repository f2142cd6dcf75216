// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_node_runs.h"

#include <algorithm>
#include <map>

namespace nestloom::ui {

/// Keeps schedules in memory and answers at once.
class FakeKeptNodeRuns : public KeptNodeRuns {
    Q_OBJECT
public:
    const std::vector<KeptNodeRunRow>& rows() const override { return m_rows; }
    void refresh() override { Q_EMIT changed(); }
    void keep(const NodesQuestion& question, const NodesAnswer& run) override
    {
        KeptNodeRunRow row;
        row.id = ++m_last;
        row.keptAt = QDateTime(QDate(2026, 2, 3), QTime(4, 5), Qt::UTC);
        row.networkName = QString::fromStdString(question.network->name);
        row.acceleratorName = QString::fromStdString(question.accelerator->name);
        row.options = question.options;
        row.energy = kapla::nodeEnergy(*run);
        row.cycles = {run->schedule->cycles};
        row.layerCount = int(run->graph.network.layers.size());
        row.segmentCount = int(run->schedule->segments.size());
        for (const auto& segment : run->schedule->segments)
            row.longestSegment = std::max(row.longestSegment, int(segment.layers.size()));
        row.searchMs = run->cpuMs;
        row.evaluated = run->evaluated;
        row.engineVersion = QStringLiteral("1.0");
        runs[row.id] = {row, question, run};
        m_rows.insert(m_rows.begin(), row);
        Q_EMIT changed();
        Q_EMIT kept(row.id);
    }
    void open(KeptNodeRunId run) override { Q_EMIT opened(runs.at(run)); }
    void remove(const std::vector<KeptNodeRunId>& ids) override
    {
        for (const KeptNodeRunId id : ids)
            std::erase_if(m_rows, [id](const KeptNodeRunRow& row) { return row.id == id; });
        Q_EMIT changed();
    }
    void write(KeptNodeRunId run) override
    {
        Q_EMIT written(run, QByteArray("{\"run\": ") + QByteArray::number(run) + "}\n");
    }

    std::map<KeptNodeRunId, OpenedNodeRun> runs;

private:
    std::vector<KeptNodeRunRow> m_rows;
    KeptNodeRunId m_last = 0;
};

} // namespace nestloom::ui
