// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "engine/workload/network.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The layers of a network as loop bounds, with MACs and the size of the weights.
class NetworkLayerModel : public TableModel {
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

    using TableModel::TableModel;

    void setNetwork(const workload::Network& network);
    /// Width of one weight; the table shows weights in bytes. 8 bits unless told.
    void setWeightBits(Bits bits);

protected:
    int rows() const override { return static_cast<int>(m_network.layers.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    Bytes weightBytes(int row) const;

    workload::Network m_network;
    Bits m_weightBits{8};
};

} // namespace nestloom::ui
