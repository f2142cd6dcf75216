// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/table_model.h"
#include "ui/nodes/shown_nodes.h"

namespace nestloom::ui {

/// The engines that answered the question: what they found, how long they searched, and what KAPLA left out on the way
/// (tables IV and VI of its paper).
class NodeRunModel : public TableModel {
    Q_OBJECT
public:
    explicit NodeRunModel(ShownNodes& nodes, QObject* parent = nullptr);

protected:
    int rows() const override { return int(m_runs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum : int { Engine, Energy, Latency, Over, Time, Counted, Segments, Schemes, Valid, Pareto, Solved, ColumnCount };
    std::optional<double> number(int row, int column) const;

    ShownNodes& m_nodes;
    std::vector<ShownNodes::Kept> m_runs;
};

} // namespace nestloom::ui
