// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/widgets/table_model.h"
#include "ui/words/buffer_use.h"

namespace nestloom::ui {

/// Traffic and energy of one layer: a row per level and kept tensor, all used instances of the level together.
class BufferUseModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Level, Tensor, Tile, Reads, Fills, Updates, Energy, EnergyShare, ColumnCount };

    using TableModel::TableModel;

    /// Empty when the result has no mapping or no cost.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result);
    void clear();

    std::size_t levelOf(int row) const { return m_rows[std::size_t(row)].at; } // index into the accelerator's levels

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    struct Row {
        std::size_t at = 0;
        QString level;
        TensorUse tile;
        cost::TensorAccesses accesses;
        Bits elementBits{};
        double energyShare = 0; // of the whole layer, MACs included
    };
    double elements(const Row& row, int column) const; // of one instance
    double bytes(const Row& row, int column) const;    // of all used instances

    std::vector<Row> m_rows;
};

} // namespace nestloom::ui
