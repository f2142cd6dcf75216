// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/technology.h"
#include "ui/widgets/table_model.h"

#include <optional>
#include <vector>

namespace nestloom::ui {

/// What an accelerator's energies and areas are, and what they would be with a table: one row for each number.
class TechnologyEffectModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Number, Now, WithTable, Change };

    using TableModel::TableModel;
    void show(const hardware::Accelerator& accelerator, const hardware::Technology& technology);
    void clear();
    int changes() const; // rows that differ

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    struct Row {
        QString name;
        std::optional<double> now, with; // pJ or um2
        bool isArea = false;
        bool differs() const { return now != with; }
    };
    QString quantity(const Row& row, std::optional<double> value, bool isExact = false) const;

    std::vector<Row> m_rows;
};

} // namespace nestloom::ui
