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
    const std::vector<NodeRunSummary>& rows() const override { return m_rows; }
    void refresh() override { Q_EMIT changed(); }
    void keep(const NodesQuestion& question, const NodesAnswer& run) override
    {
        NodeRunSummary row;
        row.id = ++m_last;
        row.keptAt = std::chrono::sys_days(std::chrono::year(2026) / 2 / 3) + std::chrono::minutes(4 * 60 + 5);
        row.networkName = question.network->name;
        row.acceleratorName = question.accelerator->name;
        row.options = question.options;
        row.energy = kapla::nodeEnergy(*run);
        row.cycles = {run->schedule->cycles};
        row.layerCount = int(run->graph.network.layers.size());
        row.segmentCount = int(run->schedule->segments.size());
        for (const auto& segment : run->schedule->segments)
            row.longestSegment = std::max(row.longestSegment, int(segment.layers.size()));
        row.searchMs = run->cpuMs;
        row.evaluated = run->evaluated;
        row.engineVersion = "1.0";
        runs[row.id] = {row, question, run};
        m_rows.insert(m_rows.begin(), row);
        Q_EMIT changed();
        Q_EMIT kept(row.id);
    }
    void open(NodeRunId run) override { Q_EMIT opened(runs.at(run)); }
    void remove(const std::vector<NodeRunId>& ids) override
    {
        for (const NodeRunId id : ids)
            std::erase_if(m_rows, [id](const NodeRunSummary& row) { return row.id == id; });
        Q_EMIT changed();
    }
    void write(NodeRunId run) override
    {
        Q_EMIT written(run, QByteArray("{\"run\": ") + QByteArray::number(run) + "}\n");
    }

    std::map<NodeRunId, OpenedNodeRun> runs;

private:
    std::vector<NodeRunSummary> m_rows;
    NodeRunId m_last = 0;
};

} // namespace nestloom::ui
