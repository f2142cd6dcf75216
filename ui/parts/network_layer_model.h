// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "engine/workload/network.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// The layers of a network as loop bounds, with MACs and the size of the weights.
class NetworkLayerModel : public ColumnTable<workload::Layer> {
    Q_OBJECT
public:
    /// Name, Kind, then one column per loop dimension in the order of workload::kLoopDimensions.
    enum ColumnId {
        Name,
        Kind,
        FirstBound,
        LastBound = FirstBound + int(workload::kLoopDimensionCount) - 1,
        Stride,
        Macs,
        Weights,
        ColumnCount
    };

    explicit NetworkLayerModel(QObject* parent = nullptr);

    void setNetwork(const workload::Network& network) { setRows(network.layers); }
};

} // namespace nestloom::ui
