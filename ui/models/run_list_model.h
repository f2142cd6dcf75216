// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/table_model.h"
#include "ui/session.h"

namespace nestloom::ui {

/// The stored runs, newest first. A new list is merged into the old one, so that selections survive.
class RunListModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Number, Started, Accelerator, Network, Engine, Status, Layers, CycleCount, Energy, Utilization,
                   ColumnCount };

    using TableModel::TableModel;

    void setRuns(const std::vector<RunSummary>& runs);
    const std::vector<RunSummary>& runs() const { return m_runs; }
    /// Row of a run, or -1.
    int rowOf(RunId run) const;

protected:
    int rows() const override { return static_cast<int>(m_runs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<RunSummary> m_runs;
};

/// "running", "finished", ...
QString statusText(RunStatus status);

} // namespace nestloom::ui
