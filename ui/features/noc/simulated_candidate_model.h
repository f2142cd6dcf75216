// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_simulation.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// Mappings of the layer that were simulated one after the other.
class SimulatedCandidateModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Mapping, Simulated, Against, Analytical, ColumnCount };

    explicit SimulatedCandidateModel(ShownSimulation& shown, QObject* parent = nullptr);

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    void refresh();
    QString origin(int row) const;

    ShownSimulation& m_shown;
    ShownSimulation::Candidates m_rows;
};

} // namespace nestloom::ui
