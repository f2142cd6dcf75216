// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// Every link of a mesh with what it carries during the layer.
class LinkModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Link, Load, Traffic, Flits, Weights, Inputs, Outputs, ColumnCount };

    using TableModel::TableModel;

    void setMesh(const ShownMesh& mesh);
    void clear();
    noc::LinkId linkAt(int row) const { return m_rows[std::size_t(row)].link; }
    int rowOf(noc::LinkId link) const; // -1 = none

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    struct Row {
        noc::LinkId link = 0;
        QString name;
        double utilization = 0; // of the shown tensors
        double bytes = 0;
        double flits = 0;
        PerTensor<double> byTensor; // bytes
    };
    std::vector<Row> m_rows;
};

} // namespace nestloom::ui
