// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network_import.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// What became of each node of an imported file.
class ImportReportModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Node, Type, Outcome, Reason, ColumnCount };

    using TableModel::TableModel;
    void setNodes(std::vector<workload::ImportedNode> nodes);

protected:
    int rows() const override { return static_cast<int>(m_nodes.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override; // nodes in the order of the network
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<workload::ImportedNode> m_nodes;
};

QString outcomeName(workload::NodeOutcome outcome);    // "mapped"
QString outcomeMeaning(workload::NodeOutcome outcome); // a sentence

} // namespace nestloom::ui
