// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/network_layer_model.h"

#include "ui/style/format.h"

namespace nestloom::ui {

using workload::Layer;
using workload::LoopDimension;

namespace {

LoopDimension dimensionOf(int column)
{
    return workload::kLoopDimensions[std::size_t(column - NetworkLayerModel::FirstBound)];
}

bool isBound(int column) { return column >= NetworkLayerModel::FirstBound && column <= NetworkLayerModel::LastBound; }

} // namespace

const std::vector<TableModel::Column>& NetworkLayerModel::columns() const
{
    using enum TableModel::Kind;
    static const std::vector<Column> table{
        {tr("Layer"), Text, tr("Layer, in network order")},
        {tr("Kind"), Text, {}},
        {QStringLiteral("R"), Number, tr("R: filter height, goes with P")},
        {QStringLiteral("S"), Number, tr("S: filter width, goes with Q")},
        {QStringLiteral("P"), Number, tr("P: output height")},
        {QStringLiteral("Q"), Number, tr("Q: output width")},
        {QStringLiteral("C"), Number, tr("C: input channels of one group")},
        {QStringLiteral("K"), Number, tr("K: output channels of one group")},
        {QStringLiteral("N"), Number, tr("N: batch")},
        {QStringLiteral("G"), Number, tr("G: groups")},
        {tr("Stride"), Number, tr("Stride along P x Q")},
        {tr("MACs"), Number, tr("Multiply-accumulate operations: the product of all bounds")},
        {tr("Weights"), Number, tr("Bytes of all weights of the layer"), tr("B")},
    };
    return table;
}

void NetworkLayerModel::setNetwork(const workload::Network& network)
{
    beginResetModel();
    m_network = network;
    endResetModel();
}

void NetworkLayerModel::setWeightBits(Bits bits)
{
    m_weightBits = bits;
    if (rows() > 0)
        Q_EMIT dataChanged(index(0, Weights), index(rows() - 1, Weights));
}

Bytes NetworkLayerModel::weightBytes(int row) const
{
    return bytesFor(m_weightBits * workload::elements(m_network.layers[std::size_t(row)], TensorRole::Weights));
}

QString NetworkLayerModel::text(int row, int column) const
{
    const Layer& layer = m_network.layers[std::size_t(row)];
    if (isBound(column))
        return format::integer(layer.bounds[dimensionOf(column)]);
    switch (column) {
    case Name: return QString::fromStdString(layer.name);
    case Kind: {
        const std::string_view kind = workload::name(layer.kind);
        return QString::fromUtf8(kind.data(), qsizetype(kind.size()));
    }
    case Stride:
        return layer.strideP == layer.strideQ ? format::integer(layer.strideP)
                                              : QStringLiteral("%1 x %2").arg(layer.strideP).arg(layer.strideQ);
    case Macs: return format::si(double(workload::macs(layer)), QStringLiteral("MAC"));
    case Weights: return format::bytes(weightBytes(row));
    default: return {};
    }
}

QVariant NetworkLayerModel::sortValue(int row, int column) const
{
    return column == Name ? QVariant(row) : exportValue(row, column);
}

QVariant NetworkLayerModel::exportValue(int row, int column) const
{
    const Layer& layer = m_network.layers[std::size_t(row)];
    if (isBound(column))
        return qlonglong(layer.bounds[dimensionOf(column)]);
    switch (column) {
    case Macs: return qlonglong(workload::macs(layer));
    case Weights: return qlonglong(weightBytes(row).count);
    default: return text(row, column);
    }
}

QString NetworkLayerModel::toolTip(int row, int column) const
{
    const Layer& layer = m_network.layers[std::size_t(row)];
    switch (column) {
    case Name: return QString::fromStdString(workload::describeShape(layer));
    case Macs: return tr("%1 MACs").arg(format::integer(workload::macs(layer)));
    case Weights:
        return tr("%1 weights x %2 = %3")
            .arg(format::integer(workload::elements(layer, TensorRole::Weights)), format::exactBits(m_weightBits),
                 format::exactBytes(weightBytes(row)));
    default: return isBound(column) ? columns()[std::size_t(column)].toolTip : QString();
    }
}

} // namespace nestloom::ui
