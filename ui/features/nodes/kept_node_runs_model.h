// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_node_runs.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The kept schedules on nodes, newest first.
class KeptNodeRunsModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId {
        Run,
        Network,
        Accelerator,
        Engine,
        Energy,
        Latency,
        Batch,
        Work,
        Objective,
        Segments,
        Search,
        Kept,
        Version,
        ColumnCount
    };

    explicit KeptNodeRunsModel(const KeptNodeRuns& runs, QObject* parent = nullptr);

    const NodeRunSummary& runAt(int row) const { return m_rows[std::size_t(row)]; }
    int rowOf(NodeRunId run) const; // -1 = none

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override { return exportValue(row, column); }
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    const KeptNodeRuns& m_runs;
    std::vector<NodeRunSummary> m_rows;
};

} // namespace nestloom::ui
