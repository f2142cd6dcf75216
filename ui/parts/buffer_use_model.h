// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/widgets/column_table.h"
#include "ui/words/buffer_use.h"

namespace nestloom::ui {

/// One tensor in one level, or leakage of a level, or the MAC units.
struct BufferUse {
    std::size_t at = 0; // of the level, in the accelerator; of the MAC units one more than the last
    bool isTensor = true;
    QString level;
    TensorUse tile;
    cost::TensorAccesses accesses;
    Bits elementBits{};
    double energyShare = 0; // of the whole layer, MACs included
};

/// Traffic and energy of one layer: a row per level and kept tensor, all used instances of the level together.
class BufferUseModel : public ColumnTable<BufferUse> {
    Q_OBJECT
public:
    enum ColumnId { Level, Tensor, Tile, Reads, Fills, Updates, Energy, EnergyShare, ColumnCount };

    explicit BufferUseModel(QObject* parent = nullptr);

    /// Empty when the result has no mapping or no cost.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result);

private:
    Field moved(const QString& title, const QString& toolTip, double cost::TensorAccesses::*elements) const;
};

} // namespace nestloom::ui
