// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The engines that answered the question: what they found and how long they searched, against the exhaustive search
/// (table IV of KAPLA's paper).
class NodeRunModel : public TableModel {
    Q_OBJECT
public:
    explicit NodeRunModel(ShownNodes& nodes, QObject* parent = nullptr);

    /// Columns to leave out first where there is no room.
    static QList<int> leastImportant() { return {Counted, Latency, Over, OverB}; }

protected:
    int rows() const override { return int(m_runs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum : int { Engine, Energy, Latency, Over, Time, OverB, Faster, Counted, ColumnCount };
    std::optional<double> number(int row, int column) const;
    const ShownNodes::Kept* exhaustive() const; // B of the paper; null without it

    ShownNodes& m_nodes;
    std::vector<ShownNodes::Kept> m_runs;
};

} // namespace nestloom::ui
