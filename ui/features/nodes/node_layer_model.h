// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The layers of a schedule on nodes in the order in which they run: where each runs, how it is cut, and what it costs.
class NodeLayerModel : public TableModel {
    Q_OBJECT
public:
    explicit NodeLayerModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {What, Blocking, Nodes, Partition}; }

protected:
    int rows() const override { return m_rows; }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    enum : int { Name, Segment, Nodes, CycleCount, Energy, Dram, Partition, Blocking, What, ColumnCount };
    const SegmentChain::Layer& layer(int row) const { return m_nodes.chain().layers[std::size_t(row)]; }
    double number(int row, int column) const;

    ShownNodes& m_nodes;
    int m_rows = 0;
};

} // namespace nestloom::ui
