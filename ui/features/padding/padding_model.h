// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/padding_advice.h"
#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// A layer as it is, and below it the same layer with paddings, the best first: what each costs and how that differs.
class PaddingModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Padding,
        ExtraMacs,
        CycleCount,
        CyclesDelta,
        Energy,
        EnergyDelta,
        Edp,
        EdpDelta,
        Utilization,
        BoundBy,
        ColumnCount
    };

    using TableModel::TableModel;
    void show(const explore::PaddingInputs& inputs, const explore::PaddingAdvice& advice);
    void clear();

    const explore::PaddingOutcome* outcome(int row) const; // null for the layer as it is
    int rowOf(const workload::Padding& padding) const;     // -1 = not there
    const explore::PaddingInputs& inputs() const { return m_inputs; }

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<TableModel::Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const schedule::LayerResult& result(int row) const;
    std::optional<double> number(int row, int column) const; // nothing for words, and without a cost
    ui::Delta deltaOf(int row, int column) const;
    QString reason(int row) const; // of a row without a cost

    explore::PaddingInputs m_inputs;
    explore::PaddingAdvice m_advice;
    std::vector<std::optional<std::size_t>> m_rows; // into m_advice.tried; nothing = as it is
};

/// "K 1000 → 1024", "P 13 → 14, Q 13 → 14".
QString paddingWords(const workload::Padding& padding);

} // namespace nestloom::ui
