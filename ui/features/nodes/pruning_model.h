// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// What KAPLA left out on the way, stage by stage (table VI of its paper): of the shown run, or of KAPLA's answer to
/// the same question.
class PruningModel : public TableModel {
    Q_OBJECT
public:
    explicit PruningModel(ShownNodes& nodes, QObject* parent = nullptr);

protected:
    int rows() const override { return int(m_stages.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override { return sortValue(row, column); }
    QString toolTip(int row, int column) const override;

private:
    enum : int { Name, Left, Part, ColumnCount };
    struct Stage {
        QString name, meaning;
        std::int64_t left = 0;
        std::int64_t of = 0; // of how many; 0 = not a part of the stage before
    };
    void take();

    ShownNodes& m_nodes;
    std::vector<Stage> m_stages;
};

} // namespace nestloom::ui
